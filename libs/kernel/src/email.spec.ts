import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseEmail, requireEmail } from './email.js';
import { DomainError } from './errors.js';

describe('parseEmail', () => {
  it.each([
    ['Bob@X.com', 'bob@x.com'],
    ['first.last+tag@sub.example.co.uk', 'first.last+tag@sub.example.co.uk'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['ÜBER@müller.de', 'über@müller.de'],
    ['用户@例子.公司', '用户@例子.公司'],
    ['संपर्क@डाटामेल.भारत', 'संपर्क@डाटामेल.भारत'],
    ['ติดต่อ@ที่นี่.ไทย', 'ติดต่อ@ที่นี่.ไทย'],
    // Composed and decomposed forms are the same address.
    ['zo\u0065\u0308@mu\u0308ller.de', 'zo\u00eb@m\u00fcller.de'],
    ['ZO\u0045\u0308@x.com', 'zo\u00eb@x.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    [`a@${'b'.repeat(63)}.com`, `a@${'b'.repeat(63)}.com`],
  ])('parses %s as %s', (text, expected) => {
    expect(parseEmail(text)).toBe(expected);
  });

  it.each([
    '',
    'bob',
    '@x.com',
    'bob@',
    'bob@x',
    'bob@x.',
    'bob@.com',
    'bob@x..com',
    'bob@-x.com',
    'bob@x-.com',
    'bob@x_y.com',
    'bob @x.com',
    ' bob@x.com',
    'bob@x.com ',
    'bob@x.com\n',
    'bo\u0000b@x.com',
    'bob@@x.com',
    '.bob@x.com',
    'bob.@x.com',
    'b..ob@x.com',
    '"bob"@x.com',
    '<bob@x.com>',
    'bob@x.com, eve@x.com',
    'bob\ud800@x.com',
    'bob\u200b@x.com',
    'bo\u00adb@x.com',
    '\u202ebob@x.com',
    'bob@x\u200d.com',
    'bob@\u0308x.com',
    'a@İstanbul.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(126)}com`,
  ])('rejects "%s"', (text) => {
    expect(parseEmail(text)).toBeUndefined();
  });

  it('allows 254 characters, before and after normalization', () => {
    const domain = `@${'b.'.repeat(100)}com`;
    const longest = 'a'.repeat(50) + domain;
    expect(longest).toHaveLength(254);
    expect(parseEmail(longest)).toBe(longest);
    expect(parseEmail(`a${longest}`)).toBeUndefined();
    // In lower case this capital becomes two characters.
    expect(parseEmail(longest.replace('a', 'İ'))).toBeUndefined();
    expect(parseEmail(longest.replace('aa', 'İ'))).toHaveLength(254);
  });

  it('rejects values that are not strings', () => {
    for (const value of [undefined, null, 7, {}, ['bob@x.com']]) expect(parseEmail(value)).toBeUndefined();
  });

  it('is idempotent and returns lower case', () => {
    const address = fc.oneof(
      fc.emailAddress(),
      fc
        .tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
        .map(([a, b]) => `${a}@${b}.com`),
    );
    fc.assert(
      fc.property(address, (text) => {
        const email = parseEmail(text);
        fc.pre(email !== undefined);
        expect(parseEmail(email)).toBe(email);
        expect(email).toBe(email.toLowerCase());
      }),
    );
  });
});

describe('requireEmail', () => {
  it('returns the address in lower case', () => {
    expect(requireEmail('Bob@Example.COM')).toBe('bob@example.com');
  });

  it.each(['', 'bob', '@example.com', 'b\u0000b@example.com', undefined, 7])('rejects %j', (text) => {
    expect(() => requireEmail(text)).toThrow(DomainError);
  });
});
