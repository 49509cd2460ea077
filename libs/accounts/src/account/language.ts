declare const language: unique symbol;
/** A BCP 47 tag in its canonical spelling: `zh-Hant-TW`. */
export type Language = string & { readonly [language]: true };

/** What RFC 5646 asks a store to have room for at the least; no tag in use is longer. */
const MAX_LENGTH = 35;
const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/**
 * The language the text names, or undefined. Any word of up to eight letters is a well-formed tag, "english" too, so
 * the first part must also be a language that the platform knows by name.
 */
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
