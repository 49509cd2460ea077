import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveKey, DerivedPageSecrets } from '@florin/infrastructure';
import { idFromUuid, type PaymentRequestId } from '@florin/kernel';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { florin } from '../testing/florin.js';

type Rows = Readonly<Record<string, unknown>>[];
interface Found {
  readonly payment_requests: Rows;
  readonly attempts: Rows;
  readonly transactions: Rows;
  readonly subscriptions: Rows;
  readonly events: Rows;
  readonly has_more: boolean;
}

const JWT_SECRET = 'a secret that only the tests know, and long enough';
let database: TestDatabase;
/** A request that was paid, as a customer and a shop know it. */
let paid: { id: PaymentRequestId; transactionId: string; email: string; account: string; amount: number };

const find = (...line: string[]) =>
  florin(['find', ...line], { environment: { DATABASE_URL: database.url } });

async function found(clue: string): Promise<Found> {
  const { code, out, err } = await find(clue, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Found;
}

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { DATABASE_URL: database.url, JWT_SECRET };
  await florin(['demo', '--seed', '5', '--accounts', '5', '--months', '2'], { environment });
  const [row] = await query<Record<'id' | 'transaction_id' | 'customer_email' | 'name' | 'amount', string>>(
    `UPDATE payment_requests request SET reference = 'INV-7 of June', customer_email = 'grace@customers.example'
     FROM accounts WHERE accounts.id = account_id AND request.id =
       (SELECT id FROM payment_requests WHERE status = 'succeeded' AND subscription_id IS NULL ORDER BY id LIMIT 1)
     RETURNING request.id, transaction_id, customer_email, name, amount`,
  );
  if (row === undefined) throw new Error('the demo paid no request');
  paid = {
    id: idFromUuid('pay', row.id),
    transactionId: idFromUuid('txn', row.transaction_id),
    email: row.customer_email,
    account: row.name,
    amount: Number(row.amount),
  };
});

afterAll(() => database.drop());

