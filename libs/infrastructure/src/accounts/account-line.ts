import { type AccountId, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';

/*
 * The line in which everybody stands who wants an account to stay as it is, or to change it, until its SQL transaction
 * ends. Locks on a row have none: PostgreSQL lets whoever shares a row pass by one who waits to have it alone, and an
 * account in steady use could never be suspended or closed. Advisory locks are given in the order of arrival. Everybody
 * stands in line before locking the row, and so before any other lock that belongs to the account.
 *
 * Two accounts with the same hash share a line, which costs some waiting and nothing else: nobody stands in two lines.
 * Keys of two numbers never meet those of one, which migrations and jobs use.
 */

/** Tells this use of advisory locks from others to come; it spells "acct". */
const ACCOUNTS = 0x61636374;

export const lineUpToShare = (manager: EntityManager, accountId: AccountId): Promise<unknown> =>
  manager.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [ACCOUNTS, uuidFromId(accountId)]);

export const lineUpAlone = (manager: EntityManager, accountId: AccountId): Promise<unknown> =>
  manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ACCOUNTS, uuidFromId(accountId)]);
