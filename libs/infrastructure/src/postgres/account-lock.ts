import { type AccountId, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';

/*
 * Advisory locks on an account, held until the SQL transaction ends and taken before every other lock of the account. They
 * are granted in order of arrival. Row locks are not: with new shared locks arriving all the time, an account in steady use
 * could never be suspended or closed. Accounts whose hashes collide share a lock, which costs waiting and nothing else.
 */

/** The first key of a two-key advisory lock; it spells "acct". */
const ACCOUNTS = 0x61636374;

export const lockAccountShared = (manager: EntityManager, accountId: AccountId): Promise<unknown> =>
  manager.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [ACCOUNTS, uuidFromId(accountId)]);

export const lockAccountExclusive = (manager: EntityManager, accountId: AccountId): Promise<unknown> =>
  manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ACCOUNTS, uuidFromId(accountId)]);
