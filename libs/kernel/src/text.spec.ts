import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { invalidRequest } from './errors.js';
import { characterCount, isCleanText, isTextOfLength, requireName } from './text.js';

describe('clean text', () => {
  it.each(['', 'Ada', 'Zoë', '株式会社', '👩‍👩‍👧 & co', 'e\u0301', '\u00a0', '\u2028', '\ufeff', '%_\\\'"'])(
    'may be "%s"',
    (text) => {
      expect(isCleanText(text)).toBe(true);
    },
  );

  it.each(['\u0000', 'a\u0000b', '\t', '\n', '\r', '\u001b[31m', '\u007f', '\u0080', '\u009f'])(
    'has no control %j',
    (text) => {
      expect(isCleanText(text)).toBe(false);
    },
  );

  it.each(['\ud800', 'a\udbff', '\udc00b', '\udfff\ud800', '😀'.slice(0, 1), '😀'.slice(1)])(
    'has no lone surrogate %j',
    (text) => {
      expect(isCleanText(text)).toBe(false);
    },
  );

  it('is exactly the text that is well formed and has no controls', () => {
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

describe('the length of text', () => {
  it('is counted in characters', () => {
    expect(characterCount('')).toBe(0);
    expect(characterCount('abc')).toBe(3);
    expect(characterCount('😀😀')).toBe(2);
  });

  it('is held to its limits, both included', () => {
    expect(isTextOfLength('', 0, 3)).toBe(true);
    expect(isTextOfLength('', 1, 3)).toBe(false);
    expect(isTextOfLength('abc', 1, 3)).toBe(true);
    expect(isTextOfLength('abcd', 1, 3)).toBe(false);
    expect(isTextOfLength('😀😀😀', 1, 3)).toBe(true);
    expect(isTextOfLength('😀😀😀😀', 1, 3)).toBe(false);
    expect(isTextOfLength('a\u0000', 1, 3)).toBe(false);
  });

  it('is that of text only', () => {
    for (const value of [undefined, null, 12, ['abc'], { length: 2 }])
      expect(isTextOfLength(value, 0, 99)).toBe(false);
  });
});

describe('a name', () => {
  it('is kept without the blanks around it, and each accent one with its letter', () => {
    expect(requireName('  Ada 🪙 ')).toBe('Ada 🪙');
    expect(requireName('Zoe\u0308')).toBe('Zoë');
    expect(requireName('x'.repeat(255))).toHaveLength(255);
  });

  it('may have marks that nobody sees in it, and is not made of them alone', () => {
    for (const seen of ['\u200eא', '👩\u200d🚀', '०', '・']) expect(requireName(seen)).toBe(seen);
    for (const nothing of ['\u200b', '\u200b \u2060', '\u3164', '\u00ad', '\u202e\u202c'])
      expect(() => requireName(nothing)).toThrow('printable characters');
  });

  it.each(['', '   ', 'x'.repeat(256), 'a\nb', '\ud800'])('is not %j', (text) => {
    const refused = invalidRequest('name must have 1 to 255 printable characters.');
    expect(() => requireName(text)).toThrow(refused);
  });
});
