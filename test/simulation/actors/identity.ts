import type { Caller, Principal } from '@florin/identity';
import { ANONYMOUS } from '@florin/identity';
import type { ApiKeyId, SessionId, UserId } from '@florin/kernel';
import { SECOND_MS } from '@florin/kernel';
import type { Service } from '../service.js';
import type { Client } from './client.js';
import type { KnownUser, KnownSession, KnownResources } from './known-resources.js';

/** What people do with their sessions, and owners with their people and keys. */
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
  const answer = await client.send(`log in as ${email}`, (api) =>
    api.logIn.execute({ ...callerOf(ANONYMOUS), agent: password }, { login: email, password }),
  );
  if (answer.kind !== 'done') return;
  const { session, user, tokens } = answer.value;
  if (!client.world.database.tables.sessions.has(session.id))
    client.world.report(`${client.name} was given ${session.id}, which is not committed`);
  resources.sessions.push({
    user: knownUser,
    userId: user.id,
    sessionId: session.id,
    refreshTokens: [tokens.refreshToken],
  });
}

const authenticateSession = (api: Service, { userId, sessionId }: KnownSession) =>
  api.authenticate.bySession({ userId, sessionId: sessionId as SessionId });

/** Whether the rows say, at this moment and to every clock there is, that the session lets nobody in. */
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

/** One that is ahead wrote it, and one that is behind reads it. */
const MAX_CLOCK_SKEW_MS = 200 * SECOND_MS;

async function useSession(client: Client, resources: KnownResources): Promise<void> {
  const knownSession = resources.pickRecent(resources.sessions);
  if (knownSession === undefined) return;
  const wasOver = isSessionEnded(client, knownSession);
  const answer = await client.send(`use ${knownSession.sessionId}`, (api) =>
    authenticateSession(api, knownSession),
  );
  if (answer.kind === 'done' && wasOver && isSessionEnded(client, knownSession))
    client.world.report(`${knownSession.sessionId} let somebody in although it was over before they asked`);
}

/** The holder goes on refreshing, and then somebody comes with the token it had at first. */
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
  const isLongSpent = before !== undefined && generation < before.generation - 1;
  const wasOver = isSessionEnded(client, knownSession);
  const wasLive = !isSessionEnded(client, knownSession, -MAX_CLOCK_SKEW_MS);
  const answer = await client.send(`refresh with ${token}`, (api) =>
    api.refreshSession.execute(callerOf(ANONYMOUS), token),
  );
  if (answer.kind === 'none') return;
  if (answer.kind === 'done') {
    if (wasOver && isSessionEnded(client, knownSession))
      report(`${token} was exchanged after its session was over`);
    if (isLongSpent) report(`${token} was exchanged although it had been spent long before`);
    const successor = answer.value.refreshToken;
    if ((resources.successors.get(token) ?? successor) !== successor) report(`${token} has two successors`);
    resources.successors.set(token, successor);
    if (!knownSession.refreshTokens.includes(successor)) knownSession.refreshTokens.push(successor);
  } else if (
    isLongSpent &&
    wasLive &&
    database.tables.sessions.get(knownSession.sessionId)?.status === 'active'
  ) {
    report(`${knownSession.sessionId} lives on although ${token} was used twice`);
  }
}

async function logOut(client: Client, resources: KnownResources): Promise<void> {
  const knownSession = resources.pickRecent(resources.sessions);
  if (knownSession === undefined) return;
  const answer = await client.send(`log out of ${knownSession.sessionId}`, async (api) =>
    api.endSession.execute(callerOf(await authenticateSession(api, knownSession)), undefined),
  );
  if (answer.kind === 'done' && !isSessionEnded(client, knownSession))
    client.world.report(`${knownSession.sessionId} was logged out of and lives on`);
}

/** Whoever still knows the old password tries it once more at the same time. */
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
  const answer = await client.send(`change the password of ${knownSession.userId}`, async (api) =>
    api.updateUser.execute(callerOf(await authenticateSession(api, knownSession)), knownSession.userId, {
      password,
    }),
  );
  if (answer.kind !== 'done') return;
  knownSession.user.password = password;
  for (const other of others) {
    if (!isSessionEnded(client, other))
      client.world.report(`${other.sessionId} outlived a change of the password`);
  }
}

async function addMember(client: Client, resources: KnownResources): Promise<void> {
  const knownSession = resources.pickRecent(resources.sessions);
  if (knownSession === undefined) return;
  const { account } = knownSession.user;
  const password = 'a fine password';
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
  const answer = await client.sendWithRetry(`delete ${member.id}`, async (api) =>
    api.deleteUser.execute(callerOf(await authenticateSession(api, knownSession)), member.id),
  );
  if (answer.kind === 'done' && client.world.database.tables.users.has(member.id))
    client.world.report(`${member.id} was deleted and is there`);
}

async function useKey(client: Client, resources: KnownResources): Promise<void> {
  const knownSession = resources.pickRecent(resources.sessions);
  if (knownSession === undefined) return;
  const { world } = client;
  const id = await client.create(
    `make a key`,
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
  const late = await client.send(`use ${id} once more`, (api) =>
    api.authenticate.byApiKey(api.keys.keyOf(id)),
  );
  if (late.kind === 'done') world.report(`${id} let somebody in after it was revoked`);
}
