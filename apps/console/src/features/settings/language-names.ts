/** Of payment pages and mails. Others are shown in English; see the documentation of accounts. */
const PAGE_LANGUAGES = ['en', 'de', 'fr', 'es'];

const REGIONS = [
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-US',
  'de-AT',
  'de-CH',
  'de-DE',
  'fr-BE',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'es-AR',
  'es-ES',
  'es-MX',
];

/** The tags to choose from, with the current one. */
export const languageTags = (current: string): readonly string[] => [
  ...new Set([...PAGE_LANGUAGES, ...REGIONS, current]),
];

/** The name of a BCP 47 tag in the language of the reader; the tag itself if it has none. */
export function languageName(tag: string, reader: string): string {
  try {
    return new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** IANA names, with the current one: browsers do not list every alias. */
export const timeZones = (current: string): readonly string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].sort();
