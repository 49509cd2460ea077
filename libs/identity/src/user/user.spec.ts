import { describe, expect, it } from '@jest/globals';
import { addMilliseconds, MINUTE_MS } from '@florin/kernel';
import { anAccountId, anEmail, aUser, NOON } from '../testing/builders.js';
import {
  change,
  changeEmail,
  parseUsername,
  parseUserStatus,
  register,
  suspend,
  USER_STATUSES,
} from './user.js';

const LATER = addMilliseconds(NOON, MINUTE_MS);

describe('the life of a user', () => {
  it.each(USER_STATUSES.flatMap((from) => USER_STATUSES.map((to) => [from, to] as const)))(
    'leads from %s to %s when an update says so',
    (from, to) => {
      const user = change(aUser({ status: from }), { status: to }, LATER);
      expect(user).toMatchObject({ status: to, updatedAt: from === to ? NOON : LATER });
    },
  );

  it('begins active', () => {
    expect(aUser()).toMatchObject({ status: 'active', createdAt: NOON, updatedAt: NOON });
  });
});

describe('registering', () => {
  const person = { id: aUser().id, email: anEmail(), passwordHash: 'x' };

  it.each(['owner', 'member'] as const)('gives an %s an account', (role) => {
    expect(() => register({ ...person, role }, NOON)).toThrow('needs an account');
    const accountId = anAccountId();
    expect(register({ ...person, role, accountId }, NOON)).toMatchObject({ role, accountId });
  });

  it.each(['admin', 'user'] as const)('gives no %s an account', (role) => {
    expect(() => register({ ...person, role, accountId: anAccountId() }, NOON)).toThrow('has no account');
  });
});

describe('changing', () => {
  it('sets what was sent and leaves the rest', () => {
    const user = aUser({ name: 'Ada', username: 'ada' });
    expect(change(user, { name: 'Bea' }, LATER)).toEqual({ ...user, name: 'Bea', updatedAt: LATER });
    expect(change(user, { passwordHash: 'y' }, LATER)).toEqual({
      ...user,
      passwordHash: 'y',
      updatedAt: LATER,
    });
  });

  it('never makes a user older, when the clock that changes it is behind', () => {
    const user = aUser();
    const early = addMilliseconds(NOON, -MINUTE_MS);
    expect(change(user, { name: 'New' }, early).updatedAt).toEqual(NOON);
    expect(changeEmail(user, anEmail(), early).updatedAt).toEqual(NOON);
  });

  it('moves the email and suspends, for the account that the user belongs to', () => {
    const user = aUser();
    const email = anEmail();
    expect(changeEmail(user, email, LATER)).toEqual({ ...user, email, updatedAt: LATER });
    expect(suspend(user, LATER)).toEqual({ ...user, status: 'suspended', updatedAt: LATER });
  });
});

describe('what a caller may call a user', () => {
  const invalid = (field: string): unknown =>
    expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(`^${field} must `) });
  const refusalOf = (parse: () => unknown): unknown => {
    try {
      return parse();
    } catch (error) {
      return error;
    }
  };

  it.each(['a', 'Ada_1', 'a.b-c', 'x'.repeat(64)])('takes %s as a username', (text) => {
    expect(parseUsername(text)).toBe(text);
  });

  it.each(['', 'a@b', ' ada', '.ada', 'ä', 'x'.repeat(65), 'a b'])('refuses %j as a username', (text) => {
    expect(refusalOf(() => parseUsername(text))).toEqual(invalid('username'));
  });

  it.each(['-ada', 'ä'])(
    'says to who sends %s which letters there are, and what it may begin with',
    (text) => {
      expect(() => parseUsername(text)).toThrow(/letters from A to Z.* begin with a letter or digit/);
    },
  );

  it('knows three statuses', () => {
    expect(USER_STATUSES.map(parseUserStatus)).toEqual(USER_STATUSES);
    for (const text of ['Active', 'closed', '', 'toString'])
      expect(refusalOf(() => parseUserStatus(text))).toEqual(invalid('status'));
  });
});
