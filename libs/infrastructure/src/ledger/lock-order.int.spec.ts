import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountId, idFromUuid, uuidFromId } from '@florin/kernel';
import { aBalance } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { until } from '../../../../test/support/until.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { lockBalances } from './ledger.sql.js';
import { sqlClientOf } from './sql-client.js';
import { postgresHarness } from './testing/postgres-harness.js';

/** An index scan would return the rows in id order even without ORDER BY. */
const WITHOUT_INDEX = ['enable_seqscan TO on', 'enable_indexscan TO off', 'enable_bitmapscan TO off'];

describe('several balances', () => {
  let dataSource: DataSource;

  beforeAll(async () => {
    ({ dataSource } = await openDatabase());
  });

  const lockWithoutIndex = (accountIds: readonly AccountId[]): Promise<AccountId[]> =>
    inSqlTransaction(dataSource, async (manager) => {
      for (const setting of WITHOUT_INDEX) await manager.query(`SET LOCAL ${setting}`);
      return (await lockBalances(await sqlClientOf(manager), accountIds)).balances.map(
        ({ accountId }) => accountId,
      );
    });
  const untilLockAwaited = (): Promise<void> =>
    until('a lock is waited for', async () => {
      const waiting = await dataSource.query<unknown[]>(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
  const unlockedAccounts = async (): Promise<AccountId[]> => {
    const rows = await dataSource.query<{ account_id: string }[]>(
      'SELECT account_id FROM books ORDER BY account_id FOR UPDATE SKIP LOCKED',
    );
    return rows.map(({ account_id }) => idFromUuid('acct', account_id));
  };

  it('are locked in id order, regardless of the order of the parameters and of the rows', async () => {
    const ids = [aBalance(), aBalance(), aBalance()].map(({ accountId }) => accountId).sort();
    const [first, second, third] = ids as [AccountId, AccountId, AccountId];
    const harness = postgresHarness(dataSource);
    for (const accountId of [third, second, first]) await harness.openBalance(aBalance({ accountId }));

    const holder = dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM books WHERE account_id = $1 FOR UPDATE', [uuidFromId(first)]);
    const locking = lockWithoutIndex([third, first, second]);
    await untilLockAwaited();
    const free = await unlockedAccounts();
    await holder.rollbackTransaction();
    await holder.release();

    expect(await locking).toEqual([first, second, third]);
    expect(free).toEqual([second, third]);
  });
});
