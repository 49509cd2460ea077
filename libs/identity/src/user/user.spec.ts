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

describe('user status', () => {
  it.each(USER_STATUSES.flatMap((from) => USER_STATUSES.map((to) => [from, to] as const)))(
    'changes from %s to %s by an update',
    (from, to) => {
      const user = change(aUser({ status: from }), { status: to }, LATER);
      expect(user).toMatchObject({ status: to, updatedAt: from === to ? NOON : LATER });
    },
  );

  it('is active at first', () => {
    expect(aUser()).toMatchObject({ status: 'active', createdAt: NOON, updatedAt: NOON });
  });
});

describe('registering a user', () => {
  const registration = { id: aUser().id, email: anEmail(), passwordHash: 'x' };

  it.each(['owner', 'member'] as const)('requires an account for the role %s', (role) => {
    expect(() => register({ ...registration, role }, NOON)).toThrow('needs an account');
    const accountId = anAccountId();
    expect(register({ ...registration, role, accountId }, NOON)).toMatchObject({ role, accountId });
  });

  it.each(['admin', 'user'] as const)('refuses an account for the role %s', (role) => {
    expect(() => register({ ...registration, role, accountId: anAccountId() }, NOON)).toThrow(
      'has no account',
    );
  });
});

describe('changing a user', () => {
  it('sets the given fields and leaves the others', () => {
    const user = aUser({ name: 'Ada', username: 'ada' });
    expect(change(user, { name: 'Bea' }, LATER)).toEqual({ ...user, name: 'Bea', updatedAt: LATER });
    expect(change(user, { passwordHash: 'y' }, LATER)).toEqual({
      ...user,
      passwordHash: 'y',
      updatedAt: LATER,
    });
  });

  it('does not set updatedAt back when the clock is behind', () => {
    const user = aUser();
    const behind = addMilliseconds(NOON, -MINUTE_MS);
    expect(change(user, { name: 'New' }, behind).updatedAt).toEqual(NOON);
    expect(changeEmail(user, anEmail(), behind).updatedAt).toEqual(NOON);
  });

  it('changes the email and suspends, as its account requires', () => {
    const user = aUser();
    const email = anEmail();
    expect(changeEmail(user, email, LATER)).toEqual({ ...user, email, updatedAt: LATER });
    expect(suspend(user, LATER)).toEqual({ ...user, status: 'suspended', updatedAt: LATER });
  });
});

describe('username and status validation', () => {
  const invalid = (field: string): unknown =>
    expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(`^${field} must `) });
  const refusalOf = (parse: () => unknown): unknown => {
    try {
      return parse();
    } catch (error) {
      return error;
    }
  };

  it.each(['a', 'Ada_1', 'a.b-c', 'x'.repeat(64)])('accepts %s as a username', (text) => {
    expect(parseUsername(text)).toBe(text);
  });

  it.each(['', 'a@b', ' ada', '.ada', 'ä', 'x'.repeat(65), 'a b'])('refuses %j as a username', (text) => {
    expect(refusalOf(() => parseUsername(text))).toEqual(invalid('username'));
  });

  it.each(['-ada', 'ä'])('names the allowed characters when it refuses the username %s', (text) => {
    expect(() => parseUsername(text)).toThrow(/letters from A to Z.* begin with a letter or digit/);
  });

  it('accepts the three statuses only', () => {
    expect(USER_STATUSES.map(parseUserStatus)).toEqual(USER_STATUSES);
    for (const text of ['Active', 'closed', '', 'toString'])
      expect(refusalOf(() => parseUserStatus(text))).toEqual(invalid('status'));
  });
});
