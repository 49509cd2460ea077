import { type AccountId, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';

// Advisory locks on an account are taken before all other locks on it. They are granted in order of arrival; row locks
// are not, so an account in constant use could never be locked exclusively.

/** The first key of a two-key advisory lock: "acct" in ASCII. */
const ACCOUNTS = 0x61636374;

export const lockAccountShared = (manager: EntityManager, accountId: AccountId): Promise<unknown> =>
  manager.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [ACCOUNTS, uuidFromId(accountId)]);

export const lockAccountExclusive = (manager: EntityManager, accountId: AccountId): Promise<unknown> =>
  manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ACCOUNTS, uuidFromId(accountId)]);
