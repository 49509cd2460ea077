import { describe, expect, it } from '@jest/globals';
import { CURRENCIES } from '@florin/kernel';
import fc from 'fast-check';
import { parseLanguage } from './language.js';
import { DEFAULT_SETTINGS, mergeSettings, SETTINGS_KEYS } from './settings.js';
import { parseTimeZone } from './time-zone.js';

const zones = Intl.supportedValuesOf('timeZone');
const change = fc.record(
  {
    currency: fc.constantFrom(...CURRENCIES),
    timezone: fc.constantFrom(...zones),
    language: fc.constantFrom('en', 'de-CH', 'zh-Hant-TW', 'sr-Latn', 'pt-BR'),
  },
  { requiredKeys: [] },
);

describe('merging settings', () => {
  it('keeps what the change does not name and takes what it does', () => {
    fc.assert(
      fc.property(change, change, (first, second) => {
        const merged = mergeSettings(mergeSettings(DEFAULT_SETTINGS, first), second);
        expect(merged).toEqual({ ...DEFAULT_SETTINGS, ...first, ...second });
      }),
    );
  });

  it('refuses any key but its own, also those that every object inherits', () => {
    const strangers = fc.oneof(
      fc.string(),
      fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'Currency'),
    );
    fc.assert(
      fc.property(strangers, (key) => {
        fc.pre(!(SETTINGS_KEYS as readonly string[]).includes(key));
        const sent = Object.fromEntries([[key, 'USD']]);
        expect(() => mergeSettings(DEFAULT_SETTINGS, sent)).toThrow(/^settings may have/);
      }),
    );
  });

  it('refuses whatever is no text, for each key', () => {
    const notText = fc.oneof(
      fc.constant(null),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string()),
      fc.object(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...SETTINGS_KEYS), notText, (key, value) => {
        expect(() => mergeSettings(DEFAULT_SETTINGS, { [key]: value })).toThrow(
          new RegExp(`^settings.${key}`),
        );
      }),
    );
  });
});

describe('a time zone', () => {
  it('is any that the platform lists', () => {
    expect(zones.filter((zone) => parseTimeZone(zone) !== zone)).toEqual([]);
  });

  it.each([
    'Asia/Kolkata',
    'Europe/Kyiv',
    'US/Pacific',
    'Etc/GMT+5',
    'Etc/UTC',
    'America/Argentina/Buenos_Aires',
    'GB',
    'Japan',
    'NZ-CHAT',
  ])('keeps the name %s as it was sent', (zone) => {
    expect(parseTimeZone(zone)).toBe(zone);
  });

  it('takes the spelling of the database when only the case differs', () => {
    expect(parseTimeZone('Europe/PARIS')).toBe('Europe/Paris');
  });

  it.each([
    '+01:00',
    '-0500',
    'UTC+1',
    'GMT+1',
    'IST',
    'AST',
    'SystemV/PST8',
    'Europe/Atlantis',
    'Europe',
    'Europe/',
  ])('%s is none', (text) => {
    expect(parseTimeZone(text)).toBeUndefined();
  });

  it.each(['', ' UTC', 'UTC\n', 'Europe/Paris\u0000', 'Europe/Paris\ud800', `Europe/${'A'.repeat(100)}`])(
    '%j is none',
    (text) => {
      expect(parseTimeZone(text)).toBeUndefined();
    },
  );
});

describe('a language', () => {
  it.each([
    ['en', 'en'],
    ['EN-us', 'en-US'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['de-CH-1996', 'de-CH-1996'],
    ['iw', 'he'],
    ['fil', 'fil'],
  ])('%s is kept as %s', (text, canonical) => {
    expect(parseLanguage(text)).toBe(canonical);
  });

  it.each(['english', 'xx', 'en_US', 'e', '', 'und', 'x-private', 'en\n', 'en\u0000', ' en', 'en-\ud800'])(
    '%j is none',
    (text) => {
      expect(parseLanguage(text)).toBeUndefined();
    },
  );

  it('has up to 35 characters, as sent and as kept', () => {
    const longest = 'en-x-abcdefgh-abcdefgh-abcdefgh-abc';
    expect(parseLanguage(longest)).toBe(longest);
    expect(parseLanguage(`${longest}d`)).toBeUndefined();
    // What is kept can be longer than what was sent, as sh is kept as sr-Latn, and also shorter.
    expect(parseLanguage(longest.replace('en', 'sh'))).toBeUndefined();
    expect(parseLanguage('en-u-ca-gregory-kc-true-kf-upper-kn-true')).toBeUndefined();
  });

  it('is canonical: parsing it again changes nothing, and no text makes it fail', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/)),
        (text) => {
          const language = parseLanguage(text);
          if (language !== undefined) expect(parseLanguage(language)).toBe(language);
        },
      ),
    );
  });
});
