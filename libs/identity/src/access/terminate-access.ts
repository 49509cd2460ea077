import type { AccountId, Id, Ids } from '@florin/kernel';
import { type AuditAction, type AuditActor, auditEntry } from '../audit/audit.js';
import type { IdentityStores } from '../stores.js';
import { suspend } from '../user/user.js';

export interface Termination {
  readonly accountId: AccountId;
  readonly by: AuditActor;
  readonly now: Date;
}

/** Part of closing an account: suspends its users, ends their sessions and revokes its API keys. */
export async function terminateAccess(
  stores: IdentityStores,
  ids: Ids,
  { accountId, by, now }: Termination,
): Promise<void> {
  const record = (action: AuditAction, subjects: readonly Id[]): Promise<void> => {
    const details = { reason: 'account_closed' };
    return stores.audit.addAll(
      subjects.map((subjectId) => auditEntry(ids, by, { action, subjectId, details }, now)),
    );
  };
  // Users first: a login locks its user's row, so no session can start once all of them are locked.
  const users = await stores.users.lockByAccount(accountId);
  const suspended = users.flatMap((user) => {
    const after = suspend(user, now);
    return after === user ? [] : [after];
  });
  // One statement for all users: the account and its balance are locked meanwhile.
  await stores.users.saveStatuses(suspended);
  await record(
    'user.updated',
    suspended.map(({ id }) => id),
  );
  await record('session.ended', await stores.sessions.endByAccount(accountId, 'account_closed', now));
  await record('api_key.revoked', await stores.apiKeys.revokeByAccount(accountId, now));
}
