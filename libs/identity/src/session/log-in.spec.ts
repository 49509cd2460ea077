import { describe, expect, it, jest } from '@jest/globals';
import {
  aCaller,
  aUser,
  SequentialIds,
  PlainHasher,
  PlainTokens,
  SteppedClock,
} from '../testing/builders.js';
import { MemoryUserDirectory } from '../memory/memory-readers.js';
import { MemoryIdentityUnitOfWork } from '../memory/memory-stores.js';
import type { User } from '../user/user.js';
import { LogIn } from './log-in.js';
import { SESSION_POLICY } from './session.js';

function setUp(overrides: Partial<User> = {}, cost = 1) {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  const hasher = new PlainHasher(cost);
  const directory = new MemoryUserDirectory(unitOfWork);
  const user = aUser({ username: 'ada', passwordHash: '1:correct horse', ...overrides });
  unitOfWork.state.users.set(user.id, user);
  const parts = [
    unitOfWork,
    directory,
    hasher,
    new PlainTokens(),
    SESSION_POLICY,
    new SequentialIds(),
    new SteppedClock(),
  ] as const;
  const logIn = new LogIn(...parts);
  const attempt = (login: string, password = 'correct horse') =>
    logIn.execute(aCaller(), { login, password });
  return { unitOfWork, hasher, user, attempt };
}

describe('logging in', () => {
  it.each(['email', 'username'] as const)(
    'accepts the %s, starts a session and writes an audit entry',
    async (field) => {
      const { unitOfWork, user, attempt } = setUp();
      const { tokens, session, user: known } = await attempt(user[field]!.toUpperCase());
      expect(known).toEqual(user);
      expect(session).toMatchObject({
        userId: user.id,
        generation: 1,
        address: '192.0.2.7',
        agent: 'a test',
      });
      expect(tokens).toMatchObject({ refreshToken: `refresh ${session.id} 1`, expiresInSeconds: 3600 });
      expect(unitOfWork.state.sessions.get(session.id)).toEqual(session);
      expect(unitOfWork.state.audit).toMatchObject([
        { actor: user.id, action: 'session.started', subjectId: session.id },
      ]);
    },
  );

  it('does the same work and returns the same error for a wrong password and an unknown user', async () => {
    const { user, hasher, attempt, unitOfWork } = setUp();
    const refusals: unknown[] = [];
    for (const [login, password] of [
      [user.email, 'wrong'],
      ['unknown@example.com', 'wrong'],
      ['unknown', 'wrong'],
    ] as const) {
      hasher.work = 0;
      refusals.push(await attempt(login, password).catch((error: unknown) => error));
      expect(hasher.work).toBe(1);
    }
    const [first] = refusals;
    expect(first).toMatchObject({ code: 'invalid_credentials', message: 'Incorrect email or password.' });
    for (const refusal of refusals) expect(refusal).toEqual(first);
    expect(unitOfWork.state.sessions.size).toBe(0);
  });

  it.each(['pending', 'suspended'] as const)(
    'refuses a %s user, and reveals the status only with the right password',
    async (status) => {
      const { user, attempt } = setUp({ status });
      await expect(attempt(user.email)).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(attempt(user.email, 'wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
    },
  );

  it('refuses a user of a closed account', async () => {
    const { user, attempt, unitOfWork } = setUp(aUser({ role: 'owner', passwordHash: '1:correct horse' }));
    unitOfWork.state.closedAccounts.add(user.accountId!);
    await expect(attempt(user.email)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('refuses a password that was changed during the check', async () => {
    const { user, hasher, attempt, unitOfWork } = setUp();
    jest.spyOn(hasher, 'verify').mockImplementationOnce(() => {
      unitOfWork.state.users.set(user.id, { ...user, passwordHash: '1:another horse' });
      return Promise.resolve(true);
    });
    await expect(attempt(user.email)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(unitOfWork.state.sessions.size).toBe(0);
  });

  it('rehashes the password when the cost was raised, without changing updatedAt', async () => {
    const { user, attempt, unitOfWork } = setUp({}, 2);
    await attempt(user.email);
    expect(unitOfWork.state.users.get(user.id)).toEqual({ ...user, passwordHash: '2:correct horse' });
  });
});
