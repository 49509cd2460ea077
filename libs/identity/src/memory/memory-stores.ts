import {
  type AccountId,
  type ApiKeyId,
  type PasswordResetId,
  type SessionId,
  type UserId,
} from '@florin/kernel';
import { type StoredResponse, MemoryUnitOfWork } from '@florin/kernel/memory';
import { type ApiKey, revoke } from '../api-key/api-key.js';
import type { AuditEntry } from '../audit/audit.js';
import { refusal } from '../errors.js';
import { type PasswordReset, supersede } from '../password-reset/password-reset.js';
import { end, type EndReason, type Session } from '../session/session.js';
import type { IdentityStores } from '../stores.js';
import type { User } from '../user/user.js';
import type { AccountState } from '../user/user.repository.js';

/** Values are never changed in place, so a copy of the maps is a snapshot. */
export class MemoryState {
  constructor(
    readonly users = new Map<UserId, User>(),
    readonly sessions = new Map<SessionId, Session>(),
    readonly apiKeys = new Map<ApiKeyId, ApiKey>(),
    readonly audit: AuditEntry[] = [],
    readonly closedAccounts = new Set<AccountId>(),
    readonly responses = new Map<string, StoredResponse>(),
    readonly suspendedAccounts = new Set<AccountId>(),
    readonly passwordResets = new Map<PasswordResetId, PasswordReset>(),
    readonly resetMails: PasswordResetId[] = [],
  ) {}

  copy(): MemoryState {
    return new MemoryState(
      new Map(this.users),
      new Map(this.sessions),
      new Map(this.apiKeys),
      [...this.audit],
      new Set(this.closedAccounts),
      new Map(this.responses),
      new Set(this.suspendedAccounts),
      new Map(this.passwordResets),
      [...this.resetMails],
    );
  }
}

export class MemoryIdentityUnitOfWork extends MemoryUnitOfWork<MemoryState, IdentityStores> {
  constructor(state = new MemoryState()) {
    super(state, storesOn);
  }
}

function storesOn(state: MemoryState): IdentityStores {
  return {
    users: usersOn(state),
    sessions: sessionsOn(state),
    apiKeys: apiKeysOn(state),
    passwordResets: passwordResetsOn(state),
    passwordResetMails: {
      add: ({ id }) => {
        state.resetMails.push(id);
        return Promise.resolve();
      },
    },
    audit: {
      add: (entry) => {
        state.audit.push(entry);
        return Promise.resolve();
      },
      addAll: (entries) => {
        state.audit.push(...entries);
        return Promise.resolve();
      },
    },
  };
}

function usersOn(state: MemoryState): IdentityStores['users'] {
  const matching = (test: (user: User) => boolean): Promise<User[]> =>
    Promise.resolve(
      [...state.users.values()].filter(test).sort((left, right) => (left.id < right.id ? -1 : 1)),
    );
  const put = async (user: User): Promise<void> => {
    const others = await matching(({ id }) => id !== user.id);
    if (others.some(({ email }) => email === user.email))
      throw refusal('email_exists', 'A user with this email exists.');
    const username = user.username?.toLowerCase();
    if (username !== undefined && others.some((other) => other.username?.toLowerCase() === username)) {
      throw refusal('conflict', 'This username is taken.');
    }
    state.users.set(user.id, user);
  };
  const isAccountClosed = ({ accountId }: User): boolean =>
    accountId !== undefined && state.closedAccounts.has(accountId);
  const stateOf = (accountId: AccountId): AccountState => {
    if (state.closedAccounts.has(accountId)) return 'closed';
    return state.suspendedAccounts.has(accountId) ? 'suspended' : 'open';
  };
  return {
    find: (id) => Promise.resolve(state.users.get(id)),
    lock: (id) => Promise.resolve(state.users.get(id)),
    lockAdmins: () => matching(({ role }) => role === 'admin'),
    lockOwner: async (accountId) => {
      const [owner] = await matching((user) => user.accountId === accountId && user.role === 'owner');
      return owner;
    },
    lockByAccount: (accountId) => matching((user) => user.accountId === accountId),
    ownsOpenAccount: (user) => Promise.resolve(user.role === 'owner' && !isAccountClosed(user)),
    lockAccountShared: (accountId) => Promise.resolve(stateOf(accountId)),
    isAccountClosed: (user) => Promise.resolve(isAccountClosed(user)),
    add: put,
    save: put,
    saveStatuses: (users) => {
      for (const { id, status, updatedAt } of users) {
        const user = state.users.get(id);
        if (user !== undefined) state.users.set(id, { ...user, status, updatedAt });
      }
      return Promise.resolve();
    },
    remove: (user) => {
      state.users.delete(user.id);
      for (const { id, userId } of [...state.sessions.values()])
        if (userId === user.id) state.sessions.delete(id);
      for (const { id, userId } of [...state.passwordResets.values()])
        if (userId === user.id) state.passwordResets.delete(id);
      return Promise.resolve();
    },
  };
}

function sessionsOn(state: MemoryState): IdentityStores['sessions'] {
  const put = (session: Session): Promise<void> => {
    state.sessions.set(session.id, session);
    return Promise.resolve();
  };
  const endAll = async (
    test: (session: Session) => boolean,
    reason: EndReason,
    now: Date,
  ): Promise<SessionId[]> => {
    const ending = [...state.sessions.values()].filter(
      (session) => session.status === 'active' && test(session),
    );
    for (const session of ending) await put(end(session, reason, now));
    return ending.map(({ id }) => id);
  };
  return {
    lock: (id) => Promise.resolve(state.sessions.get(id)),
    add: put,
    save: put,
    endByUser: (userId, keep, reason, now) =>
      endAll((session) => session.userId === userId && session.id !== keep, reason, now),
    endByAccount: (accountId, reason, now) =>
      endAll(({ userId }) => state.users.get(userId)?.accountId === accountId, reason, now),
  };
}

function apiKeysOn(state: MemoryState): IdentityStores['apiKeys'] {
  const put = (apiKey: ApiKey): Promise<void> => {
    state.apiKeys.set(apiKey.id, apiKey);
    return Promise.resolve();
  };
  const revokeAll = async (test: (apiKey: ApiKey) => boolean, now: Date): Promise<ApiKeyId[]> => {
    const active = [...state.apiKeys.values()].filter((key) => key.status === 'active' && test(key));
    for (const apiKey of active) await put(revoke(apiKey, now));
    return active.map(({ id }) => id);
  };
  return {
    lock: (id) => Promise.resolve(state.apiKeys.get(id)),
    add: put,
    save: put,
    revokeByAccount: (accountId, now) => revokeAll((key) => key.accountId === accountId, now),
    revokeByCreator: (userId, now) =>
      revokeAll(({ kind, createdBy }) => kind === 'platform' && createdBy === userId, now),
  };
}

function passwordResetsOn(state: MemoryState): IdentityStores['passwordResets'] {
  const put = (reset: PasswordReset): Promise<void> => {
    state.passwordResets.set(reset.id, reset);
    return Promise.resolve();
  };
  return {
    lock: (id) => Promise.resolve(state.passwordResets.get(id)),
    add: put,
    save: put,
    supersedeByUser: async (userId) => {
      for (const reset of [...state.passwordResets.values()])
        if (reset.userId === userId && reset.status === 'requested') await put(supersede(reset));
    },
  };
}
