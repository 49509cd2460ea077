import type { Caller, Principal } from '@florin/identity';
import { ANONYMOUS } from '@florin/identity';
import type { ApiKeyId, SessionId, UserId } from '@florin/kernel';
import { SECOND_MS } from '@florin/kernel';
import type { Service } from '../service.js';
import type { Client } from './client.js';
import type { Person, Ticket, Town } from './town.js';

/** What people do with their sessions, and owners with their people and keys. */
export const PEOPLE_ACTS = {
  logIn,
  useSession,
  refresh: (client: Client, town: Town) => refresh(client, town.any(town.tickets), town, 'latest'),
  stealToken,
  logOut,
  changePassword: changePasswordWhileLoggingIn,
  addMember,
  suspendMember,
  deleteMember,
  useKey,
} as const;

const by = (principal: Principal): Caller => ({ principal, address: undefined, agent: undefined });

async function logIn(client: Client, town: Town): Promise<void> {
  const person = town.any(town.people);
  if (person !== undefined) await logInAs(client, town, person);
}

async function logInAs(client: Client, town: Town, person: Person): Promise<void> {
  const { email, password } = person;
  const answer = await client.ask(`log in as ${email}`, (api) =>
    api.logIn.execute({ ...by(ANONYMOUS), agent: password }, { login: email, password }),
  );
  if (answer.kind !== 'done') return;
  const { session, user, tokens } = answer.value;
  if (!client.world.database.tables.sessions.has(session.id))
    client.world.report(`${client.name} was given ${session.id}, which is not committed`);
  town.tickets.push({
    person,
    userId: user.id,
    sessionId: session.id,
    refreshTokens: [tokens.refreshToken],
  });
}

const entering = (api: Service, { userId, sessionId }: Ticket) =>
  api.authenticate.bySession({ userId, sessionId: sessionId as SessionId });

/** Whether the rows say, at this moment and to every clock there is, that the session lets nobody in. */
function isOver(client: Client, ticket: Ticket, worstClockMs = WORST_CLOCK_MS): boolean {
  const { sessionId } = ticket;
  const { database, scheduler } = client.world;
  const { sessions, users, accounts } = database.tables;
  const session = sessions.get(sessionId);
  const user = session && users.get(session.userId);
  if (session === undefined || user === undefined) return true;
  const account = user.accountId === undefined ? undefined : accounts.get(user.accountId);
  const isExpired = session.expiresAt.getTime() + worstClockMs < scheduler.now;
  return session.status === 'ended' || user.status !== 'active' || account?.status === 'closed' || isExpired;
}

/** One that is ahead wrote it, and one that is behind reads it. */
const WORST_CLOCK_MS = 200 * SECOND_MS;

async function useSession(client: Client, town: Town): Promise<void> {
  const ticket = town.any(town.tickets);
  if (ticket === undefined) return;
  const wasOver = isOver(client, ticket);
  const answer = await client.ask(`use ${ticket.sessionId}`, (api) => entering(api, ticket));
  if (answer.kind === 'done' && wasOver && isOver(client, ticket))
    client.world.report(`${ticket.sessionId} let somebody in although it was over before they asked`);
}

/** The holder goes on refreshing, and then somebody comes with the token it had at first. */
async function stealToken(client: Client, town: Town): Promise<void> {
  const ticket = town.any(town.tickets);
  for (const which of ['latest', 'latest', 'first'] as const) await refresh(client, ticket, town, which);
}

async function refresh(
  client: Client,
  ticket: Ticket | undefined,
  town: Town,
  which: 'first' | 'latest',
): Promise<void> {
  const token = which === 'first' ? ticket?.refreshTokens[0] : ticket?.refreshTokens.at(-1);
  if (ticket === undefined || token === undefined) return;
  const { database, report } = client.world;
  const before = database.tables.sessions.get(ticket.sessionId);
  const generation = Number(token.split(' ').at(-1));
  const isLongSpent = before !== undefined && generation < before.generation - 1;
  const wasOver = isOver(client, ticket);
  const wasLive = !isOver(client, ticket, -WORST_CLOCK_MS);
  const answer = await client.ask(`refresh with ${token}`, (api) =>
    api.refreshSession.execute(by(ANONYMOUS), token),
  );
  if (answer.kind === 'none') return;
  if (answer.kind === 'done') {
    if (wasOver && isOver(client, ticket)) report(`${token} was exchanged after its session was over`);
    if (isLongSpent) report(`${token} was exchanged although it had been spent long before`);
    const successor = answer.value.refreshToken;
    if ((town.successors.get(token) ?? successor) !== successor) report(`${token} has two successors`);
    town.successors.set(token, successor);
    if (!ticket.refreshTokens.includes(successor)) ticket.refreshTokens.push(successor);
  } else if (isLongSpent && wasLive && database.tables.sessions.get(ticket.sessionId)?.status === 'active') {
    report(`${ticket.sessionId} lives on although ${token} was used twice`);
  }
}

