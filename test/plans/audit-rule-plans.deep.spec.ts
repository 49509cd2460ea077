import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { checkRules } from '../../libs/infrastructure/src/verification/verify-books.js';
import { ALL_LEDGER_RULES } from '../../libs/infrastructure/src/verification/ledger-rules.js';
import { PAYMENT_RULES } from '../../libs/infrastructure/src/verification/payment-rules.js';
import { SUBSCRIPTION_RULES } from '../../libs/infrastructure/src/verification/subscription-rules.js';
import { openDatabase } from '../support/open-database.js';
import type { PlanNode } from './plan.js';

const ACCOUNTS = 20_000;

const FILL = [
  `INSERT INTO accounts (id, email, name, type, status, currency, timezone, language, created_at, updated_at)
     SELECT gen_random_uuid(), number || '@example.com', 'One of many', 'business', 'active', 'USD', 'UTC', 'en', now(), now()
     FROM generate_series(1, ${ACCOUNTS}) AS number`,
  `INSERT INTO books (account_id, currency, state, used, available, held, incoming, updated_at)
     SELECT id, currency, 'open', false, 0, 0, 0, now() FROM accounts`,
  `INSERT INTO transactions
       (account_id, id, type, amount, currency, status, metadata, created_at, updated_at, ended_at)
     SELECT account_id, gen_random_uuid(), 'credit', 100, currency, 'canceled', '{}', now(), now(), now() FROM books`,
  `ANALYZE`,
];

let url: string;
let dataSource: DataSource;

beforeAll(async () => {
  ({ url, dataSource } = await openDatabase());
  for (const statement of FILL) await dataSource.query(statement);
});

/** The plan with little work_mem in relation to the tables, as with large tables. */
async function planOf(statement: string): Promise<PlanNode> {
  const client = new pg.Client({ connectionString: url, options: '-c work_mem=64kB' });
  await client.connect();
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) ${statement}`,
    );
    return rows[0]!['QUERY PLAN'][0].Plan;
  } finally {
    await client.end();
  }
}

/** Tables that a sub-plan scans once for each row of another. */
function readForEachRow(plan: PlanNode, isRepeated = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: parts = [] } = plan;
  const own = isRepeated && type === 'Seq Scan' ? [table] : [];
  const filter = plan.Filter ?? '';
  return [
    ...own,
    ...parts.flatMap((part) => {
      const name = part['Subplan Name'];
      const isSubPlan = name !== undefined && part['Parent Relationship'] === 'SubPlan';
      return readForEachRow(part, isRepeated || (isSubPlan && !filter.includes(`hashed ${name}`)));
    }),
  ];
}

describe('a rule of the audit', () => {
  it.each(
    [...ALL_LEDGER_RULES, ...PAYMENT_RULES, ...SUBSCRIPTION_RULES].map(({ code, broken }) => [code, broken]),
  )(
    'has no sequential scan in a repeated sub-plan, whose cost would be quadratic: %s',
    async (_code, broken) => {
      expect(readForEachRow(await planOf(broken))).toEqual([]);
    },
  );
});

describe('the findings of an audit', () => {
  it('are the first hundred in the order of their ids', async () => {
    const rules = ALL_LEDGER_RULES.filter(({ code }) => code === 'book_use_wrong');
    const { checks } = await checkRules(dataSource, rules);
    const first = await dataSource.query<{ account_id: string; used: boolean }[]>(
      'SELECT account_id, used FROM books ORDER BY account_id LIMIT 100',
    );
    expect(checks).toMatchObject([{ broken: ACCOUNTS, findings: first }]);
  });
});
