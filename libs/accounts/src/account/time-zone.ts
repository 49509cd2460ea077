declare const timeZone: unique symbol;
/** A name from the IANA time zone database, current or kept for compatibility. */
export type TimeZone = string & { readonly [timeZone]: true };

// The platform also knows abbreviations ("IST", "AST"), offsets ("+01:00") and families of its own ("SystemV/PST8").
// None of them is in the database, so a name must come from one of its areas or be one of its few bare words.
const AREA =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)$/;
const LOCATION = /^(?:\/[A-Z][A-Za-z0-9_+-]*){1,2}$/;
const ZONES_WITHOUT_AREA = new Set(
  (
    'CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland ' +
    'Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ' +
    'ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu'
  ).split(' '),
);
const MAX_LENGTH = 64;

/** The zone the text names, or undefined. Links stay as they were sent: Asia/Kolkata does not become Asia/Calcutta. */
export function parseTimeZone(text: unknown): TimeZone | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !isZoneName(text)) return undefined;
  const resolved = resolvedZone(text);
  if (resolved === undefined) return undefined;
  const differsInCaseOnly = resolved.toLowerCase() === text.toLowerCase();
  return (differsInCaseOnly ? resolved : text) as TimeZone;
}

function isZoneName(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 0) return ZONES_WITHOUT_AREA.has(text);
  return AREA.test(text.slice(0, slash)) && LOCATION.test(text.slice(slash));
}

function resolvedZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
