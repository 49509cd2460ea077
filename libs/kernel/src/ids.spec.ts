import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Id, idFromUuid, instantOfId, parseId, PREFIXES, prefixOf, uuidFromId } from './ids.js';

const uuids = fc.uuid();
const prefixes = fc.constantFrom(...PREFIXES);

describe('an id', () => {
  it('encodes a UUID and decodes it again', () => {
    fc.assert(
      fc.property(prefixes, uuids, (prefix, uuid) => {
        const id = idFromUuid(prefix, uuid);
        expect(id).toMatch(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
        expect(uuidFromId(id)).toBe(uuid);
        expect(parseId(prefix, id)).toBe(id);
        expect(prefixOf(id)).toBe(prefix);
      }),
    );
  });

  it.each(['', 'txn_0', `txn_${'u'.repeat(26)}`, `txn_8${'0'.repeat(25)}`, `txn_${'0'.repeat(25)}é`])(
    'throws when the id is invalid: %s',
    (text) => {
      expect(() => uuidFromId(text as Id)).toThrow('Not an id');
    },
  );

  it('contains its timestamp', () => {
    fc.assert(
      fc.property(prefixes, uuids, (prefix, uuid) => {
        const milliseconds = Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);
        expect(instantOfId(idFromUuid(prefix, uuid)).getTime()).toBe(milliseconds);
      }),
    );
  });

  it('sorts like its UUID', () => {
    fc.assert(
      fc.property(uuids, uuids, (left, right) => {
        expect(idFromUuid('txn', left) < idFromUuid('txn', right)).toBe(left < right);
      }),
    );
  });

  it.each([
    ['00000000-0000-0000-0000-000000000000', 'user_00000000000000000000000000'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'user_7zzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['00000000-0000-0000-0000-00000000001f', 'user_0000000000000000000000000z'],
  ])('of %s is %s', (uuid, id) => {
    expect(idFromUuid('user', uuid)).toBe(id);
  });

  it('is the same for a UUID in capital letters', () => {
    const uuid = '0192abcd-ef01-7abc-bdef-abcdef012345';
    expect(idFromUuid('user', uuid.toUpperCase())).toBe(idFromUuid('user', uuid));
  });

  it('has one canonical form', () => {
    const id = idFromUuid('user', 'ffffffff-ffff-7fff-bfff-ffffffffffff');
    const others = [
      id.toUpperCase(),
      id.replace('user_', 'USER_'),
      id.replace('user_7', 'user_8'),
      id.replace('user_7', 'user_z'),
      `${id} `,
      ` ${id}`,
      `${id}0`,
      id.slice(0, -1),
      id.replace('user_', 'user'),
      id.replace('user_', 'user-'),
      id.replace('user_', 'acct_'),
      `user_${'i'.repeat(26)}`,
      `user_${'o'.repeat(26)}`,
      `user_${'😀'.repeat(13)}`,
      'ffffffff-ffff-7fff-bfff-ffffffffffff',
      '',
    ];
    for (const other of others) expect(parseId('user', other)).toBeUndefined();
  });

  it('is not parsed from values that are not strings', () => {
    for (const value of [undefined, null, 7, {}, ['user_00000000000000000000000000']]) {
      expect(parseId('user', value)).toBeUndefined();
    }
  });

  it('is not parsed with another prefix', () => {
    fc.assert(
      fc.property(prefixes, prefixes, uuids, (prefix, other, uuid) => {
        fc.pre(prefix !== other);
        expect(parseId(prefix, idFromUuid(other, uuid))).toBeUndefined();
      }),
    );
  });

  it('round-trips every text that parses', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789abcdefghjkmnpqrstvwxyz')),
      minLength: 26,
      maxLength: 26,
    });
    fc.assert(
      fc.property(digits, (text) => {
        const id = parseId('pay', `pay_${text}`);
        if (id === undefined) expect(text.charAt(0) > '7').toBe(true);
        else expect(idFromUuid('pay', uuidFromId(id))).toBe(id);
      }),
    );
  });

  it('is not created from an invalid UUID', () => {
    const invalid = [
      '',
      'invalid',
      '00000000-0000-0000-0000-00000000000g',
      '00000000-0000-0000-0000-00000000000é',
      '00000000-0000-0000-0000-0000000000000',
      '00'.repeat(17),
      '00'.repeat(18),
      // One hyphen missing.
      '0000000000000-0000-0000-000000000000',
      '00000000-000000000-0000-000000000000',
      '00000000-0000-000000000-000000000000',
      '00000000-0000-0000-00000000000000000',
    ];
    for (const uuid of invalid) expect(() => idFromUuid('user', uuid)).toThrow('Not a UUID');
    expect(() => uuidFromId('user_invalid' as never)).toThrow('Not an id');
  });
});
