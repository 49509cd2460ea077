import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { type RunOptions, florin } from '../testing/florin.js';
import { createSmallAccount, type SmallAccount } from '../testing/small-account.js';

let database: TestDatabase;
let account: SmallAccount;

beforeEach(async () => {
  database = await createTestDatabase();
  account = await createSmallAccount(database.url);
});

afterEach(() => database.drop());

const run = (line: readonly string[], options: RunOptions = {}) =>
  florin(line, { ...options, environment: { DATABASE_URL: database.url } });

async function balance(): Promise<number[]> {
  const { out } = await run(['balance', account.id, '--json']);
  const { available, held, incoming } = JSON.parse(out) as Record<string, number>;
  return [available ?? NaN, held ?? NaN, incoming ?? NaN];
}

async function lastEvent(): Promise<unknown> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT type, actor FROM events ORDER BY id DESC LIMIT 1');
    return rows[0];
  } finally {
    await client.end();
  }
}

const isVerified = async (): Promise<boolean> => (await run(['verify'])).code === 0;
const QUESTION = 'Settle it as succeeded? [y/N]';

describe('florin settle', () => {
  it('settles a pending payment and releases its hold', async () => {
    expect(await run(['settle', account.payment, '--yes'])).toEqual({
      code: 0,
      out: `The payment ${account.payment} of 25.00 EUR has succeeded.\n`,
      err: '',
    });
    expect(await balance()).toEqual([7_500, 0, 1_250]);
    expect(await lastEvent()).toEqual({ type: 'transaction.succeeded', actor: 'system' });
    expect(await isVerified()).toBe(true);
  });

  it('settles as failed with a reason: the amount is available again', async () => {
    const line = ['settle', account.payment, '--failed', '--reason', 'account closed', '--yes', '--json'];
    const { code, out } = await run(line);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      transaction_id: account.payment,
      account_id: account.id,
      type: 'payment',
      status: 'failed',
      amount: 2_500,
      currency: 'EUR',
      failure_reason: 'account closed',
      ended_at: expect.stringMatching(/^\d{4}-\S+Z$/),
    });
    expect(await balance()).toEqual([10_000, 0, 1_250]);
    expect(await isVerified()).toBe(true);
  });

  it('rejects a transaction that is not pending, and changes nothing', async () => {
    await run(['settle', account.credit, '--yes']);
    expect(await run(['settle', account.credit, '--failed', '--yes'])).toEqual({
      code: 1,
      out: '',
      err: 'florin: The transaction has already succeeded.\n',
    });
    expect(await balance()).toEqual([8_750, 2_500, 0]);
    expect(await isVerified()).toBe(true);
  });

  it('fails for an unknown transaction', async () => {
    expect(await run(['settle', 'txn_00000000000000000000000000', '--yes'])).toEqual({
      code: 1,
      out: '',
      err: 'florin: no transaction txn_00000000000000000000000000\n',
    });
  });

  it.each([
    ['y\r', 0, 0],
    ['YES\r', 0, 0],
    ['n\r', 1, 2_500],
    ['\r', 1, 2_500],
    ['\u0003', 130, 2_500],
    ['\u0004', 130, 2_500],
  ])('asks for confirmation at a terminal; after %j it exits with %i', async (keys, exit, held) => {
    const { code, err } = await run(['settle', account.payment], { typed: [[QUESTION, keys]] });
    expect(code).toBe(exit);
    expect(err).toContain(`payment ${account.payment} of 25.00 EUR`);
    expect((await balance())[1]).toBe(held);
  });
});
