declare const timeZone: unique symbol;
/** A zone or link name from the IANA time zone database. */
export type TimeZone = string & { readonly [timeZone]: true };

// `Intl` also accepts names that are not in the database: "IST", "+01:00", "SystemV/PST8".
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

/** The syntax of the names, for JSON Schema. */
export const TIME_ZONE_PATTERN = '^[A-Z][A-Za-z0-9+-]*(/[A-Z][A-Za-z0-9_+-]*){0,2}$';

/** Undefined if the zone is unknown. Links are not resolved: Asia/Kolkata does not become Asia/Calcutta. */
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
