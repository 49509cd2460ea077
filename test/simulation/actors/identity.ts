import type { Caller, Principal } from '@florin/identity';
import { ANONYMOUS } from '@florin/identity';
import type { ApiKeyId, SessionId, UserId } from '@florin/kernel';
import { SECOND_MS } from '@florin/kernel';
import type { Service } from '../service.js';
import type { Client } from './client.js';
import type { KnownUser, KnownSession, KnownResources } from './known-resources.js';

export const IDENTITY_ACTIONS = {
  logIn,
  useSession,
  refresh: (client: Client, resources: KnownResources) =>
    refresh(client, resources.pickRecent(resources.sessions), resources, 'latest'),
  stealToken,
  logOut,
  changePassword: changePasswordWhileLoggingIn,
  addMember,
  suspendMember,
  deleteMember,
  useKey,
} as const;

const callerOf = (principal: Principal): Caller => ({ principal, address: undefined, agent: undefined });

async function logIn(client: Client, resources: KnownResources): Promise<void> {
  const knownUser = resources.pickRecent(resources.users);
  if (knownUser !== undefined) await logInAs(client, resources, knownUser);
}

async function logInAs(client: Client, resources: KnownResources, knownUser: KnownUser): Promise<void> {
  const { email, password } = knownUser;
  const result = await client.send(`log in as ${email}`, (api) =>
    api.logIn.execute({ ...callerOf(ANONYMOUS), agent: password }, { login: email, password }),
  );
  if (result.kind !== 'done') return;
  const { session, user, tokens } = result.value;
  if (!client.world.database.tables.sessions.has(session.id))
    client.world.report(`${client.name} got ${session.id}, which is not committed`);
  resources.sessions.push({
    user: knownUser,
    userId: user.id,
    sessionId: session.id,
    refreshTokens: [tokens.refreshToken],
  });
}

const authenticateSession = (api: Service, { userId, sessionId }: KnownSession) =>
  api.authenticate.bySession({ userId, sessionId: sessionId as SessionId });

/** Whether the session is ended or expired by every clock, whatever its skew. */
function isSessionEnded(
  client: Client,
  knownSession: KnownSession,
  maxClockSkewMs = MAX_CLOCK_SKEW_MS,
): boolean {
  const { sessionId } = knownSession;
  const { database, scheduler } = client.world;
  const { sessions, users, accounts } = database.tables;
  const session = sessions.get(sessionId);
  const user = session && users.get(session.userId);
  if (session === undefined || user === undefined) return true;
  const account = user.accountId === undefined ? undefined : accounts.get(user.accountId);
  const isExpired = session.expiresAt.getTime() + maxClockSkewMs < scheduler.now;
  return session.status === 'ended' || user.status !== 'active' || account?.status === 'closed' || isExpired;
}

/** Written by a process whose clock is ahead, read by one whose clock is behind. */
const MAX_CLOCK_SKEW_MS = 200 * SECOND_MS;

async function useSession(client: Client, resources: KnownResources): Promise<void> {
  const knownSession = resources.pickRecent(resources.sessions);
  if (knownSession === undefined) return;
  const wasEnded = isSessionEnded(client, knownSession);
  const result = await client.send(`use ${knownSession.sessionId}`, (api) =>
    authenticateSession(api, knownSession),
  );
  if (result.kind === 'done' && wasEnded && isSessionEnded(client, knownSession))
    client.world.report(`${knownSession.sessionId} was accepted after it had ended`);
}

/** The user refreshes twice, then an attacker uses the first refresh token. */
async function stealToken(client: Client, resources: KnownResources): Promise<void> {
  const knownSession = resources.pickRecent(resources.sessions);
  for (const which of ['latest', 'latest', 'first'] as const)
    await refresh(client, knownSession, resources, which);
}

async function refresh(
  client: Client,
  knownSession: KnownSession | undefined,
  resources: KnownResources,
  which: 'first' | 'latest',
): Promise<void> {
  const token = which === 'first' ? knownSession?.refreshTokens[0] : knownSession?.refreshTokens.at(-1);
  if (knownSession === undefined || token === undefined) return;
  const { database, report } = client.world;
  const before = database.tables.sessions.get(knownSession.sessionId);
  const generation = Number(token.split(' ').at(-1));
  const isStale = before !== undefined && generation < before.generation - 1;
  const wasEnded = isSessionEnded(client, knownSession);
  const wasActive = !isSessionEnded(client, knownSession, -MAX_CLOCK_SKEW_MS);
  const result = await client.send(`refresh with ${token}`, (api) =>
    api.refreshSession.execute(callerOf(ANONYMOUS), token),
  );
  if (result.kind === 'none') return;
  if (result.kind === 'done') {
    if (wasEnded && isSessionEnded(client, knownSession))
      report(`${token} was exchanged after its session had ended`);
    if (isStale) report(`${token} was exchanged although it was superseded`);
    const successor = result.value.tokens.refreshToken;
    if ((resources.successors.get(token) ?? successor) !== successor) report(`${token} has two successors`);
    resources.successors.set(token, successor);
    if (!knownSession.refreshTokens.includes(successor)) knownSession.refreshTokens.push(successor);
  } else if (
    isStale &&
    wasActive &&
    database.tables.sessions.get(knownSession.sessionId)?.status === 'active'
  ) {
    report(`${knownSession.sessionId} stays active although ${token} was reused`);
  }
}

