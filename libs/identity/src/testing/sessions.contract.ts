import { expect, it } from '@jest/globals';
import { DAY_MS, addMilliseconds, MINUTE_MS, SECOND_MS } from '@florin/kernel';
import { terminateAccess } from '../access/terminate-access.js';
import { SYSTEM } from '../audit/audit.js';
import { EndSession } from '../session/end-session.js';
import { LogIn } from '../session/log-in.js';
import { RefreshSession } from '../session/refresh-session.js';
import { end, type Session, SESSION_POLICY } from '../session/session.js';
import { UpdateUser } from '../user/update-user.js';
import type { User } from '../user/user.js';
import { aCaller, anApiKey, aSession, PlainHasher, PlainTokens, principalFor } from './builders.js';
import type { IdentityHarness } from './identity.harness.js';
import { addUser } from './users.contract.js';

type Use = () => IdentityHarness;

const addSession = async ({ unitOfWork, ids, clock }: IdentityHarness, user: User): Promise<Session> => {
  const session = aSession({ id: ids.next('sess'), userId: user.id, createdAt: clock.now() });
  await unitOfWork.run(({ sessions }) => sessions.add(session));
  return session;
};

const findSession = ({ unitOfWork }: IdentityHarness, { id }: Session): Promise<Session | undefined> =>
  unitOfWork.run(({ sessions }) => sessions.lock(id));