describe('florin find', () => {
  it.each<[string, () => string]>([
    ["the customer's email, in whatever case", () => paid.email.toUpperCase()],
    ['the reference', () => 'INV-7 of June'],
    ['the id of the payment request', () => paid.id],
    ['the key under which the processor knows a try', () => `${paid.id}.1`],
    ['the id of the transaction', () => paid.transactionId],
    [
      'the address of the page, wherever it was served from',
      () => {
        const secrets = new DerivedPageSecrets(deriveKey(JWT_SECRET, 'payment page'));
        return `https://pay.example.com/shop/pay/${secrets.secretOf(paid.id)}`;
      },
    ],
  ])('finds a paid request, its cards and its credit by %s', async (_, clue) => {
    const { payment_requests, attempts, transactions } = await found(clue());
    expect(payment_requests).toEqual([
      expect.objectContaining({
        payment_id: paid.id,
        account_name: paid.account,
        status: 'succeeded',
        amount: paid.amount,
        transaction_id: paid.transactionId,
      }),
    ]);
    expect(attempts.at(-1)).toMatchObject({
      payment_id: paid.id,
      status: 'approved',
      last4: expect.stringMatching(/^\d{4}$/),
    });
    expect(transactions).toEqual([
      expect.objectContaining({ transaction_id: paid.transactionId, type: 'credit', status: 'succeeded' }),
    ]);
  });

  it('tells what happened to each, when and by whom', async () => {
    const { events } = await found(paid.transactionId);
    expect(events).toHaveLength(
      new Set(events.map(({ subject_id, type }) => `${subject_id as string} ${type as string}`)).size,
    );
    expect(events.filter(({ subject_id }) => subject_id === paid.transactionId)).toEqual([
      {
        subject_id: paid.transactionId,
        type: 'transaction.created',
        actor: 'customer',
        occurred_at: expect.any(String),
      },
      {
        subject_id: paid.transactionId,
        type: 'transaction.succeeded',
        actor: 'customer',
        occurred_at: expect.any(String),
      },
    ]);
    expect(events.filter(({ subject_id }) => subject_id === paid.id)).toEqual([
      expect.objectContaining({ type: 'payment_request.created', actor: 'system' }),
      expect.objectContaining({ type: 'payment_request.succeeded', actor: 'customer' }),
    ]);
    const { out } = await find(paid.transactionId);
    expect(out).toMatch(
      /^Events\n {2}\S+Z {2}transaction\.created by customer\n {2}\S+Z {2}transaction\.succeeded by/m,
    );
  });

  it('says when there is more than it shows', async () => {
    expect((await found(paid.email)).has_more).toBe(false);
    await query(
      `UPDATE transactions SET reference = 'very many' WHERE id IN (SELECT id FROM transactions LIMIT 101)`,
    );
    const { out, err } = await find('very many', '--json');
    const { transactions, has_more } = JSON.parse(out) as Found;
    expect({ shown: transactions.length, has_more }).toEqual({ shown: 100, has_more: true });
    expect(err).toBe('florin: only the newest 100 of each kind are shown\n');
  });

  it('finds a subscription with all that it has asked for, from any of its requests', async () => {
    const [bill] = await query<{ payment_id: string; subscription_id: string; bills: string }>(
      `SELECT subscription_id, count(*) AS bills, (array_agg(id ORDER BY id))[1] AS payment_id FROM payment_requests
       WHERE subscription_id IS NOT NULL GROUP BY subscription_id ORDER BY count(*) DESC LIMIT 1`,
    );
    const id = idFromUuid('sub', bill?.subscription_id ?? '');
    expect((await found(id)).payment_requests).toHaveLength(Number(bill?.bills));
    expect(Number(bill?.bills)).toBeGreaterThan(1);
    const { subscriptions } = await found(idFromUuid('pay', bill?.payment_id ?? ''));
    expect(subscriptions).toEqual([expect.objectContaining({ subscription_id: id })]);
  });

  it('shows a single hit with its cards and events, and a table of what is related', async () => {
    const { code, out } = await find(paid.email);
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(
        `^payment request ${paid.id}\\n {2}status +succeeded\\n {2}amount +\\d+\\.\\d\\d [A-Z]{3}\\n`,
      ),
    );
    expect(out).toMatch(/^ {2}customer email +grace@customers\.example$/m);
    expect(out).toMatch(/^Cards\n {2}\S+Z {2}\w+ \d{4} {2}\w+/m);
    expect(out).toMatch(/ {2}approved\n/);
    const related = out.slice(out.indexOf('\nRelated\n'));
    expect(related).toMatch(
      new RegExp(`\\n${paid.transactionId} +credit +succeeded +\\d+\\.\\d\\d [A-Z]{3} `),
    );
  });

  it('lists several hits in a table of 80 columns, without details', async () => {
    await query(
      `UPDATE payment_requests SET customer_email = 'many@customers.example'
       WHERE id IN (SELECT id FROM payment_requests WHERE reference <> 'INV-7 of June' ORDER BY id LIMIT 9)`,
    );
    const { code, out } = await find('many@customers.example');
    expect(code).toBe(0);
    expect(out).toMatch(/^Id +Kind +Status +Amount +Created\n/);
    expect(out.match(/^pay_\w{26} +payment +[a-z]+ +\d+\.\d\d [A-Z]{3} +\d{4}-\d\d-\d\d$/gm)).toHaveLength(9);
    expect(out).toContain('\nmany@customers.example');
    expect(out).toMatch(/\n\d+ results\. For details: florin find <id>\n$/);
    expect(out).not.toContain('Events');
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('finds nothing by a part of a reference', async () => {
    expect(await find('INV-7')).toMatchObject({ code: 1, out: 'Nothing found.\n' });
    expect(await find('txn_00000000000000000000000000')).toMatchObject({ code: 1 });
    expect(await find(' ')).toMatchObject({ code: 2 });
  });

  it('says where accounts are found to whoever looks for one here', async () => {
    const [account] = await query<{ id: string; email: string }>('SELECT id, email FROM accounts LIMIT 1');
    const clues = [idFromUuid('acct', account?.id ?? ''), account?.email ?? ''];
    for (const clue of clues)
      expect(await find(clue)).toMatchObject({ code: 1, err: expect.stringContaining('florin export') });
    expect(await find('INV-7')).toMatchObject({ code: 1, err: '' });
  });
});
