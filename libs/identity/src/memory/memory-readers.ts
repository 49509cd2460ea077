import {
  type ApiKeyId,
  type AuditId,
  type CursorPage,
  type CursorRequest,
  type Page,
  type PageRequest,
  parseEmail,
  type PasswordResetId,
  type SessionId,
  type UserId,
} from '@florin/kernel';
import { newestFirstPage } from '@florin/kernel/memory';
import { type CurrentApiKey, type CurrentSession, SessionStatusReader } from '../access/session-status.js';
import type { ApiKey } from '../api-key/api-key.js';
import { ApiKeyReader } from '../api-key/api-key.repository.js';
import { type AuditEntry, type AuditFilter, AuditTrail } from '../audit/audit.js';
import type { PasswordReset } from '../password-reset/password-reset.js';
import { PasswordResetReader } from '../password-reset/password-reset.repository.js';
import { isLive, type Session } from '../session/session.js';
import { SessionReader } from '../session/session.repository.js';
import type { User } from '../user/user.js';
import { UserDirectory, type UserFilter } from '../user/user.repository.js';
import type { MemoryIdentityUnitOfWork } from './memory-stores.js';

export class MemoryUserDirectory extends UserDirectory {
  constructor(private readonly unitOfWork: MemoryIdentityUnitOfWork) {
    super();
  }

  private get users(): User[] {
    return [...this.unitOfWork.state.users.values()].sort((left, right) => (left.id < right.id ? 1 : -1));
  }

  find(id: UserId): Promise<User | undefined> {
    return Promise.resolve(this.unitOfWork.state.users.get(id));
  }

  findByLogin(login: string): Promise<User | undefined> {
    const email = parseEmail(login);
    const isMatch = (user: User): boolean =>
      login.includes('@') ? user.email === email : user.username?.toLowerCase() === login.toLowerCase();
    return Promise.resolve(this.users.find(isMatch));
  }

  list({ accountId, status, search }: UserFilter, { page, limit }: PageRequest): Promise<Page<User>> {
    const part = search?.toLowerCase();
    const matching = this.users
      .filter((user) => accountId === undefined || user.accountId === accountId)
      .filter((user) => status === undefined || user.status === status)
      .filter(({ name, email }) => !part || name?.toLowerCase().includes(part) || email.includes(part));
    const first = (page - 1) * limit;
    return Promise.resolve({ items: matching.slice(first, first + limit), total: matching.length });
  }

  hasAdmin(): Promise<boolean> {
    return Promise.resolve(this.users.some(({ role }) => role === 'admin'));
  }
}

export class MemorySessionReader extends SessionReader {
  constructor(private readonly unitOfWork: MemoryIdentityUnitOfWork) {
    super();
  }

  listLive(userId: UserId, request: CursorRequest<SessionId>, now: Date): Promise<CursorPage<Session>> {
    const all = [...this.unitOfWork.state.sessions.values()];
    return Promise.resolve(
      newestFirstPage(
        all.filter((session) => session.userId === userId && isLive(session, now)),
        request,
      ),
    );
  }
}

export class MemoryApiKeyReader extends ApiKeyReader {
  constructor(private readonly unitOfWork: MemoryIdentityUnitOfWork) {
    super();
  }

  find(id: ApiKeyId): Promise<ApiKey | undefined> {
    return Promise.resolve(this.unitOfWork.state.apiKeys.get(id));
  }

  list(
    filter: { accountId?: ApiKey['accountId'] },
    request: CursorRequest<ApiKeyId>,
  ): Promise<CursorPage<ApiKey>> {
    const all = [...this.unitOfWork.state.apiKeys.values()];
    const isMatch = (key: ApiKey): boolean =>
      filter.accountId === undefined || key.accountId === filter.accountId;
    return Promise.resolve(newestFirstPage(all.filter(isMatch), request));
  }
}

export class MemoryPasswordResetReader extends PasswordResetReader {
  constructor(private readonly unitOfWork: MemoryIdentityUnitOfWork) {
    super();
  }

  find(id: PasswordResetId): Promise<PasswordReset | undefined> {
    return Promise.resolve(this.unitOfWork.state.passwordResets.get(id));
  }
}

export class MemoryAuditTrail extends AuditTrail {
  constructor(private readonly unitOfWork: MemoryIdentityUnitOfWork) {
    super();
  }

  list({ actor, subjectId }: AuditFilter, request: CursorRequest<AuditId>): Promise<CursorPage<AuditEntry>> {
    const matching = this.unitOfWork.state.audit.filter(
      (entry) => entry.actor === (actor ?? entry.actor) && entry.subjectId === (subjectId ?? entry.subjectId),
    );
    return Promise.resolve(newestFirstPage(matching, request));
  }
}

export class MemorySessionStatusReader extends SessionStatusReader {
  constructor(private readonly unitOfWork: MemoryIdentityUnitOfWork) {
    super();
  }

  findSession(id: SessionId): Promise<CurrentSession | undefined> {
    const { sessions, users, closedAccounts } = this.unitOfWork.state;
    const session = sessions.get(id);
    const user = session && users.get(session.userId);
    if (session === undefined || user === undefined) return Promise.resolve(undefined);
    const { id: userId, status: userStatus, role, accountId } = user;
    const { status, expiresAt } = session;
    const accountIsClosed = accountId !== undefined && closedAccounts.has(accountId);
    return Promise.resolve({
      sessionId: id,
      status,
      expiresAt,
      userId,
      userStatus,
      role,
      accountId,
      accountIsClosed,
    });
  }

  findApiKey(digest: string): Promise<CurrentApiKey | undefined> {
    const { apiKeys, closedAccounts, users } = this.unitOfWork.state;
    const apiKey = [...apiKeys.values()].find((key) => key.digest === digest);
    if (apiKey === undefined) return Promise.resolve(undefined);
    const { id: keyId, kind, status, expiresAt, accountId, createdBy } = apiKey;
    const accountIsClosed = accountId !== undefined && closedAccounts.has(accountId);
    const creatorIsActive = createdBy === undefined || users.get(createdBy)?.status === 'active';
    return Promise.resolve({ keyId, kind, status, expiresAt, accountId, accountIsClosed, creatorIsActive });
  }
}