export function sessionStores(use: Use): void {
  it('stores a session unchanged, also after it has ended', async () => {
    const harness = use();
    const session = await addSession(harness, await addUser(harness));
    expect(await findSession(harness, session)).toEqual(session);
    const ended = end(session, 'logout', harness.clock.advance(MINUTE_MS));
    await harness.unitOfWork.run(({ sessions }) => sessions.save(ended));
    expect(await findSession(harness, session)).toEqual(ended);
  });

  it('ends no session before its start when the clock is behind', async () => {
    const harness = use();
    const user = await addUser(harness);
    const session = await addSession(harness, user);
    const behind = addMilliseconds(session.createdAt, -SECOND_MS);
    await harness.unitOfWork.run(({ sessions }) =>
      sessions.endByUser(user.id, undefined, 'password_changed', behind),
    );
    expect(await findSession(harness, session)).toEqual(end(session, 'password_changed', behind));
    expect(await findSession(harness, session)).toMatchObject({ endedAt: session.createdAt });
  });

  it('returns the same successor to twenty concurrent refreshes with one token', async () => {
    const harness = use();
    const { unitOfWork, ids, clock } = harness;
    const session = await addSession(harness, await addUser(harness));
    const tokens = new PlainTokens();
    const refresh = new RefreshSession(unitOfWork, tokens, SESSION_POLICY, ids, clock);
    const token = tokens.refreshToken({ sessionId: session.id, generation: 1 });
    const results = await Promise.all(Array.from({ length: 20 }, () => refresh.execute(aCaller(), token)));
    const successor = tokens.refreshToken({ sessionId: session.id, generation: 2 });
    expect(new Set(results.map((result) => result.tokens.refreshToken))).toEqual(new Set([successor]));
    expect(await findSession(harness, session)).toMatchObject({ status: 'active', generation: 2 });
  });

  it('does not reactivate a session that is ended during a refresh', async () => {
    const harness = use();
    const { unitOfWork, ids, clock } = harness;
    const user = await addUser(harness);
    const session = await addSession(harness, user);
    let release = (): void => undefined;
    const ended = new Promise<void>((resolve) => (release = resolve));
    let refreshing: Promise<void> | undefined;
    await new Promise<void>((onLocked) => {
      refreshing = unitOfWork.run(async ({ sessions }) => {
        const locked = await sessions.lock(session.id);
        onLocked();
        // `EndSession` has to wait for the row lock. Without the lock it ends the session within these 500 ms.
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500))]);
        await sessions.save({ ...locked!, generation: 2 });
      });
    });
    await new EndSession(unitOfWork, ids, clock).execute(aCaller(principalFor(user, session.id)), undefined);
    release();
    await refreshing;
    expect(await findSession(harness, session)).toMatchObject({ status: 'ended', endReason: 'logout' });
  });

  it('commits the end of a session whose token was reused, although the caller is refused', async () => {
    const harness = use();
    const { unitOfWork, ids, clock } = harness;
    const session = await addSession(harness, await addUser(harness));
    const tokens = new PlainTokens();
    const refresh = new RefreshSession(unitOfWork, tokens, SESSION_POLICY, ids, clock);
    const token = tokens.refreshToken({ sessionId: session.id, generation: 1 });
    const successor = (await refresh.execute(aCaller(), token)).tokens.refreshToken;
    clock.advance(SESSION_POLICY.reuseGraceMs + 1);
    for (const spent of [token, successor]) {
      await expect(refresh.execute(aCaller(), spent)).rejects.toMatchObject({ code: 'invalid_grant' });
    }
    expect(await findSession(harness, session)).toMatchObject({
      status: 'ended',
      endReason: 'reuse',
      endedAt: clock.now(),
    });
    const [newest] = (await harness.audit.list({}, { limit: 1 })).items;
    expect(newest).toMatchObject({
      action: 'session.ended',
      subjectId: session.id,
      details: { reason: 'reuse' },
    });
  });

  it('lists the live sessions of one user, newest first, from any cursor', async () => {
    const harness = use();
    const user = await addUser(harness);
    const sessions: Session[] = [];
    for (let index = 0; index < 5; index++) sessions.unshift(await addSession(harness, user));
    await addSession(harness, await addUser(harness));
    const [newest, second, third, fourth, oldest] = sessions as [Session, Session, Session, Session, Session];
    const now = harness.clock.now();
    await harness.unitOfWork.run((stores) => stores.sessions.save(end(third, 'logout', now)));
    const list = (cursor: object, limit = 2) => harness.sessions.listLive(user.id, { limit, ...cursor }, now);

    expect(await list({})).toEqual({ items: [newest, second], hasMore: true });
    expect(await list({ after: second.id })).toEqual({ items: [fourth, oldest], hasMore: false });
    expect(await list({ before: oldest.id })).toEqual({ items: [second, fourth], hasMore: true });
    expect(await list({ before: newest.id })).toEqual({ items: [], hasMore: false });
    const later = harness.clock.advance(31 * DAY_MS);
    expect(await harness.sessions.listLive(user.id, { limit: 9 }, later)).toEqual({
      items: [],
      hasMore: false,
    });
  });

  it('ends every concurrent login with the old password after a password change', async () => {
    const harness = use();
    const { unitOfWork, users, ids, clock } = harness;
    const hasher = new PlainHasher();
    const user = await addUser(harness, { passwordHash: await hasher.hash('the old password') });
    const logIn = new LogIn(unitOfWork, users, hasher, new PlainTokens(), SESSION_POLICY, ids, clock);
    const update = new UpdateUser(unitOfWork, users, hasher, ids, clock);
    const before = await addSession(harness, user);
    const current = await addSession(harness, user);
    const credentials = { login: user.email, password: 'the old password' };
    const caller = aCaller(principalFor(user, current.id));
    const [, ...logins] = await Promise.allSettled([
      update.execute(caller, user.id, { password: 'the new password' }),
      ...Array.from({ length: 8 }, () => logIn.execute(aCaller(), credentials)),
    ]);
    expect(await findSession(harness, before)).toMatchObject({
      status: 'ended',
      endReason: 'password_changed',
    });
    expect(await findSession(harness, current)).toMatchObject({ status: 'active' });
    for (const login of logins) {
      if (login.status === 'fulfilled')
        expect(await findSession(harness, login.value.session)).toMatchObject({ status: 'ended' });
      else expect(login.reason).toMatchObject({ code: 'invalid_credentials' });
    }
  });

  it('keeps one of two sessions that change the password concurrently', async () => {
    const harness = use();
    const { unitOfWork, users, ids, clock } = harness;
    const user = await addUser(harness);
    const sessions = [await addSession(harness, user), await addSession(harness, user)];
    const update = new UpdateUser(unitOfWork, users, new PlainHasher(), ids, clock);
    const changes = await Promise.allSettled(
      sessions.map(({ id }) =>
        update.execute(aCaller(principalFor(user, id)), user.id, { password: `a password of ${id}` }),
      ),
    );
    const refused = changes.flatMap((change) =>
      change.status === 'rejected' ? [change.reason as unknown] : [],
    );
    expect(refused).toMatchObject([{ code: 'unauthorized' }]);
    const winner = sessions[changes.findIndex(({ status }) => status === 'fulfilled')]!;
    expect(await findSession(harness, winner)).toMatchObject({ status: 'active' });
    expect((await users.find(user.id))?.passwordHash).toContain(winner.id);
  });

  it('ends all access to a closed account, and to no other', async () => {
    const harness = use();
    const { unitOfWork, ids, clock } = harness;
    const accountId = await harness.openAccount();
    const owner = await addUser(harness, { role: 'owner', accountId });
    const member = await addUser(harness, { role: 'member', accountId });
    const alreadySuspended = await addUser(harness, { role: 'member', accountId, status: 'suspended' });
    const accountSessions = [await addSession(harness, owner), await addSession(harness, member)];
    const otherSession = await addSession(harness, await addUser(harness));
    const apiKey = anApiKey({ id: ids.next('key'), kind: 'account', accountId });
    await unitOfWork.run(({ apiKeys }) => apiKeys.add(apiKey));
    const now = clock.advance(MINUTE_MS);

    await unitOfWork.run((stores) => terminateAccess(stores, ids, { accountId, by: SYSTEM, now }));

    for (const session of accountSessions) {
      expect(await findSession(harness, session)).toMatchObject({
        status: 'ended',
        endReason: 'account_closed',
        endedAt: now,
      });
    }
    expect(await findSession(harness, otherSession)).toMatchObject({ status: 'active' });
    for (const { id } of [owner, member])
      expect(await harness.users.find(id)).toMatchObject({ status: 'suspended' });
    expect(await harness.sessionStatus.findApiKey(apiKey.digest)).toMatchObject({ status: 'revoked' });
    // A user that was already suspended is not changed and not audited.
    expect(await harness.users.find(alreadySuspended.id)).toEqual(alreadySuspended);
    const { items: entries } = await harness.audit.list({}, { limit: 5 });
    expect(entries.map(({ subjectId }) => subjectId)).not.toContain(alreadySuspended.id);
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'api_key.revoked',
      'session.ended',
      'session.ended',
      'user.updated',
      'user.updated',
    ]);
  });

  it('returns the status of a session with its user and account', async () => {
    const harness = use();
    const accountId = await harness.openAccount();
    const user = await addUser(harness, { role: 'member', accountId });
    const session = await addSession(harness, user);
    const expected = {
      sessionId: session.id,
      status: 'active',
      expiresAt: session.expiresAt,
      userId: user.id,
      userStatus: 'active',
      role: 'member',
      accountId,
      accountIsClosed: false,
    };
    expect(await harness.sessionStatus.findSession(session.id)).toEqual(expected);
    await harness.closeAccount(accountId);
    expect(await harness.sessionStatus.findSession(session.id)).toEqual({
      ...expected,
      accountIsClosed: true,
    });
    expect(await harness.sessionStatus.findSession(harness.ids.next('sess'))).toBeUndefined();
  });
}
