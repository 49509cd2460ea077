import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Bank, type Customer } from '../support/bank.js';
import type { TestResponse } from '../support/running-api.js';

const CLIENTS = 64;
const OPERATIONS = 20_000;
const ACCOUNTS = 100;
const FUNDS = 50_000;

/** Seeded pseudo-random numbers, so that a failed run can be repeated. */
function randomSource(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

interface CreatedTransaction {
  readonly customer: Customer;
  readonly id: string;
}

let bank: Bank;
let customers: Customer[];
let hot: Customer;

beforeAll(async () => {
  bank = await Bank.open();
  customers = [];
  for (let count = 0; count < ACCOUNTS; count += 10) {
    customers.push(...(await Promise.all(Array.from({ length: 10 }, () => bank.customer(FUNDS)))));
  }
  hot = await bank.customer(FUNDS);
});
afterAll(() => bank.close());

describe('a load test', () => {
  const refusals = new Map<string, number>();
  const pending: CreatedTransaction[] = [];
  const paid: CreatedTransaction[] = [];

  async function operate(roll: (sides: number) => number): Promise<void> {
    const customer = roll(3) === 0 ? hot : customers[roll(ACCOUNTS)]!;
    const kind = roll(10);
    if (kind < 5) {
      record(await bank.create(customer, { amount: 1 + roll(4_000) }), customer, pending);
    } else if (kind === 5) {
      record(await bank.create(customer, { type: 'credit', amount: 1 + roll(500) }), customer, pending);
    } else if (kind === 6) {
      await refund(roll);
    } else {
      await end(roll, kind === 7);
    }
  }

  async function end(roll: (sides: number) => number, isCanceled: boolean): Promise<void> {
    const transaction = pending.splice(roll(pending.length), 1)[0];
    if (transaction === undefined) return;
    if (isCanceled) record(await bank.cancel(transaction.customer, transaction.id), transaction.customer, []);
    else
      record(
        await bank.settle(transaction.id, roll(5) === 0 ? { status: 'failed' } : {}),
        transaction.customer,
        paid,
      );
  }

  async function refund(roll: (sides: number) => number): Promise<void> {
    const transaction = paid[roll(paid.length)];
    if (transaction === undefined) return;
    const body = { type: 'refund', refund_of: transaction.id, amount: 1 + roll(2_000) };
    record(await bank.create(transaction.customer, body), transaction.customer, pending);
  }

  function record({ status, body }: TestResponse, customer: Customer, into: CreatedTransaction[]): void {
    if (status < 300) {
      into.push({ customer, id: String(body['id']) });
    } else {
      const refusal = `${status} ${String(body['error'])}`;
      refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
    }
  }

  /** Checks the ledger invariants continuously, each time in one statement, which sees one snapshot. */
  async function readSums(isDone: () => boolean): Promise<number> {
    const client = new pg.Client({ connectionString: bank.api.databaseUrl });
    await client.connect();
    let reads = 0;
    for (; !isDone(); reads++) {
      const { rows } = await client.query<Record<string, string>>(`
        SELECT (SELECT coalesce(sum(available + held), 0) FROM books) AS total,
          (SELECT coalesce(sum(amount), 0) FROM entries WHERE line = 'account') AS posted,
          (SELECT coalesce(sum(amount), 0) FROM entries) AS balanced,
          (SELECT coalesce(sum(held), 0) FROM books) AS held,
          (SELECT coalesce(sum(amount), 0) FROM transactions WHERE status = 'pending' AND type = 'payment') AS paying,
          (SELECT count(*) FROM books WHERE available < 0) AS overdrawn`);
      const { total, posted, balanced, held, paying, overdrawn } = rows[0]!;
      expect({ total, held, balanced, overdrawn }).toEqual({
        total: posted,
        held: paying,
        balanced: '0',
        overdrawn: '0',
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await client.end();
    return reads;
  }

  it('with 64 clients and 20,000 mixed operations keeps all sums exact', async () => {
    let started = 0;
    let isDone = false;
    const reader = readSums(() => isDone);
    const clients = Array.from({ length: CLIENTS }, async (_, seed) => {
      const roll = randomSource(seed);
      while (started++ < OPERATIONS) await operate(roll);
    });
    await Promise.all(clients).finally(() => (isDone = true));
    expect(await reader).toBeGreaterThan(5);
    expect([...refusals.keys()].toSorted()).toEqual(['400 invalid_request', '402 insufficient_funds']);
    expect(refusals.get('402 insufficient_funds')).toBeGreaterThan(100);
  });

  it('leaves every account with the balance that its transactions add up to', async () => {
    for (const customer of [hot, ...customers.slice(0, 5)]) {
      const { available, held, incoming } = await bank.balance(customer);
      const sums = { available: 0, held: 0, incoming: 0 };
      for (let cursor = '', hasMore = true; hasMore;) {
        const { body } = await bank.send('GET', `/v1/transactions?limit=100${cursor}`, customer.token);
        const page = body as {
          data: { id: string; type: string; status: string; amount: number }[];
          has_more: boolean;
        };
        for (const { type, status, amount } of page.data) {
          const isPayment = type === 'payment';
          if (status === 'succeeded') sums.available += isPayment ? -amount : amount;
          if (status === 'pending' && isPayment)
            [sums.available, sums.held] = [sums.available - amount, sums.held + amount];
          if (status === 'pending' && !isPayment) sums.incoming += amount;
        }
        hasMore = page.has_more;
        cursor = `&starting_after=${page.data.at(-1)?.id}`;
      }
      expect({ available, held, incoming }).toEqual(sums);
    }
  });
});