async function logOut(client: Client, resources: KnownResources): Promise<void> {
  const knownSession = resources.pickRecent(resources.sessions);
  if (knownSession === undefined) return;
  const result = await client.send(`log out of ${knownSession.sessionId}`, async (api) =>
    api.endSession.execute(callerOf(await authenticateSession(api, knownSession)), undefined),
  );
  if (result.kind === 'done' && !isSessionEnded(client, knownSession))
    client.world.report(`${knownSession.sessionId} is active after logout`);
}

/** A login with the old password runs at the same time. */
async function changePasswordWhileLoggingIn(client: Client, resources: KnownResources): Promise<void> {
  const knownSession = resources.pickRecent(resources.sessions);
  if (knownSession === undefined) return;
  await Promise.all([
    changePassword(client, resources, knownSession),
    logInAs(client, resources, knownSession.user),
  ]);
}

async function changePassword(
  client: Client,
  resources: KnownResources,
  knownSession: KnownSession,
): Promise<void> {
  const password = `another password ${client.world.random.below(1_000_000)}`;
  const others = resources.sessions.filter(
    ({ sessionId, userId }) => userId === knownSession.userId && sessionId !== knownSession.sessionId,
  );
  const result = await client.send(`change the password of ${knownSession.userId}`, async (api) =>
    api.updateUser.execute(callerOf(await authenticateSession(api, knownSession)), knownSession.userId, {
      password,
    }),
  );
  if (result.kind !== 'done') return;
  knownSession.user.password = password;
  for (const other of others) {
    if (!isSessionEnded(client, other))
      client.world.report(`${other.sessionId} is active after a password change`);
  }
}

async function addMember(client: Client, resources: KnownResources): Promise<void> {
  const knownSession = resources.pickRecent(resources.sessions);
  if (knownSession === undefined) return;
  const { account } = knownSession.user;
  const password = 'a member password';
  let email = '';
  const what = `add a member to ${account.id}`;
  const id = await client.create(what, 'users', account.id, async (api, idempotentRequest, mark) => {
    email = `${mark}@example.com`;
    return api.createUser.execute(
      callerOf(await authenticateSession(api, knownSession)),
      { email, password },
      idempotentRequest,
    );
  });
  if (id === undefined) return;
  const knownUser = { account, isOwner: false, email, password };
  resources.members.push({ id: id as UserId, user: knownUser });
  resources.users.push(knownUser);
}

async function suspendMember(client: Client, resources: KnownResources): Promise<void> {
  const member = resources.pickRecent(resources.members);
  const knownSession = resources.findOwnerSession(member?.user.account);
  if (member === undefined || knownSession === undefined) return;
  const status = client.world.random.pick(['suspended', 'active']);
  await client.sendWithRetry(`set ${member.id} to ${status}`, async (api) =>
    api.updateUser.execute(callerOf(await authenticateSession(api, knownSession)), member.id, { status }),
  );
  await logInAs(client, resources, member.user);
}

async function deleteMember(client: Client, resources: KnownResources): Promise<void> {
  const member = resources.pickRecent(resources.members);
  const knownSession = resources.findOwnerSession(member?.user.account);
  if (member === undefined || knownSession === undefined) return;
  const result = await client.sendWithRetry(`delete ${member.id}`, async (api) =>
    api.deleteUser.execute(callerOf(await authenticateSession(api, knownSession)), member.id),
  );
  if (result.kind === 'done' && client.world.database.tables.users.has(member.id))
    client.world.report(`${member.id} was deleted and still exists`);
}

async function useKey(client: Client, resources: KnownResources): Promise<void> {
  const knownSession = resources.pickRecent(resources.sessions);
  if (knownSession === undefined) return;
  const { world } = client;
  const id = await client.create(
    `create an API key`,
    'apiKeys',
    knownSession.user.account.id,
    async (api, idempotentRequest, name) =>
      api.createApiKey.execute(
        callerOf(await authenticateSession(api, knownSession)),
        { name },
        idempotentRequest,
      ),
  );
  if (id === undefined) return;
  await client.send(`use ${id}`, (api) => api.authenticate.byApiKey(api.keys.keyOf(id)));
  const revoked = await client.sendWithRetry(`revoke ${id}`, async (api) =>
    api.revokeApiKey.execute(callerOf(await authenticateSession(api, knownSession)), id as ApiKeyId),
  );
  if (revoked.kind !== 'done') return;
  const lateUse = await client.send(`use revoked ${id}`, (api) =>
    api.authenticate.byApiKey(api.keys.keyOf(id)),
  );
  if (lateUse.kind === 'done') world.report(`${id} was accepted after it was revoked`);
}
