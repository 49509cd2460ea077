import { describe, expect, it } from '@jest/globals';
import { CURRENCIES } from '@florin/kernel';
import fc from 'fast-check';
import { LANGUAGE_PATTERN, parseLanguage } from './language.js';
import { DEFAULT_SETTINGS, mergeSettings, SETTINGS_KEYS } from './settings.js';
import { parseTimeZone, TIME_ZONE_PATTERN } from './time-zone.js';

const zones = Intl.supportedValuesOf('timeZone');
const change = fc.record(
  {
    currency: fc.constantFrom(...CURRENCIES),
    timezone: fc.constantFrom(...zones),
    language: fc.constantFrom('en', 'de-CH', 'zh-Hant-TW', 'sr-Latn', 'pt-BR'),
  },
  { requiredKeys: [] },
);

describe('mergeSettings', () => {
  it('replaces the given keys and keeps the others', () => {
    fc.assert(
      fc.property(change, change, (first, second) => {
        const merged = mergeSettings(mergeSettings(DEFAULT_SETTINGS, first), second);
        expect(merged).toEqual({ ...DEFAULT_SETTINGS, ...first, ...second });
      }),
    );
  });

  it('rejects unknown keys, including inherited property names', () => {
    const keys = fc.oneof(
      fc.string(),
      fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'Currency'),
    );
    fc.assert(
      fc.property(keys, (key) => {
        fc.pre(!(SETTINGS_KEYS as readonly string[]).includes(key));
        const unknown = Object.fromEntries([[key, 'USD']]);
        expect(() => mergeSettings(DEFAULT_SETTINGS, unknown)).toThrow(/^Unknown parameter: settings\./);
      }),
    );
  });

  it('rejects values that are not strings', () => {
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

describe('parseTimeZone', () => {
  it('accepts every zone that Intl lists', () => {
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
  ])('accepts %s unchanged', (zone) => {
    expect(parseTimeZone(zone)).toBe(zone);
  });

  it('corrects the case', () => {
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
  ])('rejects %s', (text) => {
    expect(parseTimeZone(text)).toBeUndefined();
  });

  it.each(['', ' UTC', 'UTC\n', 'Europe/Paris\u0000', 'Europe/Paris\ud800', `Europe/${'A'.repeat(100)}`])(
    'rejects %j',
    (text) => {
      expect(parseTimeZone(text)).toBeUndefined();
    },
  );

  it('accepts only names that match the pattern', () => {
    const pattern = new RegExp(TIME_ZONE_PATTERN, 'u');
    for (const zone of [...zones, 'UTC', 'GMT+0', 'GB-Eire', 'Etc/GMT-14']) {
      expect(parseTimeZone(zone)).toBeDefined();
      expect(zone).toMatch(pattern);
    }
    for (const text of ['', ' UTC', 'UTC\n', '+01:00', 'europe/paris', 'Europe/', 'A/B/C/D'])
      expect(text).not.toMatch(pattern);
  });
});

describe('parseLanguage', () => {
  it.each([
    ['en', 'en'],
    ['EN-us', 'en-US'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['de-CH-1996', 'de-CH-1996'],
    ['iw', 'he'],
    ['fil', 'fil'],
  ])('parses %s as %s', (text, canonical) => {
    expect(parseLanguage(text)).toBe(canonical);
  });

  it.each(['english', 'xx', 'en_US', 'e', '', 'und', 'x-private', 'en\n', 'en\u0000', ' en', 'en-\ud800'])(
    'rejects %j',
    (text) => {
      expect(parseLanguage(text)).toBeUndefined();
    },
  );

  it('allows 35 characters, before and after canonicalization', () => {
    const longest = 'en-x-abcdefgh-abcdefgh-abcdefgh-abc';
    expect(parseLanguage(longest)).toBe(longest);
    expect(parseLanguage(`${longest}d`)).toBeUndefined();
    // The canonical tag can be longer (sh becomes sr-Latn) or shorter.
    expect(parseLanguage(longest.replace('en', 'sh'))).toBeUndefined();
    expect(parseLanguage('en-u-ca-gregory-kc-true-kf-upper-kn-true')).toBeUndefined();
  });

  it('is idempotent and never throws', () => {
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

  it('accepts only tags that match the pattern', () => {
    const pattern = new RegExp(LANGUAGE_PATTERN, 'u');
    const subtag = fc.constantFrom(
      'Latn',
      'AT',
      '419',
      '1996',
      'rozaj',
      'u',
      'ca',
      'gregory',
      'x',
      't',
      'de',
      'a1',
    );
    const tag = fc
      .tuple(
        fc.constantFrom('en', 'DE', 'zh', 'fil', 'english', 'und', 'e'),
        fc.array(subtag, { maxLength: 5 }),
      )
      .map(([language, subtags]) => [language, ...subtags].join('-'));
    fc.assert(
      fc.property(tag, (text) => {
        if (parseLanguage(text) !== undefined) expect(text).toMatch(pattern);
      }),
      { numRuns: 1_000 },
    );
    for (const text of ['english', 'en_US', 'e', '', 'x-private', 'en\n', ' en', 'zh-min', 'en-u'])
      expect(text).not.toMatch(pattern);
  });
});
