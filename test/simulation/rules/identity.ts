import { ACCOUNT_TYPES, type Account } from '@florin/accounts';
import type { ApiKey, Session, User } from '@florin/identity';
import type { JsonObject } from '@florin/kernel';
import { type Commit, requireSame, requireTimesInOrder } from './commit.js';

const EVENT_BY_STATUS = {
  active: 'account.activated',
  suspended: 'account.suspended',
  pending: 'account.pending',
  closed: 'account.closed',
} as const;

/** Invariants of accounts, users, sessions, API keys and idempotent responses, checked after each commit. */
export function checkIdentityInvariants(commit: Commit): void {
  for (const { key, before, after } of commit.of('accounts')) checkAccount(commit, key, before, after);
  for (const { key, before, after } of commit.of('users')) checkUser(commit, key, before, after);
  for (const { key, before, after } of commit.of('sessions')) checkSession(commit, key, before, after);
  for (const { key, before, after } of commit.of('apiKeys')) checkApiKey(commit, key, before, after);
  for (const { key, after } of commit.of('storedResponses')) {
    const isStored = after !== undefined && idsIn(after.response).every((id) => hasResource(commit, id));
    commit.require(isStored, `the stored response ${key} is about a missing resource`);
  }
}

function checkAccount(
  commit: Commit,
  key: string,
  before: Account | undefined,
  after: Account | undefined,
): void {
  if (after === undefined) {
    commit.report(`${key} was deleted`);
    return;
  }
  requireTimesInOrder(commit, key, before, after);
  commit.require(ACCOUNT_TYPES.includes(after.type), `${key} has an unknown type`);
  if (before === undefined) {
    commit.require(commit.hasEvent(key, 'account.opened'), `no account.opened event for ${key}`);
    const owners = [...commit.tables.users.values()].filter(({ accountId }) => accountId === key);
    commit.require(
      owners.length === 1 && commit.tables.balances.has(key),
      `${key} was opened without its owner or balance`,
    );
    return;
  }
  if (before.status === 'closed') commit.report(`${key} was closed and then changed`);
  if (before.status !== after.status)
    commit.require(
      commit.hasEvent(key, EVENT_BY_STATUS[after.status]),
      `no ${EVENT_BY_STATUS[after.status]} event for ${key}`,
    );
  const state = after.status === 'active' ? 'open' : after.status === 'closed' ? 'closed' : 'frozen';
  const balance = commit.tables.balances.get(key);
  commit.require(
    balance?.state === state && balance.currency === after.settings.currency,
    `${key} is ${after.status} in ${after.settings.currency} with a balance that is ${balance?.state ?? 'missing'}`,
  );
  if (after.status === 'closed' && before.status !== 'closed') requireDependentsEnded(commit, key);
}

/** Closing an account ends everything that depends on it, in the same commit. */
function requireDependentsEnded({ tables, report }: Commit, accountId: string): void {
  const users = [...tables.users.values()].filter((user) => user.accountId === accountId);
  const isTheirSession = ({ userId }: Session) => users.some(({ id }) => id === userId);
  const left: Readonly<Record<string, boolean>> = {
    'active users': users.some(({ status }) => status === 'active'),
    sessions: [...tables.sessions.values()].some(
      (session) => session.status === 'active' && isTheirSession(session),
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
    commit.require(commit.hasAuditEntry(key, 'user.deleted'), `no user.deleted audit entry for ${key}`);
    return;
  }
  if (before === undefined) {
    commit.require(!commit.wasClosed(after.accountId ?? ''), `${key} joined a closed account`);
    commit.require(commit.hasAuditEntry(key, 'user.created'), `no user.created audit entry for ${key}`);
    return;
  }
  requireTimesInOrder(commit, key, before, after);
  requireSame(commit, key, before, after, ['id', 'role', 'accountId', 'createdAt']);
  commit.require(commit.hasAuditEntry(key, 'user.updated'), `no user.updated audit entry for ${key}`);
  if (before.passwordHash === after.passwordHash) return;
  const active = [...commit.tables.sessions.values()].filter(
    ({ userId, status }) => userId === key && status === 'active',
  );
  // The session that changed the password stays active.
  commit.require(
    active.length <= 1,
    `${active.length} sessions of ${key} are active after a password change`,
  );
}

function checkSession(
  commit: Commit,
  key: string,
  before: Session | undefined,
  after: Session | undefined,
): void {
  if (after === undefined) {
    commit.require(!commit.tables.users.has(before?.userId ?? ''), `${key} was deleted, but not its user`);
    return;
  }
  const user = commit.tables.users.get(after.userId);
  if (before === undefined) {
    commit.require(user?.status === 'active', `${key} was started for an inactive user`);
    commit.require(!commit.wasClosed(user?.accountId ?? ''), `${key} was started in a closed account`);
    // The simulated clients send the password of the login as their user agent.
    commit.require(
      user?.passwordHash === `plain:${after.agent ?? ''}`,
      `${key} was started with an old password`,
    );
    commit.require(commit.hasAuditEntry(key, 'session.started'), `no session.started audit entry for ${key}`);
    return;
  }
  requireSame(commit, key, before, after, ['id', 'userId', 'createdAt', 'absoluteExpiresAt']);
  if (before.status === 'ended') commit.report(`${key} had ended and was changed`);
  commit.require(after.expiresAt <= after.absoluteExpiresAt, `${key} expires after its absolute expiry`);
  commit.require(
    after.generation - before.generation === Number(after.status === 'active'),
    `${key} went from generation ${before.generation} to ${after.generation} and is ${after.status}`,
  );
  if (after.status === 'ended')
    commit.require(commit.hasAuditEntry(key, 'session.ended'), `no session.ended audit entry for ${key}`);
}

function checkApiKey(
  commit: Commit,
  key: string,
  before: ApiKey | undefined,
  after: ApiKey | undefined,
): void {
  if (after === undefined) {
    commit.report(`${key} was deleted`);
    return;
  }
  if (before === undefined) {
    commit.require(!commit.wasClosed(after.accountId ?? ''), `${key} was created for a closed account`);
    commit.require(commit.hasAuditEntry(key, 'api_key.created'), `no api_key.created audit entry for ${key}`);
    return;
  }
  if (before.status === 'revoked') commit.report(`${key} was revoked and then changed`);
  if (after.status === 'revoked')
    commit.require(commit.hasAuditEntry(key, 'api_key.revoked'), `no api_key.revoked audit entry for ${key}`);
}

/** Of a single resource, or of the transactions of a batch. */
function idsIn({ id, results }: JsonObject): string[] {
  if (!Array.isArray(results)) return [id as string];
  return results.filter((result) => typeof result === 'string' && result.startsWith('txn_')) as string[];
}

/** A transfer is stored as its two transactions. */
const hasResource = ({ tables }: Commit, id: string): boolean =>
  id.startsWith('trf_')
    ? [...tables.transactions.values()].some(({ transferId }) => transferId === id)
    : Object.values(tables).some((table) => table.has(id));
