import { describe, expect, it } from '@jest/globals';
import { anAccountId, aUser, principalFor } from '../testing/builders.js';
import { checkChange, checkDeletion, relationTo, requireVisible } from './user-access.js';

const accountId = anAccountId();
const owner = aUser({ role: 'owner', accountId });
const member = aUser({ role: 'member', accountId });
const sibling = aUser({ role: 'member', accountId });
const stranger = aUser();
const admin = aUser({ role: 'admin' });
const platform = { kind: 'key', keyId: 'key_0' as never, keyKind: 'platform' } as const;
const refusal = (code: string, message = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

describe('relation of a caller to a user', () => {
  it.each([
    ['a member to itself', member, member, 'self'],
    ['an owner to itself', owner, owner, 'self'],
    ['an owner to its member', owner, member, 'owner'],
    ['a member to its owner', member, owner, 'stranger'],
    ['a member to another member', member, sibling, 'stranger'],
    ['a member to a plain user', member, stranger, 'stranger'],
    ['a plain user to another', stranger, aUser(), 'stranger'],
    ['an owner to another account’s member', aUser({ role: 'owner' }), member, 'stranger'],
    ['an admin to any user', admin, stranger, 'admin'],
    ['an admin to itself', admin, admin, 'admin'],
  ])('%s', (_, caller, user, relation) => {
    expect(relationTo(principalFor(caller), user, 'users.get')).toBe(relation);
  });

  it('is stranger for API keys and anonymous callers', () => {
    expect(relationTo(platform, member, 'users.get')).toBe('stranger');
    expect(relationTo({ kind: 'anonymous' }, member, 'users.get')).toBe('stranger');
  });
});

describe('visibility of a user', () => {
  it('throws the same error for an invisible user and for an unknown one', () => {
    const principal = principalFor(stranger);
    for (const user of [member, undefined]) {
      expect(() => requireVisible(principal, user, 'users.get')).toThrow(
        refusal('not_found', 'no such user'),
      );
    }
    expect(requireVisible(principal, stranger, 'users.get')).toBe(stranger);
  });
});

describe('fields that a caller may change', () => {
  const FIELDS = { name: 'x', username: 'x', password: 'x', status: 'active' } as const;
  it.each([
    ['a user itself', stranger, stranger, ['name', 'username', 'password']],
    ['an owner itself', owner, owner, ['name', 'username', 'password']],
    ['an owner its member', owner, member, ['name', 'status']],
    ['an admin any user', admin, member, ['name', 'username', 'password', 'status']],
    ['an admin itself', admin, admin, ['name', 'username', 'password', 'status']],
  ])('%s', (_, caller, user, allowed) => {
    for (const field of Object.keys(FIELDS) as (keyof typeof FIELDS)[]) {
      const attempt = () => {
        checkChange(principalFor(caller), user, { [field]: FIELDS[field] });
      };
      if (allowed.includes(field)) expect(attempt).not.toThrow();
      else expect(attempt).toThrow(refusal('unauthorized', `the user's ${field}`));
    }
  });

  it('ignores a field that is undefined', () => {
    expect(() => {
      checkChange(principalFor(stranger), stranger, { name: 'x', status: undefined });
    }).not.toThrow();
  });
});

describe('deletion of a user', () => {
  it.each([
    ['is permitted for a user itself', stranger, stranger],
    ['is permitted for an owner and its member', owner, member],
    ['is permitted for an admin and any user', admin, stranger],
  ])('%s', (_, caller, user) => {
    expect(checkDeletion(principalFor(caller), user)).toBe(user);
  });

  it.each([
    ['a plain user', stranger],
    ['the owner of another account', aUser({ role: 'owner' })],
    ['another member of the account', sibling],
  ])('is forbidden for %s', (_, caller) => {
    expect(() => checkDeletion(principalFor(caller), member)).toThrow(refusal('forbidden'));
  });

  it.each([stranger, member, owner, admin])('is not_found for an unknown user: $role', (caller) => {
    expect(() => checkDeletion(principalFor(caller), undefined)).toThrow(
      refusal('not_found', 'no such user'),
    );
  });

  it.each([member, undefined])('is forbidden for API keys, whether the user exists or not', (user) => {
    expect(() => checkDeletion(platform, user)).toThrow(refusal('forbidden'));
  });
});
