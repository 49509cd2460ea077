import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { florin } from '../testing/florin.js';

let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.url, JWT_SECRET: 'x'.repeat(40), PASSWORD_COST: '4' };
  const { code } = await florin(['demo', '--seed', '7', '--accounts', '3', '--months', '1'], { environment });
  expect(code).toBe(0);
});

afterAll(() => database.drop());

async function rows<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

interface Line {
  readonly type: string;
  readonly amount: number;
  readonly reference: string | null;
  readonly payment_reference: string | null;
  readonly customer_email: string | null;
}

describe('the statement of an account with payment requests', () => {
  it('has the reference and customer of each paid request, and of no other transaction', async () => {
    const emails = await rows<{ email: string }>('SELECT email FROM accounts');
    const lines: Line[] = [];
    for (const { email } of emails) {
      const { out } = await florin(['export', email, '--format', 'jsonl'], { environment });
      lines.push(
        ...out
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Line),
      );
    }
    const paid = await rows<Omit<Line, 'reference' | 'type'>>(
      `SELECT amount::int, reference AS payment_reference, customer_email FROM payment_requests
       WHERE status = 'succeeded'`,
    );
    expect(paid.length).toBeGreaterThan(2);
    // A refund has the same reference, but takes the money back.
    const payments = lines.filter(
      ({ type, reference }) => type === 'credit' && reference?.startsWith('pay_'),
    );
    const inOrder = (list: readonly Omit<Line, 'reference' | 'type'>[]) =>
      list
        .map(({ amount, payment_reference, customer_email }) =>
          [amount, payment_reference, customer_email].join(' '),
        )
        .sort();
    expect(inOrder(payments)).toEqual(inOrder(paid));
    const others = lines.filter((line) => !payments.includes(line));
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter(({ customer_email }) => customer_email !== null)).toEqual([]);
  });
});
