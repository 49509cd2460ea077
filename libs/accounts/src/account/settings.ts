import { type Currency, invalidRequest, parseCurrency } from '@florin/kernel';
import { type Language, parseLanguage } from './language.js';
import { parseTimeZone, type TimeZone } from './time-zone.js';

export interface AccountSettings {
  readonly currency: Currency;
  readonly timezone: TimeZone;
  readonly language: Language;
}

/** Unvalidated settings of a request. Absent keys stay unchanged. */
export type SettingsChange = { readonly [Key in keyof AccountSettings]?: unknown };

const PARSERS: { readonly [Key in keyof AccountSettings]: (value: unknown) => AccountSettings[Key] } = {
  currency: (value) =>
    requireParsed(parseCurrency(value), 'settings.currency must be an ISO 4217 code in upper case.'),
  timezone: (value) =>
    requireParsed(parseTimeZone(value), 'settings.timezone must be an IANA time zone name.'),
  language: (value) =>
    requireParsed(parseLanguage(value), 'settings.language must be a BCP 47 language tag.'),
};

export const SETTINGS_KEYS = Object.keys(PARSERS) as readonly (keyof AccountSettings)[];

export const DEFAULT_SETTINGS: AccountSettings = {
  currency: PARSERS.currency('USD'),
  timezone: PARSERS.timezone('UTC'),
  language: PARSERS.language('en'),
};

export function mergeSettings(current: AccountSettings, change: SettingsChange): AccountSettings {
  const unknown = Object.keys(change).find((key) => !Object.hasOwn(PARSERS, key));
  if (unknown !== undefined) throw invalidRequest(`Unknown parameter: settings.${unknown}.`);
  const merged = <Key extends keyof AccountSettings>(key: Key): AccountSettings[Key] =>
    change[key] === undefined ? current[key] : PARSERS[key](change[key]);
  return { currency: merged('currency'), timezone: merged('timezone'), language: merged('language') };
}

export const sameSettings = (left: AccountSettings, right: AccountSettings): boolean =>
  SETTINGS_KEYS.every((key) => left[key] === right[key]);

function requireParsed<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw invalidRequest(message);
  return value;
}
