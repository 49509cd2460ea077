import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveKey, DerivedPageSecrets } from '@florin/infrastructure';
import { idFromUuid, type PaymentRequestId } from '@florin/kernel';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { florin } from '../testing/florin.js';

type Rows = Readonly<Record<string, unknown>>[];
interface SearchResult {
  readonly payment_requests: Rows;
  readonly attempts: Rows;
  readonly transactions: Rows;
  readonly subscriptions: Rows;
  readonly events: Rows;
  readonly has_more: boolean;
}

const JWT_SECRET = 'a-jwt-secret-for-tests-of-32-bytes-or-more';
let database: TestDatabase;
let paid: { id: PaymentRequestId; transactionId: string; email: string; account: string; amount: number };

const find = (...line: string[]) =>
  florin(['find', ...line], { environment: { DATABASE_URL: database.url } });

async function search(text: string): Promise<SearchResult> {
  const { code, out, err } = await find(text, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as SearchResult;
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
  if (row === undefined) throw new Error('The demo has no paid request');
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
    ["the customer's email, case-insensitively", () => paid.email.toUpperCase()],
    ['the reference', () => 'INV-7 of June'],
    ['the id of the payment request', () => paid.id],
    ['the processor key of an attempt', () => `${paid.id}.1`],
    ['the id of the transaction', () => paid.transactionId],
    [
      'the URL of the payment page, on any host',
      () => {
        const secrets = new DerivedPageSecrets(deriveKey(JWT_SECRET, 'payment page'));
        return `https://pay.example.com/shop/pay/${secrets.secretOf(paid.id)}`;
      },
    ],
  ])('finds a paid request, its attempts and its transaction by %s', async (_, text) => {
    const { payment_requests, attempts, transactions } = await search(text());
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

  it('lists events with time and actor', async () => {
    const { events } = await search(paid.transactionId);
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

  it('reports has_more above 100 results', async () => {
    expect((await search(paid.email)).has_more).toBe(false);
    await query(
      `UPDATE transactions SET reference = 'very many' WHERE id IN (SELECT id FROM transactions LIMIT 101)`,
    );
    const { out, err } = await find('very many', '--json');
    const { transactions, has_more } = JSON.parse(out) as SearchResult;
    expect({ shown: transactions.length, has_more }).toEqual({ shown: 100, has_more: true });
    expect(err).toBe('florin: only the newest 100 of each kind are shown\n');
  });

  it('finds a subscription and all its requests by any of them', async () => {
    const [bill] = await query<{ payment_id: string; subscription_id: string; bills: string }>(
      `SELECT subscription_id, count(*) AS bills, (array_agg(id ORDER BY id))[1] AS payment_id FROM payment_requests
       WHERE subscription_id IS NOT NULL GROUP BY subscription_id ORDER BY count(*) DESC LIMIT 1`,
    );
    const id = idFromUuid('sub', bill?.subscription_id ?? '');
    expect((await search(id)).payment_requests).toHaveLength(Number(bill?.bills));
    expect(Number(bill?.bills)).toBeGreaterThan(1);
    const { subscriptions } = await search(idFromUuid('pay', bill?.payment_id ?? ''));
    expect(subscriptions).toEqual([expect.objectContaining({ subscription_id: id })]);
  });

  it('shows a single hit with its cards and events, and a table of related objects', async () => {
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

  it('names the commands for accounts when searched for an account', async () => {
    const [account] = await query<{ id: string; email: string }>('SELECT id, email FROM accounts LIMIT 1');
    const accountNames = [idFromUuid('acct', account?.id ?? ''), account?.email ?? ''];
    for (const name of accountNames)
      expect(await find(name)).toMatchObject({ code: 1, err: expect.stringContaining('florin export') });
    expect(await find('INV-7')).toMatchObject({ code: 1, err: '' });
  });
});
