import {
  type ApiKey,
  type CurrentApiKey,
  endSession,
  type IdentityStores,
  revokeApiKey,
  type Session,
  type CurrentSession,
  SessionStatusReader,
  type User,
  UserDirectory,
} from '@florin/identity';
import {
  type ApiKeyId,
  DomainError,
  type Page,
  parseEmail,
  type SessionId,
  type UserId,
} from '@florin/kernel';
import type { Process } from '../process.js';
import type { SqlTransaction } from '../sql-transaction.js';

export function identityStores(sql: SqlTransaction): IdentityStores {
  return {
    users: usersOn(sql),
    sessions: sessionsOn(sql),
    apiKeys: apiKeysOn(sql),
    audit: {
      add: (entry) => sql.write('audit', entry.id, entry),
      addAll: async (entries) => {
        for (const entry of entries) await sql.write('audit', entry.id, entry);
      },
    },
    // Resets are not simulated, so there are none to supersede.
    passwordResets: {
      lock: notSimulated,
      add: notSimulated,
      save: notSimulated,
      supersedeByUser: () => Promise.resolve(),
    },
    passwordResetMails: { add: notSimulated },
  };
}

const notSimulated = () => Promise.reject(new Error('Not simulated: password resets.'));

function usersOn(sql: SqlTransaction): IdentityStores['users'] {
  const put = async (user: User): Promise<void> => {
    await sql.claim(`users.email ${user.email}`);
    const [taken] = await sql.select('users', ({ id, email }) => id !== user.id && email === user.email);
    if (taken !== undefined) throw new DomainError('email_exists', 'A user with this email exists.');
    await sql.writeNow('users', user.id, user);
  };
  const isOfClosedAccount = async ({ accountId }: User): Promise<boolean> =>
    accountId !== undefined && (await sql.read('accounts', accountId))?.status === 'closed';
  return {
    find: (id) => sql.read('users', id),
    lock: (id) => sql.lock('users', id),
    lockAdmins: () => sql.lockWhere('users', ({ role }) => role === 'admin'),
    lockOwner: async (accountId) => {
      const [owner] = await sql.lockWhere(
        'users',
        (user) => user.accountId === accountId && user.role === 'owner',
      );
      return owner;
    },
    lockByAccount: (accountId) => sql.lockWhere('users', (user) => user.accountId === accountId),
    ownsOpenAccount: async (user) => user.role === 'owner' && !(await isOfClosedAccount(user)),
    lockAccountShared: async (accountId) => {
      const status = (await sql.lock('accounts', accountId, 'shared'))?.status ?? 'closed';
      return status === 'closed' || status === 'suspended' ? status : 'open';
    },
    isAccountClosed: isOfClosedAccount,
    add: put,
    save: put,
    saveStatuses: async (users) => {
      for (const user of users) await sql.writeNow('users', user.id, user);
    },
    remove: async (user) => {
      const sessions = await sql.lockWhere('sessions', ({ userId }) => userId === user.id);
      for (const { id } of sessions) await sql.writeNow('sessions', id, undefined);
      await sql.writeNow('users', user.id, undefined);
    },
  };
}

function sessionsOn(sql: SqlTransaction): IdentityStores['sessions'] {
  const put = (session: Session) => sql.write('sessions', session.id, session);
  const endAll = async (
    test: (session: Session) => boolean,
    reason: Parameters<typeof endSession>[1],
    now: Date,
  ): Promise<SessionId[]> => {
    const active = await sql.lockWhere('sessions', (session) => session.status === 'active' && test(session));
    for (const session of active)
      await sql.writeNow('sessions', session.id, endSession(session, reason, now));
    return active.map(({ id }) => id);
  };
  return {
    lock: (id) => sql.lock('sessions', id),
    add: put,
    save: put,
    endByUser: (userId, keep, reason, now) =>
      endAll((session) => session.userId === userId && session.id !== keep, reason, now),
    endByAccount: (accountId, reason, now) =>
      endAll(({ userId }) => sql.peek('users', userId)?.accountId === accountId, reason, now),
  };
}

function apiKeysOn(sql: SqlTransaction): IdentityStores['apiKeys'] {
  const put = (apiKey: ApiKey) => sql.write('apiKeys', apiKey.id, apiKey);
  const revokeAll = async (test: (key: ApiKey) => boolean, now: Date): Promise<ApiKeyId[]> => {
    const active = await sql.lockWhere('apiKeys', (key) => key.status === 'active' && test(key));
    for (const apiKey of active) await put(revokeApiKey(apiKey, now));
    return active.map(({ id }) => id);
  };
  return {
    lock: (id) => sql.lock('apiKeys', id),
    add: put,
    save: put,
    revokeByAccount: (accountId, now) => revokeAll((key) => key.accountId === accountId, now),
    revokeByCreator: (userId, now) =>
      revokeAll(({ kind, createdBy }) => kind === 'platform' && createdBy === userId, now),
  };
}

export class SimulatedUserDirectory extends UserDirectory {
  constructor(private readonly process: Process) {
    super();
  }

  async find(id: UserId): Promise<User | undefined> {
    await this.process.yieldControl();
    return this.process.world.database.tables.users.get(id);
  }

  async findByLogin(login: string): Promise<User | undefined> {
    await this.process.yieldControl();
    const email = parseEmail(login);
    return [...this.process.world.database.tables.users.values()].find((user) => user.email === email);
  }

  list(): Promise<Page<User>> {
    return Promise.reject(new Error('Not simulated: listing users.'));
  }

  async hasAdmin(): Promise<boolean> {
    await this.process.yieldControl();
    return [...this.process.world.database.tables.users.values()].some(({ role }) => role === 'admin');
  }
}

export class SimulatedSessionStatusReader extends SessionStatusReader {
  constructor(private readonly process: Process) {
    super();
  }

  async findSession(sessionId: SessionId): Promise<CurrentSession | undefined> {
    await this.process.yieldControl();
    const { sessions, users } = this.process.world.database.tables;
    const session = sessions.get(sessionId);
    const user = session && users.get(session.userId);
    if (session === undefined || user === undefined) return undefined;
    const { status, expiresAt } = session;
    const { id: userId, status: userStatus, role, accountId } = user;
    const accountIsClosed = this.isClosed(accountId);
    return { sessionId, status, expiresAt, userId, userStatus, role, accountId, accountIsClosed };
  }

  async findApiKey(digest: string): Promise<CurrentApiKey | undefined> {
    await this.process.yieldControl();
    const keys = [...this.process.world.database.tables.apiKeys.values()];
    const apiKey = keys.find((key) => key.digest === digest);
    if (apiKey === undefined) return undefined;
    const { id: keyId, kind, status, expiresAt, accountId, createdBy } = apiKey;
    const { users } = this.process.world.database.tables;
    const creatorIsActive = createdBy === undefined || users.get(createdBy)?.status === 'active';
    const accountIsClosed = this.isClosed(accountId);
    return { keyId, kind, status, expiresAt, accountId, accountIsClosed, creatorIsActive };
  }

  private isClosed(accountId: string | undefined): boolean {
    const { accounts } = this.process.world.database.tables;
    return accountId !== undefined && accounts.get(accountId)?.status === 'closed';
  }
}
