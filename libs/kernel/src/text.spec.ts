import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { invalidRequest } from './errors.js';
import {
  characterCount,
  DISPLAYED_TEXT_PATTERN,
  hasBidiOverride,
  isCleanText,
  isTextOfLength,
  NAME_PATTERN,
  NO_BIDI_OVERRIDE,
  requireName,
  TEXT_PATTERN,
} from './text.js';

describe('isCleanText', () => {
  it.each(['', 'Ada', 'Zoë', '株式会社', '👩‍👩‍👧 & co', 'e\u0301', '\u00a0', '\u2028', '\ufeff', '%_\\\'"'])(
    'accepts "%s"',
    (text) => {
      expect(isCleanText(text)).toBe(true);
    },
  );

  it.each(['\u0000', 'a\u0000b', '\t', '\n', '\r', '\u001b[31m', '\u007f', '\u0080', '\u009f'])(
    'rejects control character %j',
    (text) => {
      expect(isCleanText(text)).toBe(false);
    },
  );

  it.each(['\ud800', 'a\udbff', '\udc00b', '\udfff\ud800', '😀'.slice(0, 1), '😀'.slice(1)])(
    'rejects lone surrogate %j',
    (text) => {
      expect(isCleanText(text)).toBe(false);
    },
  );

  it('accepts exactly well-formed text without control characters', () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd700, max: 0xe100 }),
      fc.integer({ min: 0, max: 0xa0 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 6 }), (units) => {
        const text = String.fromCharCode(...units);
        const hasControl = units.some((code) => code < 0x20 || (code > 0x7e && code < 0xa0));
        expect(isCleanText(text)).toBe(text.isWellFormed() && !hasControl);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the patterns for JSON Schema', () => {
  const character = fc.oneof(
    fc.integer({ min: 0, max: 0xff }),
    fc.constantFrom(0x1680, 0x2000, 0x200b, 0x2028, 0x202a, 0x202e, 0x2066, 0x2069, 0x3000, 0xfeff, 0x1f600),
  );
  const text = fc.array(character, { maxLength: 6 }).map((codes) => String.fromCodePoint(...codes));

  it('match exactly the well-formed text that is clean', () => {
    const pattern = new RegExp(TEXT_PATTERN, 'u');
    fc.assert(
      fc.property(text, (sample) => {
        expect(pattern.test(sample)).toBe(isCleanText(sample));
      }),
      { numRuns: 1_000 },
    );
  });

  it('match exactly the clean text without bidirectional overrides, for displayed text', () => {
    const pattern = new RegExp(DISPLAYED_TEXT_PATTERN, 'u');
    fc.assert(
      fc.property(text, (sample) => {
        expect(pattern.test(sample)).toBe(isCleanText(sample) && !hasBidiOverride(sample));
      }),
      { numRuns: 1_000 },
    );
  });

  it('match every name that is accepted, and no blank one', () => {
    const pattern = new RegExp(NAME_PATTERN, 'u');
    const isName = (sample: string): boolean => {
      try {
        return requireName(sample) !== '';
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(text.filter(isCleanText), (sample) => {
        if (isName(sample)) expect(sample).toMatch(pattern);
      }),
      { numRuns: 1_000 },
    );
    for (const blank of ['', ' ', '\u00a0\u3000', '\ufeff', '\t']) expect(blank).not.toMatch(pattern);
  });
});

describe('the length of text', () => {
  it('is counted in code points', () => {
    expect(characterCount('')).toBe(0);
    expect(characterCount('abc')).toBe(3);
    expect(characterCount('😀😀')).toBe(2);
  });

  it('is limited inclusively', () => {
    expect(isTextOfLength('', 0, 3)).toBe(true);
    expect(isTextOfLength('', 1, 3)).toBe(false);
    expect(isTextOfLength('abc', 1, 3)).toBe(true);
    expect(isTextOfLength('abcd', 1, 3)).toBe(false);
    expect(isTextOfLength('😀😀😀', 1, 3)).toBe(true);
    expect(isTextOfLength('😀😀😀😀', 1, 3)).toBe(false);
    expect(isTextOfLength('a\u0000', 1, 3)).toBe(false);
  });

  it('rejects values that are not strings', () => {
    for (const value of [undefined, null, 12, ['abc'], { length: 2 }])
      expect(isTextOfLength(value, 0, 99)).toBe(false);
  });
});

describe('bidirectional overrides', () => {
  const CODES = ['202A', '202B', '202C', '202D', '202E', '2066', '2067', '2068', '2069'];

  it.each(CODES)('include U+%s', (code) => {
    const text = `Ada ${String.fromCharCode(parseInt(code, 16))}dtL`;
    expect(hasBidiOverride(text)).toBe(true);
    expect(() => requireName(text)).toThrow(invalidRequest(`name ${NO_BIDI_OVERRIDE}.`));
  });

  it('do not include the characters beside them, right-to-left text and its marks', () => {
    for (const text of ['\u2029', '\u202f', '\u2065', '\u206a', '\u200e\u200f', 'שלום', 'مرحبا'])
      expect(hasBidiOverride(text)).toBe(false);
  });
});

describe('a name', () => {
  it('is trimmed and normalized to NFC', () => {
    expect(requireName('  Ada 🪙 ')).toBe('Ada 🪙');
    expect(requireName('Zoe\u0308')).toBe('Zoë');
    expect(requireName('x'.repeat(255))).toHaveLength(255);
  });

  it('may contain invisible characters, but not only those', () => {
    for (const visible of ['\u200eא', '👩\u200d🚀', '०', '・']) expect(requireName(visible)).toBe(visible);
    for (const invisible of ['\u200b', '\u200b \u2060', '\u3164', '\u00ad', '\u200f'])
      expect(() => requireName(invisible)).toThrow('printable characters');
  });

  it.each(['', '   ', 'x'.repeat(256), 'a\nb', '\ud800'])('rejects %j', (text) => {
    const error = invalidRequest('name must have 1 to 255 printable characters.');
    expect(() => requireName(text)).toThrow(error);
  });
});
