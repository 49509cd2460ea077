import { type AccountId, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import { shardsOf } from './account-shards.js';

// Advisory locks on an account are taken before all other locks on it. They are granted in order of arrival; row locks
// are not, so an account in constant use could never be locked exclusively.

/** The first key of a two-key advisory lock: "acct" in ASCII. */
const ACCOUNTS = 0x61636374;

export const lockAccountShared = (manager: EntityManager, accountId: AccountId): Promise<unknown> =>
  manager.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [ACCOUNTS, uuidFromId(accountId)]);

export const lockAccountExclusive = (manager: EntityManager, accountId: AccountId): Promise<unknown> =>
  manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ACCOUNTS, uuidFromId(accountId)]);

/**
 * The row lock that follows the advisory lock. On Citus there is none: a row lock in a reference table locks all accounts
 * twice there, so that any two of them deadlock. The advisory lock suffices, if all sessions use the coordinator.
 */
export const accountRowLock = <Mode extends 'pessimistic_read' | 'for_no_key_update'>(
  { dataSource }: EntityManager,
  mode: Mode,
): { readonly lock?: { readonly mode: Mode } } =>
  shardsOf(dataSource).areDistributed ? {} : { lock: { mode } };
