import { describe, expect, it } from '@jest/globals';
import {
  aCaller,
  aSession,
  aUser,
  SequentialIds,
  PlainTokens,
  principalFor,
  SteppedClock,
} from '../testing/builders.js';
import { MemoryIdentityUnitOfWork } from '../memory/memory-stores.js';
import { EndSession } from './end-session.js';
import { RefreshSession } from './refresh-session.js';
import { SESSION_POLICY } from './session.js';

function setUp() {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  const clock = new SteppedClock();
  const ids = new SequentialIds();
  const user = aUser({ role: 'owner' });
  const session = aSession({ userId: user.id });
  unitOfWork.state.users.set(user.id, user);
  unitOfWork.state.sessions.set(session.id, session);
  const refresh = new RefreshSession(unitOfWork, new PlainTokens(), SESSION_POLICY, ids, clock);
  const present = (generation: number) => refresh.execute(aCaller(), `refresh ${session.id} ${generation}`);
  const kept = () => unitOfWork.state.sessions.get(session.id);
  return { unitOfWork, clock, ids, user, session, refresh, present, kept };
}

const invalidGrant = { code: 'invalid_grant' };

describe('refreshing', () => {
  it('answers new tokens, and the same successor again within the grace', async () => {
    const { present, session, clock } = setUp();
    const first = await present(1);
    clock.advance(SESSION_POLICY.reuseGraceMs);
    const again = await present(1);
    expect(first.refreshToken).toBe(`refresh ${session.id} 2`);
    expect(again.refreshToken).toBe(first.refreshToken);
    expect((await present(2)).refreshToken).toBe(`refresh ${session.id} 3`);
  });

  it('refuses what is no token, and one of no session', async () => {
    const { refresh, ids, unitOfWork } = setUp();
    for (const token of ['access', `refresh ${ids.next('sess')} 1`]) {
      await expect(refresh.execute(aCaller(), token)).rejects.toMatchObject(invalidGrant);
    }
    expect(unitOfWork.state.audit).toEqual([]);
  });

  it.each(['pending', 'suspended'] as const)(
    'spends nothing for a %s user, who may come back',
    async (status) => {
      const { present, unitOfWork, user, session, kept } = setUp();
      unitOfWork.state.users.set(user.id, { ...user, status });
      await expect(present(1)).rejects.toMatchObject({ code: 'unauthorized' });
      expect(kept()).toEqual(session);
      unitOfWork.state.users.set(user.id, user);
      expect((await present(1)).refreshToken).toBe(`refresh ${session.id} 2`);
    },
  );

  it('refuses a user of a closed account', async () => {
    const { present, unitOfWork, user } = setUp();
    unitOfWork.state.closedAccounts.add(user.accountId!);
    await expect(present(1)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('ends the session of a suspended user too when its token is used twice', async () => {
    const { present, unitOfWork, user, clock, kept } = setUp();
    await present(1);
    unitOfWork.state.users.set(user.id, { ...user, status: 'suspended' });
    clock.advance(SESSION_POLICY.reuseGraceMs + 1);
    await expect(present(1)).rejects.toMatchObject(invalidGrant);
    expect(kept()).toMatchObject({ status: 'ended', endReason: 'reuse' });
  });
});

describe('ending', () => {
  it('ends the session one speaks in, or another of one’s own', async () => {
    const { unitOfWork, ids, clock, user, session, kept } = setUp();
    const other = aSession({ userId: user.id });
    unitOfWork.state.sessions.set(other.id, other);
    const endSession = new EndSession(unitOfWork, ids, clock);
    const caller = aCaller(principalFor(user, session.id));
    expect(await endSession.execute(caller, { sessionId: other.id })).toBe(other.id);
    expect(await endSession.execute(caller, undefined)).toBe(session.id);
    expect(kept()).toMatchObject({ status: 'ended', endReason: 'logout' });
    expect(unitOfWork.state.audit.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['session.ended', other.id],
      ['session.ended', session.id],
    ]);
  });

  it('finds no session that is foreign, unknown, malformed or over', async () => {
    const { unitOfWork, ids, clock, user, session } = setUp();
    const foreign = aSession({ userId: aUser().id });
    const over = aSession({ userId: user.id, status: 'ended', endedAt: clock.now(), endReason: 'logout' });
    const expired = aSession({ userId: user.id, expiresAt: clock.now() });
    for (const one of [foreign, over, expired]) unitOfWork.state.sessions.set(one.id, one);
    const endSession = new EndSession(unitOfWork, ids, clock);
    const caller = aCaller(principalFor(user, session.id));
    for (const sessionId of [foreign.id, over.id, expired.id, ids.next('sess'), undefined]) {
      await expect(endSession.execute(caller, { sessionId })).rejects.toMatchObject({
        code: 'invalid_session',
      });
    }
  });
});
