import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountId } from '@florin/kernel';
import { LedgerFixture, USD } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { postgresHarness } from './testing/postgres-harness.js';

const PAIRS = 200;
const FUNDS = 1_000;
const ROUNDS = 4;

describe('200 pairs of accounts that transfer to each other at once', () => {
  let dataSource: DataSource;
  let fixture: LedgerFixture;
  let pairs: (readonly [AccountId, AccountId])[];

  beforeAll(async () => {
    ({ dataSource } = await openDatabase());
    fixture = new LedgerFixture(postgresHarness(dataSource));
    const open = () => fixture.openAccount(FUNDS);
    pairs = await Promise.all(
      Array.from({ length: PAIRS }, async () => [await open(), await open()] as const),
    );
  });

  /** One statement reads one snapshot. */
  const readSums = async () => {
    const [sums] = await dataSource.query<{ money: string; held: string; incoming: string }[]>(
      'SELECT sum(available + held) AS money, sum(held) AS held, sum(incoming) AS incoming FROM books',
    );
    return sums!;
  };

  it('have no deadlock, and exact sums at every read', async () => {
    const deadlocks = async () => {
      const [row] = await dataSource.query<{ deadlocks: string }[]>(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      );
      return Number(row?.deadlocks);
    };
    const before = await deadlocks();
    const ledgers = [fixture.ledger, fixture.anotherLedger()] as const;
    const moveBothWays = async ([one, other]: readonly [AccountId, AccountId], number: number) => {
      for (let round = 0; round < ROUNDS; round++) {
        const move = (fromAccountId: AccountId, toAccountId: AccountId, instance: 0 | 1) =>
          ledgers[instance].createTransfer({
            fromAccountId,
            toAccountId,
            amount: 1 + ((number + round) % 9),
            currency: USD,
            settle: (number + round) % 3 > 0,
          });
        await Promise.all([move(one, other, 0), move(other, one, 1)]);
      }
    };
    const progress = { isDone: false };
    const moving = Promise.all(pairs.map(moveBothWays)).finally(() => {
      progress.isDone = true;
    });
    let reads = 0;
    while (!progress.isDone) {
      const { money, held, incoming } = await readSums();
      expect([Number(money), held]).toEqual([2 * PAIRS * FUNDS, incoming]);
      reads += 1;
    }
    await moving;
    expect(reads).toBeGreaterThan(5);
    expect(await deadlocks()).toBe(before);
    const [{ count } = { count: '' }] = await dataSource.query<{ count: string }[]>(
      'SELECT count(*) FROM transactions WHERE transfer_id IS NOT NULL',
    );
    expect(Number(count)).toBe(4 * PAIRS * ROUNDS);
    expect(await fixture.harness.audit()).toEqual([]);
  });
});
