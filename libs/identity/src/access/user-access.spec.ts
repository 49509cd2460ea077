import { describe, expect, it } from '@jest/globals';
import { anAccountId, aUser, aUserPrincipal, principalFor } from '../testing/builders.js';
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

describe('what a caller is to a user', () => {
  it.each([
    ['itself', member, member, 'self'],
    ['an owner to itself', owner, owner, 'self'],
    ['an owner to its member', owner, member, 'owner'],
    ['a member to its owner', member, owner, 'stranger'],
    ['a member to another member', member, sibling, 'stranger'],
    ['a member to a plain user', member, stranger, 'stranger'],
    ['two plain users', stranger, aUser(), 'stranger'],
    ['an owner to another account’s member', aUser({ role: 'owner' }), member, 'stranger'],
    ['an admin to anybody', admin, stranger, 'admin'],
    ['an admin to itself', admin, admin, 'admin'],
  ])('%s', (_, caller, user, relation) => {
    expect(relationTo(principalFor(caller), user, 'users.get')).toBe(relation);
  });

  it('is nothing for keys and strangers', () => {
    expect(relationTo(platform, member, 'users.get')).toBe('stranger');
    expect(relationTo({ kind: 'anonymous' }, member, 'users.get')).toBe('stranger');
  });
});

describe('seeing', () => {
  it('answers alike for somebody one may not see and for nobody', () => {
    const principal = principalFor(stranger);
    for (const user of [member, undefined]) {
      expect(() => requireVisible(principal, user, 'users.get')).toThrow(
        refusal('not_found', 'no such user'),
      );
    }
    expect(requireVisible(principal, stranger, 'users.get')).toBe(stranger);
  });
});

describe('changing', () => {
  const FIELDS = { name: 'x', username: 'x', password: 'x', status: 'active' } as const;
  it.each([
    ['itself', stranger, stranger, ['name', 'username', 'password']],
    ['an owner itself', owner, owner, ['name', 'username', 'password']],
    ['an owner its member', owner, member, ['name', 'status']],
    ['an admin anybody', admin, member, ['name', 'username', 'password', 'status']],
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

  it('counts a field that was left out as not sent', () => {
    expect(() => {
      checkChange(principalFor(stranger), stranger, { name: 'x', status: undefined });
    }).not.toThrow();
  });
});

describe('deleting', () => {
  it.each([
    ['itself', stranger, stranger],
    ['an owner its member', owner, member],
    ['an admin anybody', admin, stranger],
  ])('%s', (_, caller, user) => {
    expect(checkDeletion(principalFor(caller), user)).toBe(user);
  });

  it.each([
    ['a stranger', member],
    ['nobody', undefined],
  ])('is forbidden for %s, whether that exists or not', (_, user) => {
    expect(() => checkDeletion(principalFor(stranger), user)).toThrow(refusal('forbidden'));
    expect(() => checkDeletion(principalFor(aUser({ role: 'owner' })), user)).toThrow(refusal('forbidden'));
    expect(() => checkDeletion(platform, user)).toThrow(refusal('forbidden'));
  });

  it('tells an admin that there is nobody', () => {
    expect(() => checkDeletion(aUserPrincipal('admin'), undefined)).toThrow(
      refusal('not_found', 'no such user'),
    );
  });
});
