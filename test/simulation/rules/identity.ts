import { ACCOUNT_TYPES, type Account } from '@florin/accounts';
import type { ApiKey, Session, User } from '@florin/identity';
import { type Commit, requireSame, requireTimesInOrder } from './commit.js';

const EVENT_BY_STATUS = {
  active: 'account.activated',
  suspended: 'account.suspended',
  pending: 'account.pending',
  closed: 'account.closed',
} as const;

/** What must be true of accounts, users, sessions, keys and kept answers after each commit. */
export function checkIdentityInvariants(commit: Commit): void {
  for (const { key, before, after } of commit.of('accounts')) checkAccount(commit, key, before, after);
  for (const { key, before, after } of commit.of('users')) checkUser(commit, key, before, after);
  for (const { key, before, after } of commit.of('sessions')) checkSession(commit, key, before, after);
  for (const { key, before, after } of commit.of('apiKeys')) checkApiKey(commit, key, before, after);
  for (const { key, after } of commit.of('answers')) {
    const id = after?.response['id'] as string;
    const isThere = Object.values(commit.tables).some((table) => table.has(id));
    commit.require(isThere, `an answer is kept under ${key}, but not what it speaks of`);
  }
}

function checkAccount(
  commit: Commit,
  key: string,
  before: Account | undefined,
  after: Account | undefined,
): void {
  if (after === undefined) {
    commit.report(`${key} is gone`);
    return;
  }
  requireTimesInOrder(commit, key, before, after);
  commit.require(ACCOUNT_TYPES.includes(after.type), `${key} is of no type`);
  if (before === undefined) {
    commit.require(commit.hasEvent(key, 'account.opened'), `no event tells that ${key} was opened`);
    const owners = [...commit.tables.users.values()].filter(({ accountId }) => accountId === key);
    commit.require(
      owners.length === 1 && commit.tables.books.has(key),
      `${key} was opened without its owner or book`,
    );
    return;
  }
  if (before.status === 'closed') commit.report(`${key} was closed and then changed`);
  if (before.status !== after.status)
    commit.require(
      commit.hasEvent(key, EVENT_BY_STATUS[after.status]),
      `no event tells that ${key} is ${after.status}`,
    );
  const state = after.status === 'active' ? 'open' : after.status === 'closed' ? 'closed' : 'frozen';
  const book = commit.tables.books.get(key);
  commit.require(
    book?.state === state && book.currency === after.settings.currency,
    `${key} is ${after.status} in ${after.settings.currency} with a book that is ${book?.state ?? 'missing'}`,
  );
  if (after.status === 'closed' && before.status !== 'closed') requireDependentsEnded(commit, key);
}

/** Closing an account ends all that hangs on it, in the same commit. */
function requireDependentsEnded({ tables, report }: Commit, accountId: string): void {
  const users = [...tables.users.values()].filter((user) => user.accountId === accountId);
  const isTheirs = ({ userId }: Session) => users.some(({ id }) => id === userId);
  const left: Readonly<Record<string, boolean>> = {
    'active users': users.some(({ status }) => status === 'active'),
    sessions: [...tables.sessions.values()].some(
      (session) => session.status === 'active' && isTheirs(session),
    ),
    keys: [...tables.apiKeys.values()].some((key) => key.accountId === accountId && key.status === 'active'),
    'payment requests': [...tables.requests.values()].some(
      (request) => request.accountId === accountId && request.status === 'pending',
    ),
    subscriptions: [...tables.subscriptions.values()].some(
      (subscription) => subscription.accountId === accountId && subscription.status !== 'canceled',
    ),
    transactions: [...tables.transactions.values()].some(
      (transaction) => transaction.accountId === accountId && transaction.status === 'pending',
    ),
  };
  for (const [what, isLeft] of Object.entries(left)) {
    if (isLeft) report(`${accountId} was closed with ${what} left`);
  }
}

function checkUser(commit: Commit, key: string, before: User | undefined, after: User | undefined): void {
  if (after === undefined) {
    commit.require(commit.hasAuditEntry(key, 'user.deleted'), `${key} vanished from the trail`);
    return;
  }
  if (before === undefined) {
    commit.require(!commit.wasClosed(after.accountId ?? ''), `${key} joined a closed account`);
    commit.require(commit.hasAuditEntry(key, 'user.created'), `${key} came from nowhere`);
    return;
  }
  requireTimesInOrder(commit, key, before, after);
  requireSame(commit, key, before, after, ['id', 'role', 'accountId', 'createdAt']);
  commit.require(commit.hasAuditEntry(key, 'user.updated'), `nothing tells who changed ${key}`);
  if (before.passwordHash === after.passwordHash) return;
  const live = [...commit.tables.sessions.values()].filter(
    ({ userId, status }) => userId === key && status === 'active',
  );
  // The one that changed the password stays, if it was the user's own.
  commit.require(live.length <= 1, `${live.length} sessions of ${key} outlived the password they began with`);
}

function checkSession(
  commit: Commit,
  key: string,
  before: Session | undefined,
  after: Session | undefined,
): void {
  if (after === undefined) {
    commit.require(!commit.tables.users.has(before?.userId ?? ''), `${key} is gone, and its user is not`);
    return;
  }
  const user = commit.tables.users.get(after.userId);
  if (before === undefined) {
    commit.require(user?.status === 'active', `${key} began for a user who is not active`);
    commit.require(!commit.wasClosed(user?.accountId ?? ''), `${key} began in a closed account`);
    // Clients tell as their agent the password that they log in with.
    commit.require(user?.passwordHash === `plain:${after.agent ?? ''}`, `${key} began with an old password`);
    commit.require(commit.hasAuditEntry(key, 'session.started'), `nothing tells that ${key} began`);
    return;
  }
  requireSame(commit, key, before, after, ['id', 'userId', 'createdAt', 'absoluteExpiresAt']);
  if (before.status === 'ended') commit.report(`${key} had ended and was changed`);
  commit.require(after.expiresAt <= after.absoluteExpiresAt, `${key} lives beyond its end`);
  commit.require(
    after.generation - before.generation === Number(after.status === 'active'),
    `${key} went from generation ${before.generation} to ${after.generation} and is ${after.status}`,
  );
  if (after.status === 'ended')
    commit.require(commit.hasAuditEntry(key, 'session.ended'), `nothing tells why ${key} ended`);
}

function checkApiKey(
  commit: Commit,
  key: string,
  before: ApiKey | undefined,
  after: ApiKey | undefined,
): void {
  if (after === undefined) {
    commit.report(`${key} is gone`);
    return;
  }
  if (before === undefined) {
    commit.require(!commit.wasClosed(after.accountId ?? ''), `${key} was made for a closed account`);
    commit.require(commit.hasAuditEntry(key, 'api_key.created'), `nothing tells who made ${key}`);
    return;
  }
  if (before.status === 'revoked') commit.report(`${key} was revoked and then changed`);
  if (after.status === 'revoked')
    commit.require(commit.hasAuditEntry(key, 'api_key.revoked'), `nothing tells who revoked ${key}`);
}
