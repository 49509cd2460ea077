declare const language: unique symbol;
/** A canonical BCP 47 tag: `zh-Hant-TW`. */
export type Language = string & { readonly [language]: true };

/** The syntax that `Intl` accepts, for JSON Schema: language, script, region, variants, extensions, private use. */
export const LANGUAGE_PATTERN =
  '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*' +
  '(-[0-9A-WYZa-wyz](-[A-Za-z0-9]{2,8})+)*(-[Xx](-[A-Za-z0-9]{1,8})+)?$';

/** The minimum length that RFC 5646 requires implementations to support. */
const MAX_LENGTH = 35;
const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Undefined if the language is unknown. Words such as "english" are well-formed tags, so check for a display name. */
export function parseLanguage(text: unknown): Language | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  try {
    const locale = new Intl.Locale(text);
    if (NAMES.of(locale.language) === undefined) return undefined;
    const canonical = locale.toString();
    return canonical.length > MAX_LENGTH ? undefined : (canonical as Language);
  } catch {
    return undefined;
  }
}
