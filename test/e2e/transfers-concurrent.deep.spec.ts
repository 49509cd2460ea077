import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { expectStatus, WITH_ADMIN } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import { type RunningApi, send, startApi } from '../support/running-api.js';

const PAIRS = 200;
const FUNDS = 1_000;

let bank: Bank;
/** A second instance on the same database, whose ledger has its own queue. */
let second: RunningApi;

beforeAll(async () => {
  bank = await Bank.open();
  second = await startApi({ databaseUrl: bank.api.databaseUrl, environment: WITH_ADMIN });
});
afterAll(async () => {
  await second.stop();
  await bank.close();
});

async function openPairs(): Promise<(readonly [Customer, Customer])[]> {
  const pairs: (readonly [Customer, Customer])[] = [];
  for (let count = 0; count < PAIRS; count += 1)
    pairs.push(await Promise.all([bank.customer(), bank.customer()]));
  const credit = { amount: FUNDS, currency: 'USD', type: 'credit', settle: true };
  const transactions = pairs.flat().map(({ id: account_id }) => ({ account_id, ...credit }));
  const batch = { transactions, atomic: true };
  expectStatus(await bank.send('POST', '/v1/transactions/batch', bank.admin, batch), 200);
  return pairs;
}

/** Reads the money of all accounts in one statement until the work is done. */
async function sumsWhile(work: Promise<unknown>): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: bank.api.databaseUrl });
  await client.connect();
  const sums = new Set<string>();
  const progress = { isDone: false };
  const finished = work.finally(() => (progress.isDone = true));
  while (!progress.isDone) {
    const { rows } = await client.query<{ sum: string }>('SELECT sum(available + held) FROM books');
    sums.add(rows[0]!.sum);
  }
  await client.end();
  await finished;
  return sums;
}

async function rowsOf(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: bank.api.databaseUrl });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows as unknown[];
}

it(`${PAIRS} pairs of accounts transfer to each other at once: no deadlock, and no money is made or lost`, async () => {
  const pairs = await openPairs();
  const transfer = async (from: Customer, to: Customer, amount: number, round: number) => {
    const body = { from_account_id: from.id, to_account_id: to.id, amount, currency: 'USD' };
    // Half of the transfers settle in one step, the others are created first.
    if (round % 2 === 0) {
      const options = { token: bank.admin, body: { ...body, settle: true } };
      return (await send(`${second.url}/v1/transfers`, 'POST', options)).status;
    }
    const created = await bank.send<{ id: string }>('POST', '/v1/transfers', from.token, body);
    if (created.status !== 201) return created.status;
    const path = `/v1/transfers/${created.body.id}`;
    const isCanceled = amount % 5 === 0;
    const ended = isCanceled
      ? await bank.send('DELETE', path, from.token)
      : await bank.send('POST', `${path}/settle`, bank.admin, {});
    return ended.status === 200 ? 201 : ended.status;
  };
  const work = pairs.flatMap(([left, right], index) =>
    [0, 1].flatMap((round) => [
      transfer(left, right, 1 + (index % 40), round),
      transfer(right, left, 1 + (index % 30), round),
    ]),
  );
  const all = Promise.all(work);
  const sums = await sumsWhile(all);
  expect(new Set(await all)).toEqual(new Set([201]));
  expect([...sums]).toEqual([String(2 * PAIRS * FUNDS)]);
  // The service retries after a deadlock, so that no response shows it.
  expect(await rowsOf('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')).toEqual([
    { deadlocks: '0' },
  ]);
  for (const [index, [left, right]] of pairs.entries()) {
    const [out, back] = [1 + (index % 40), 1 + (index % 30)];
    const settledTimes = (amount: number) => (amount % 5 === 0 ? 1 : 2);
    const moved = out * settledTimes(out) - back * settledTimes(back);
    expect([await bank.balance(left), await bank.balance(right)]).toEqual([
      { available: FUNDS - moved, held: 0, incoming: 0 },
      { available: FUNDS + moved, held: 0, incoming: 0 },
    ]);
  }
}, 180_000);

it('an account that closes while it sends and receives transfers leaves no money on hold', async () => {
  const [closing, other] = [await bank.customer(FUNDS), await bank.customer(FUNDS)];
  const transfers = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0
      ? bank.transfer(closing, other, { amount: 1 })
      : bank.transfer(other, closing, { amount: 1 }),
  );
  const close = bank.send('DELETE', '/v1/account', closing.token);
  expect((await close).status).toBe(200);
  const statuses = (await Promise.all(transfers)).map(({ status }) => status);
  // Refused after the closing: the token has ended, or the destination is closed.
  expect(statuses.filter((status) => ![201, 401, 404].includes(status))).toEqual([]);
  expect(await bank.balance(other)).toEqual({ available: FUNDS, held: 0, incoming: 0 });
  const { body } = await bank.send<{ data: { status: string }[] }>('GET', '/v1/transfers', other.token);
  expect(body.data.filter(({ status }) => status !== 'canceled')).toEqual([]);
}, 60_000);
