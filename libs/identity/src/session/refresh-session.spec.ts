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
import { EndSessionByToken } from './end-session-by-token.js';
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
  const present = async (generation: number) =>
    (await refresh.execute(aCaller(), `refresh ${session.id} ${generation}`)).tokens;
  const stored = () => unitOfWork.state.sessions.get(session.id);
  return { unitOfWork, clock, ids, user, session, refresh, present, stored };
}

const invalidGrant = { code: 'invalid_grant' };

describe('refreshing a session', () => {
  it('returns new tokens, and the same successor again within the grace period', async () => {
    const { present, session, clock } = setUp();
    const first = await present(1);
    clock.advance(SESSION_POLICY.reuseGraceMs);
    const again = await present(1);
    expect(first.refreshToken).toBe(`refresh ${session.id} 2`);
    expect(again.refreshToken).toBe(first.refreshToken);
    expect((await present(2)).refreshToken).toBe(`refresh ${session.id} 3`);
  });

  it('refuses an invalid token and a token of an unknown session', async () => {
    const { refresh, ids, unitOfWork } = setUp();
    for (const token of ['access', `refresh ${ids.next('sess')} 1`]) {
      await expect(refresh.execute(aCaller(), token)).rejects.toMatchObject(invalidGrant);
    }
    expect(unitOfWork.state.audit).toEqual([]);
  });

  it.each(['pending', 'suspended'] as const)('does not spend the token of a %s user', async (status) => {
    const { present, unitOfWork, user, session, stored } = setUp();
    unitOfWork.state.users.set(user.id, { ...user, status });
    await expect(present(1)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(stored()).toEqual(session);
    unitOfWork.state.users.set(user.id, user);
    expect((await present(1)).refreshToken).toBe(`refresh ${session.id} 2`);
  });

  it('refuses a user of a closed account', async () => {
    const { present, unitOfWork, user } = setUp();
    unitOfWork.state.closedAccounts.add(user.accountId!);
    await expect(present(1)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('ends the session of a suspended user when its token is reused', async () => {
    const { present, unitOfWork, user, clock, stored } = setUp();
    await present(1);
    unitOfWork.state.users.set(user.id, { ...user, status: 'suspended' });
    clock.advance(SESSION_POLICY.reuseGraceMs + 1);
    await expect(present(1)).rejects.toMatchObject(invalidGrant);
    expect(stored()).toMatchObject({ status: 'ended', endReason: 'reuse' });
  });
});

describe('ending a session', () => {
  it('ends the current session, or another session of the user', async () => {
    const { unitOfWork, ids, clock, user, session, stored } = setUp();
    const other = aSession({ userId: user.id });
    unitOfWork.state.sessions.set(other.id, other);
    const endSession = new EndSession(unitOfWork, ids, clock);
    const caller = aCaller(principalFor(user, session.id));
    expect(await endSession.execute(caller, { sessionId: other.id })).toBe(other.id);
    expect(await endSession.execute(caller, undefined)).toBe(session.id);
    expect(stored()).toMatchObject({ status: 'ended', endReason: 'logout' });
    expect(unitOfWork.state.audit.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['session.ended', other.id],
      ['session.ended', session.id],
    ]);
  });

  it('refuses a session that belongs to another user, is unknown, malformed, ended or expired', async () => {
    const { unitOfWork, ids, clock, user, session } = setUp();
    const foreign = aSession({ userId: aUser().id });
    const ended = aSession({ userId: user.id, status: 'ended', endedAt: clock.now(), endReason: 'logout' });
    const expired = aSession({ userId: user.id, expiresAt: clock.now() });
    for (const one of [foreign, ended, expired]) unitOfWork.state.sessions.set(one.id, one);
    const endSession = new EndSession(unitOfWork, ids, clock);
    const caller = aCaller(principalFor(user, session.id));
    for (const sessionId of [foreign.id, ended.id, expired.id, ids.next('sess'), undefined]) {
      await expect(endSession.execute(caller, { sessionId })).rejects.toMatchObject({
        code: 'invalid_session',
      });
    }
  });
});

describe('ending a session by its refresh token', () => {
  function setUpLogout() {
    const parts = setUp();
    const { unitOfWork, ids, clock, session } = parts;
    const endByToken = new EndSessionByToken(unitOfWork, new PlainTokens(), ids, clock);
    const present = (token: string) => endByToken.execute(aCaller(), token);
    return { ...parts, present, presentSpent: () => present(`refresh ${session.id} 1`) };
  }

  it('ends it once, also with a spent token, and names the user in the audit trail', async () => {
    const { refresh, session, user, presentSpent, stored, unitOfWork } = setUpLogout();
    await refresh.execute(aCaller(), `refresh ${session.id} 1`);
    await presentSpent();
    await presentSpent();
    expect(stored()).toMatchObject({ status: 'ended', endReason: 'logout' });
    expect(unitOfWork.state.audit).toMatchObject([
      { actor: user.id, action: 'session.ended', subjectId: session.id, details: { reason: 'logout' } },
    ]);
  });

  it('does nothing for an invalid token, an unknown session and a token that does not exist yet', async () => {
    const { present, session, ids, stored, unitOfWork } = setUpLogout();
    for (const token of ['access', `refresh ${ids.next('sess')} 1`, `refresh ${session.id} 2`])
      await present(token);
    expect(stored()).toEqual(session);
    expect(unitOfWork.state.audit).toEqual([]);
  });
});