async function logOut(client: Client, town: Town): Promise<void> {
  const ticket = town.any(town.tickets);
  if (ticket === undefined) return;
  const answer = await client.ask(`log out of ${ticket.sessionId}`, async (api) =>
    api.endSession.execute(by(await entering(api, ticket)), undefined),
  );
  if (answer.kind === 'done' && !isOver(client, ticket))
    client.world.report(`${ticket.sessionId} was logged out of and lives on`);
}

/** Whoever still knows the old password tries it once more at the same time. */
async function changePasswordWhileLoggingIn(client: Client, town: Town): Promise<void> {
  const ticket = town.any(town.tickets);
  if (ticket === undefined) return;
  await Promise.all([changePassword(client, town, ticket), logInAs(client, town, ticket.person)]);
}

async function changePassword(client: Client, town: Town, ticket: Ticket): Promise<void> {
  const password = `another password ${client.world.chance.below(1_000_000)}`;
  const others = town.tickets.filter(
    ({ sessionId, userId }) => userId === ticket.userId && sessionId !== ticket.sessionId,
  );
  const answer = await client.ask(`change the password of ${ticket.userId}`, async (api) =>
    api.updateUser.execute(by(await entering(api, ticket)), ticket.userId, { password }),
  );
  if (answer.kind !== 'done') return;
  ticket.person.password = password;
  for (const other of others) {
    if (!isOver(client, other)) client.world.report(`${other.sessionId} outlived a change of the password`);
  }
}

async function addMember(client: Client, town: Town): Promise<void> {
  const ticket = town.any(town.tickets);
  if (ticket === undefined) return;
  const { household } = ticket.person;
  const password = 'a fine password';
  let email = '';
  const what = `add a member to ${household.id}`;
  const id = await client.create(what, 'users', household.id, async (api, once, mark) => {
    email = `${mark}@example.com`;
    return api.createUser.execute(by(await entering(api, ticket)), { email, password }, once);
  });
  if (id === undefined) return;
  const person = { household, isOwner: false, email, password };
  town.members.push({ id: id as UserId, person });
  town.people.push(person);
}

async function suspendMember(client: Client, town: Town): Promise<void> {
  const member = town.any(town.members);
  const ticket = town.ownersTicket(member?.person.household);
  if (member === undefined || ticket === undefined) return;
  const status = client.world.chance.pick(['suspended', 'active']);
  await client.insist(`set ${member.id} to ${status}`, async (api) =>
    api.updateUser.execute(by(await entering(api, ticket)), member.id, { status }),
  );
  await logInAs(client, town, member.person);
}

async function deleteMember(client: Client, town: Town): Promise<void> {
  const member = town.any(town.members);
  const ticket = town.ownersTicket(member?.person.household);
  if (member === undefined || ticket === undefined) return;
  const answer = await client.insist(`delete ${member.id}`, async (api) =>
    api.deleteUser.execute(by(await entering(api, ticket)), member.id),
  );
  if (answer.kind === 'done' && client.world.database.tables.users.has(member.id))
    client.world.report(`${member.id} was deleted and is there`);
}

async function useKey(client: Client, town: Town): Promise<void> {
  const ticket = town.any(town.tickets);
  if (ticket === undefined) return;
  const { world } = client;
  const id = await client.create(
    `make a key`,
    'apiKeys',
    ticket.person.household.id,
    async (api, once, name) => api.createApiKey.execute(by(await entering(api, ticket)), { name }, once),
  );
  if (id === undefined) return;
  await client.ask(`use ${id}`, (api) => api.authenticate.byApiKey(api.keys.keyOf(id)));
  const revoked = await client.insist(`revoke ${id}`, async (api) =>
    api.revokeApiKey.execute(by(await entering(api, ticket)), id as ApiKeyId),
  );
  if (revoked.kind !== 'done') return;
  const late = await client.ask(`use ${id} once more`, (api) =>
    api.authenticate.byApiKey(api.keys.keyOf(id)),
  );
  if (late.kind === 'done') world.report(`${id} let somebody in after it was revoked`);
}
