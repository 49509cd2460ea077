import { describe, expect, it, jest } from '@jest/globals';
import { type UserId, MINUTE_MS } from '@florin/kernel';
import { MemoryPasswordResetReader, MemoryUserDirectory } from '../memory/memory-readers.js';
import { MemoryIdentityUnitOfWork } from '../memory/memory-stores.js';
import {
  aCaller,
  aSession,
  aUser,
  PlainHasher,
  PlainResetTokens,
  SequentialIds,
  SteppedClock,
} from '../testing/builders.js';
import type { User } from '../user/user.js';
import { OpenPasswordReset } from './open-password-reset.js';
import { RequestPasswordReset, ResetMailLimit } from './request-password-reset.js';
import { ResetPassword } from './reset-password.js';

class CountedLimit extends ResetMailLimit {
  readonly counts = new Map<string, number>();

  consume(login: string, userId: UserId | undefined): Promise<boolean> {
    const key = userId ?? login;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    return Promise.resolve(this.counts.get(key)! <= 5);
  }
}

function setUp(change: Partial<User> = {}) {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  const user = aUser({ username: 'ada', ...change });
  const [session, other] = [aSession({ userId: user.id }), aSession()];
  unitOfWork.state.users.set(user.id, user);
  for (const one of [session, other]) unitOfWork.state.sessions.set(one.id, one);
  const [ids, clock, hasher, tokens] = [
    new SequentialIds(),
    new SteppedClock(),
    new PlainHasher(),
    new PlainResetTokens(),
  ];
  const directory = new MemoryUserDirectory(unitOfWork);
  const open = new OpenPasswordReset(new MemoryPasswordResetReader(unitOfWork), directory, tokens, clock);
  const request = new RequestPasswordReset(unitOfWork, directory, new CountedLimit(), ids, clock);
  const reset = new ResetPassword(unitOfWork, open, hasher, ids, clock);
  return {
    ...{ unitOfWork, user, session, other, clock, hasher, tokens, open },
    request: (login: string = user.email) => request.execute(login),
    reset: (token: string, password = 'a new password') => reset.execute(aCaller(), token, password),
    mailed: () => unitOfWork.state.resetMails.map((id) => tokens.tokenOf(id)),
    rows: () => [...unitOfWork.state.passwordResets.values()],
  };
}

const REFUSED = { code: 'not_found' };

describe('a request to reset a password', () => {
  it('adds one mail and one row, of the user for an email or a username, of none for an unknown login', async () => {
    const { request, rows, mailed, user } = setUp();
    for (const login of [user.email.toUpperCase(), 'ADA', 'unknown@example.com', 'unknown', '@'])
      await request(login);
    expect(rows().map(({ userId }) => userId)).toEqual([user.id, user.id, undefined, undefined, undefined]);
    expect(mailed()).toHaveLength(5);
  });

  it('adds a row without the user above the limit', async () => {
    const { request, rows, user } = setUp();
    for (let count = 0; count < 7; count += 1) await request(count % 2 ? user.email : 'ada');
    const users = rows().map(({ userId }) => userId);
    expect(users).toEqual([...Array.from({ length: 5 }, () => user.id), undefined, undefined]);
  });
});

describe('resetting a password', () => {
  it('sets it, ends every session of the user and all other links, and is audited', async () => {
    const { request, reset, mailed, unitOfWork, user, session, other, rows } = setUp();
    await request();
    await request();
    const [first = '', second = ''] = mailed();
    await reset(second);
    const { users, sessions, audit } = unitOfWork.state;
    expect(users.get(user.id)?.passwordHash).toBe('1:a new password');
    expect(sessions.get(session.id)).toMatchObject({ status: 'ended', endReason: 'password_changed' });
    expect(sessions.get(other.id)).toMatchObject({ status: 'active' });
    expect(rows().map(({ status }) => status)).toEqual(['superseded', 'used']);
    expect(audit).toMatchObject([
      { action: 'user.password_reset', subjectId: user.id, actor: 'anonymous', address: '192.0.2.7' },
      { action: 'session.ended', subjectId: session.id, details: { reason: 'password_changed' } },
    ]);
    for (const token of [first, second]) await expect(reset(token)).rejects.toMatchObject(REFUSED);
  });

  it('is possible once among concurrent requests with one token', async () => {
    const { request, reset, mailed, unitOfWork } = setUp();
    await request();
    const [token = ''] = mailed();
    const outcomes = await Promise.allSettled([reset(token), reset(token), reset(token)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(unitOfWork.state.audit.filter(({ action }) => action === 'user.password_reset')).toHaveLength(1);
  });

  it('is refused with a reason for a password against the policy, and the link stays valid', async () => {
    const { request, reset, mailed, user, hasher, open } = setUp();
    await request();
    const [token = ''] = mailed();
    for (const [password, problem] of [
      ['short', 'length'],
      ['password1', 'common'],
      [user.email, 'own_name'],
      ['half \ud83e a pair', 'characters'],
    ] as const)
      await expect(reset(token, password)).rejects.toMatchObject({ code: 'invalid_request', problem });
    expect(hasher.work).toBe(0);
    expect(await open.byToken(token)).toMatchObject({ user });
  });

  it.each([
    ['an unknown token', () => undefined],
    [
      'a suspended user',
      ({ unitOfWork, user }) => {
        setUser(unitOfWork, { ...user, status: 'suspended' });
      },
    ],
    [
      'a pending user',
      ({ unitOfWork, user }) => {
        setUser(unitOfWork, { ...user, status: 'pending' });
      },
    ],
    ['a deleted user', ({ unitOfWork, user }) => unitOfWork.run(({ users }) => users.remove(user))],
    ['an expired link', ({ clock }) => clock.advance(30 * MINUTE_MS)],
  ] as [string, (setup: ReturnType<typeof setUp>) => unknown][])(
    'is refused with the same error, without hashing: %s',
    async (name, change) => {
      const setup = setUp();
      await setup.request();
      const [token = ''] = setup.mailed();
      await change(setup);
      const refused = setup.reset(name === 'an unknown token' ? 'unknown' : token);
      await expect(refused).rejects.toMatchObject(REFUSED);
      expect(setup.hasher.work).toBe(0);
      expect(await setup.open.byToken(name === 'an unknown token' ? 'unknown' : token)).toBeUndefined();
    },
  );

  it('is refused for a user who is suspended while the password is hashed', async () => {
    const { request, reset, mailed, unitOfWork, user, hasher, rows } = setUp();
    await request();
    jest.spyOn(hasher, 'hash').mockImplementationOnce(() => {
      setUser(unitOfWork, { ...user, status: 'suspended' });
      return Promise.resolve('2:new');
    });
    await expect(reset(mailed()[0]!)).rejects.toMatchObject(REFUSED);
    expect(rows()).toMatchObject([{ status: 'requested' }]);
    expect(unitOfWork.state.users.get(user.id)?.passwordHash).toBe(user.passwordHash);
  });
});

function setUser({ state }: MemoryIdentityUnitOfWork, user: User): void {
  state.users.set(user.id, user);
}
