declare const language: unique symbol;
/** A canonical BCP 47 tag: `zh-Hant-TW`. */
export type Language = string & { readonly [language]: true };

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
