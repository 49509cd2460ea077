import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CloseAccount, OpenAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, addMilliseconds, uuidFromId } from '@florin/kernel';
import { Ledger } from '@florin/ledger';
import { newTransaction } from '@florin/ledger/testing';
import { SequentialIds, SteppedClock } from '@florin/payments/testing/paying';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { expectBooksToBalance } from '../../../../test/support/books.js';
import { openDatabase } from '../../../../test/support/open-database.js';
import { rowsWritten } from '../../../../test/support/rows-written.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { PostgresLedgerStore } from '../ledger/postgres-ledger.store.js';
import { BATCH_ROWS } from '../postgres/find-options.js';
import { TypeOrmPaymentRequestReader } from './typeorm-payment-request.reader.js';

let url: string;
let dataSource: DataSource;
let clock: SteppedClock;
const ids = new SequentialIds();

beforeEach(async () => {
  ({ dataSource, url } = await openDatabase());
  clock = new SteppedClock();
});

afterEach(async () => {
  jest.restoreAllMocks();
  await expectBooksToBalance(url);
});

async function open(email: string): Promise<AccountId> {
  const opening = new OpenAccount(accountsUnitOfWork(dataSource, ids), new PlainOwnerPasswords(), ids, clock);
  const opened = await opening.execute(anActor(), { ...aNewAccount({ email }), password: 'correct horse' });
  if (opened.replayed) throw new Error('The account was replayed.');
  return opened.value.id;
}

const close = (accountId: AccountId) =>
  new CloseAccount(accountsUnitOfWork(dataSource, ids), clock).execute(anActor(), accountId);

/** The last one was written by a process whose clock is ahead. */
async function insertRequests(accountId: AccountId, count: number): Promise<void> {
  await dataSource.query(
    `INSERT INTO payment_requests (account_id, id, page_digest, amount, currency, status, customer_email, metadata,
       expires_at, declines, attempts, charging, created_at, updated_at)
     SELECT $1::uuid, uuidv7(make_interval(secs => number - $2::int)), $1::uuid || ' ' || number, number, 'USD', 'pending',
       'customer@example.com', '{}', $4::timestamptz, number % 3, 4, number = 2, $3::timestamptz,
       CASE WHEN number = $2 THEN $4::timestamptz ELSE $3::timestamptz END
     FROM generate_series(1, $2::int) AS number`,
    [uuidFromId(accountId), count, clock.now(), addMilliseconds(clock.now(), 3_600_000)],
  );
  await dataSource.query(
    `INSERT INTO payment_attempts (account_id, payment_request_id, number, status, brand, last4, decline_reason,
       started_at, ended_at)
     SELECT account_id, id, number, became, 'visa', '4242', CASE became WHEN 'declined' THEN 'card_declined' END,
       created_at, CASE WHEN became <> 'started' THEN created_at END
     FROM payment_requests, generate_series(1, attempts) AS number, LATERAL (SELECT CASE
       WHEN number <= declines THEN 'declined' WHEN charging AND number = attempts THEN 'started' ELSE 'failed'
       END) AS attempt (became)
     WHERE account_id = $1`,
    [uuidFromId(accountId)],
  );
  await dataSource.query(
    `INSERT INTO events (account_id, id, type, subject_kind, subject_id, data, occurred_at)
     SELECT account_id, uuidv7(), 'payment_request.created', 'pay', id,
       jsonb_build_object('amount', amount, 'currency', currency), created_at
     FROM payment_requests WHERE account_id = $1`,
    [uuidFromId(accountId)],
  );
}

describe('closing an account with pending requests', () => {
  it('cancels all of them, with one event each in id order and with its own time', async () => {
    const accountId = await open('shop@example.com');
    await insertRequests(accountId, 5);
    const { closedAt } = await close(accountId);
    const reader = new TypeOrmPaymentRequestReader(dataSource);
    const { items } = await reader.list({ accountId, status: undefined }, { limit: 10 });
    const requests = items.toReversed();
    const ahead = addMilliseconds(closedAt, 3_600_000).getTime();
    expect(requests).toHaveLength(5);
    for (const [index, request] of requests.entries()) {
      const { canceledAt, updatedAt } = request;
      expect(request).toMatchObject({
        amount: index + 1,
        status: 'canceled',
        cancelReason: 'account_closed',
        declines: (index + 1) % 3,
        attempts: 4,
        charging: index === 1,
        transactionId: undefined,
      });
      expect(updatedAt).toEqual(canceledAt);
      if (index < 4) expect(canceledAt).toEqual(closedAt);
      else expect(Math.abs(ahead - canceledAt!.getTime())).toBeLessThan(60_000);
    }
    const events = await dataSource.query<object[]>(
      `SELECT type, subject_id, occurred_at, data FROM events
       WHERE subject_kind = 'pay' AND type <> 'payment_request.created' ORDER BY id`,
    );
    expect(events).toEqual(
      requests.map(({ id, amount, updatedAt }) => ({
        type: 'payment_request.canceled',
        subject_id: uuidFromId(id),
        occurred_at: updatedAt,
        data: { amount, currency: 'USD', status: 'canceled', reference: null, reason: 'account_closed' },
      })),
    );
  });

  it('uses the same number of statements for 100 requests as for one', async () => {
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    const counts: number[] = [];
    for (const count of [1, 100]) {
      const accountId = await open(`${count}@example.com`);
      await insertRequests(accountId, count);
      sent.mockClear();
      await close(accountId);
      counts.push(sent.mock.calls.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('updates them in batches of limited size', async () => {
    const accountId = await open('large@example.com');
    await insertRequests(accountId, 2 * BATCH_ROWS + 1);
    const written = await rowsWritten(() => close(accountId));
    expect(Math.max(...written)).toBe(BATCH_ROWS);
    const canceled = `SELECT count(*)::int FROM payment_requests WHERE status = 'canceled'`;
    expect(await dataSource.query<object[]>(canceled)).toEqual([{ count: 2 * BATCH_ROWS + 1 }]);
  });

  it('does not block other accounts, even with thousands of requests', async () => {
    const [closing, other] = [await open('closing@example.com'), await open('other@example.com')];
    await insertRequests(closing, 6_000);
    const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
    const ledger = new Ledger(new PostgresLedgerStore(dataSource), clock, ids, undefined, endOfTurn);
    const credit = (accountId: AccountId) => ledger.create(newTransaction(accountId, { type: 'credit' }));
    const closed = close(closing);
    const credits: Promise<unknown>[] = [];
    const progress = { isDone: false };
    void closed.finally(() => (progress.isDone = true));
    while (!progress.isDone) {
      credits.push(credit(other));
      await Promise.allSettled([credit(closing), credits.at(-1)]);
    }
    await closed;
    expect(await Promise.allSettled(credits)).toEqual(
      credits.map(() => expect.objectContaining({ status: 'fulfilled' })),
    );
    await expect(credit(closing)).rejects.toMatchObject({ code: 'not_found' });
  });
});
