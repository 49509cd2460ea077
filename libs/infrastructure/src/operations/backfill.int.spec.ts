import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountId, uuidFromId } from '@florin/kernel';
import { LedgerFixture } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { compactActivity } from '../ledger/compact-activity.js';
import { PostgresPlatformActivityReader } from '../ledger/running-totals.js';
import { forgetReports } from '../ledger/testing/earlier-release.js';
import { postgresHarness } from '../ledger/testing/postgres-harness.js';
import { verifyBooks } from '../verification/verify-books.js';
import { chainStoredEvents } from './chain-stored-events.js';
import { fillEventBalances } from './fill-event-balances.js';
import { numberEntries } from './number-entries.js';

let dataSource: DataSource;
let fixture: LedgerFixture;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  fixture = new LedgerFixture(postgresHarness(dataSource));
});

async function openBusyAccount(): Promise<AccountId> {
  const accountId = await fixture.openAccount(1_000);
  for (const amount of [300, 200]) await fixture.create(accountId, { amount, settle: true });
  fixture.clock.advance(1_000);
  await fixture.create(accountId, { amount: 50 });
  await fixture.createSettled(accountId, { type: 'credit', amount: 70 });
  return accountId;
}

const rowsOf = async (accountId: AccountId): Promise<unknown> => {
  const own = [uuidFromId(accountId)];
  const read = (text: string) => dataSource.query<object[]>(text, own);
  return [
    await read('SELECT * FROM entries WHERE account_id = $1 ORDER BY transaction_id, line'),
    await read('SELECT * FROM events WHERE account_id = $1 ORDER BY id'),
    await read('SELECT * FROM books WHERE account_id = $1'),
  ];
};

const damages = async () => {
  const { checks } = await verifyBooks(dataSource);
  return checks.flatMap(({ code, broken }) => (broken === 0 ? [] : [code]));
};

const run = async () => {
  const filled = await fillEventBalances(dataSource);
  await chainStoredEvents(dataSource);
  const numbered = await numberEntries(dataSource);
  return [filled.rows, numbered.rows];
};

describe('the backfill', () => {
  it('restores what this release would have written', async () => {
    const accountId = await openBusyAccount();
    const original = await rowsOf(accountId);
    await forgetReports(dataSource, accountId);
    const now = fixture.clock.now();
    await expect(fixture.harness.history.findAt(accountId, now)).rejects.toMatchObject({ code: 'conflict' });
    await expect(fixture.harness.totals.before(accountId, [now])).rejects.toMatchObject({ code: 'conflict' });
    expect(await run()).toEqual([9, 4]);
    expect(await rowsOf(accountId)).toEqual(original);
    expect(await damages()).toEqual([]);
    expect(await run()).toEqual([0, 0]);
  });

  it('numbers again from the first entry that an instance of the previous release posted', async () => {
    const accountId = await openBusyAccount();
    const original = await rowsOf(accountId);
    await forgetReports(dataSource, accountId, {
      entries: 'position = 2',
      events: `type LIKE '%.succeeded'`,
    });
    expect(await damages()).toEqual(['event_chain_broken']);
    const [, numbered] = await run();
    expect(numbered).toBeGreaterThanOrEqual(3);
    expect(await rowsOf(accountId)).toEqual(original);
    expect(await damages()).toEqual([]);
  });

  it('keeps the hash of an event that was chained without a balance', async () => {
    const accountId = await openBusyAccount();
    await forgetReports(dataSource, accountId);
    await chainStoredEvents(dataSource);
    await fillEventBalances(dataSource);
    await numberEntries(dataSource);
    expect(await damages()).toEqual([]);
    const { items } = await fixture.harness.events.list(accountId, { limit: 10 });
    expect(items.map(({ balance }) => balance)).toEqual(items.map(() => undefined));
    const found = await fixture.harness.history.findAt(accountId, fixture.clock.now());
    expect(found).toMatchObject({ available: 520, held: 50, incoming: 0 });
  });

  it('continues after an interruption, with entries that were posted meanwhile', async () => {
    const accountId = await openBusyAccount();
    await insertPosted(accountId, 2_500);
    await forgetReports(dataSource, accountId);
    const stop = new AbortController();
    const onProgress = (done: number): void => {
      if (done >= 1_000) stop.abort();
    };
    await expect(numberEntries(dataSource, { signal: stop.signal, onProgress })).rejects.toThrow(
      'Interrupted',
    );
    await fixture.createSettled(accountId, { type: 'credit', amount: 9 });
    expect((await numberEntries(dataSource)).rows).toBeGreaterThan(1_500);
    await fillEventBalances(dataSource);
    const [book] = await dataSource.query<[{ posted_count: string }]>(
      'SELECT posted_count FROM books WHERE account_id = $1',
      [uuidFromId(accountId)],
    );
    expect(book.posted_count).toBe('2505');
    expect(await damages().then((codes) => codes.filter((code) => code.includes('totals')))).toEqual([]);
  });
});

describe('the sums over all accounts', () => {
  it('are the same before and after the worker has moved them to their days', async () => {
    await openBusyAccount();
    const days = [Date.parse('2026-01-01'), Date.parse('2027-01-01')];
    const read = () => new PostgresPlatformActivityReader(dataSource).between(days);
    const before = await read();
    expect(before).toMatchObject([{ currency: 'USD', buckets: [{ count: expect.any(Number) }] }]);
    while ((await compactActivity(dataSource, 3)).count > 0);
    expect(await dataSource.query('SELECT FROM activity_deltas')).toEqual([]);
    expect(await read()).toEqual(before);
  });
});

/** Settled credits of 1, all at one instant. */
async function insertPosted(accountId: AccountId, count: number): Promise<void> {
  const values = [uuidFromId(accountId), count, fixture.clock.now()];
  await dataSource.query(
    `WITH added AS (
       INSERT INTO transactions (account_id, id, type, amount, currency, status, metadata, created_at, updated_at, ended_at)
       SELECT $1, gen_random_uuid(), 'credit', 1, 'USD', 'succeeded', '{}', $3, $3, $3 FROM generate_series(1, $2::int)
       RETURNING *)
     INSERT INTO entries (account_id, transaction_id, line, currency, amount, posted_at)
     SELECT account_id, id, line, currency, CASE line WHEN 'account' THEN 1 ELSE -1 END, ended_at
     FROM added, unnest(ARRAY['account', 'clearing']) AS line`,
    values,
  );
  await dataSource.query(
    'UPDATE books SET available = available + $2 WHERE account_id = $1',
    values.slice(0, 2),
  );
}
