import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  createTestDatabase,
  dropDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.js';
import { florin } from '../testing/florin.js';
import { ALL_CODES, DAMAGES } from '../testing/damages/damages.js';

const SECRET = { JWT_SECRET: 'a-jwt-secret-for-tests-of-32-bytes-or-more' };

interface VerifyReport {
  readonly sound: boolean;
  readonly findings: number;
  readonly checks: {
    readonly code: string;
    readonly rows: number;
    readonly broken: number;
    readonly findings: Record<string, unknown>[];
  }[];
}

let demoDatabase: TestDatabase;

beforeAll(async () => {
  demoDatabase = await createTestDatabase();
  const line = ['demo', '--accounts', '4', '--months', '1', '--database-url', demoDatabase.url];
  const { code, err } = await florin(line, { environment: SECRET });
  expect({ code, err }).toMatchObject({ code: 0 });
});

afterAll(() => demoDatabase.drop());

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Runs the work on a copy of the demo database. */
async function withCopy<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const url = new URL(demoDatabase.url);
  const source = url.pathname.slice(1);
  const server = new URL(demoDatabase.url);
  server.pathname = '/postgres';
  url.pathname = `/${source}_copy`;
  await execute(server.href, `CREATE DATABASE ${source}_copy TEMPLATE ${source}`);
  try {
    return await work(url.href);
  } finally {
    await dropDatabase(server.href, `${source}_copy`);
  }
}

async function verify(url: string): Promise<{ code: number; report: VerifyReport }> {
  const { code, out, err } = await florin(['verify', '--json', '--database-url', url]);
  expect(err).toBe('');
  return { code, report: JSON.parse(out) as VerifyReport };
}

describe('florin verify', () => {
  it('finds no damage in a consistent ledger, and counts the checked rows', async () => {
    const { code, report } = await verify(demoDatabase.url);
    expect(code).toBe(0);
    expect(report).toMatchObject({ sound: true, findings: 0 });
    expect(report.checks.map((check) => check.code).toSorted()).toEqual(ALL_CODES.toSorted());
    for (const { code: name, rows } of report.checks) expect([name, rows > 0]).toEqual([name, true]);
  });

  it.each(DAMAGES.map((damage) => [damage.description, damage] as const))(
    'reports damage: %s',
    async (_description, { sql, codes }) => {
      const { code, report } = await withCopy(async (url) => {
        await execute(url, sql);
        return verify(url);
      });
      expect(code).toBe(1);
      expect(report.sound).toBe(false);
      const broken = report.checks.filter((check) => check.broken > 0);
      expect(broken.map((check) => check.code).toSorted()).toEqual(codes.toSorted());
      for (const check of broken) expect(check.findings.length).toBeGreaterThan(0);
    },
  );

  it('is tested with every kind of damage', () => {
    expect([...new Set(DAMAGES.flatMap(({ codes }) => codes))].toSorted()).toEqual(ALL_CODES.toSorted());
    expect(DAMAGES.length).toBeGreaterThanOrEqual(10);
  });

  it('prints a table of the damage with ids and numbers, in 80 columns', async () => {
    const { code, out } = await withCopy(async (url) => {
      await execute(url, `UPDATE books SET available = available + 100`);
      return florin(['verify', '--database-url', url]);
    });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^Damage +Findings +Broken rule\nbalance_wrong +4 +available and held are the sum of/,
    );
    expect(out).toMatch(/\n {2}account_id=acct_\w{26} available=\d+ held=\d+\s+posted=\d+\n/);
    expect(out).toMatch(/\nThe ledger is inconsistent: 2 of \d+ rules broken, 8 findings\.\n$/);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('prints one line for a consistent ledger, and every rule with --verbose', async () => {
    const line = ['verify', '--database-url', demoDatabase.url];
    const summary = `The ledger is consistent: ${ALL_CODES.length} rules hold.\n`;
    expect(await florin(line)).toEqual({ code: 0, out: summary, err: '' });
    const { code, out } = await florin([...line, '--verbose']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Result +Rule +Rows\n/);
    expect(out.match(/^ok /gm)).toHaveLength(ALL_CODES.length);
    expect(out).toMatch(/\nok +available and held are the sum of the entries +\d+\n/);
    expect(out.endsWith(`\n\n${summary}`)).toBe(true);
    expect(out.split('\n').filter((text) => text.length > 80)).toEqual([]);
  });

  it('reads one snapshot during concurrent writes', async () => {
    const flip = (by: number): string => `
      UPDATE books SET incoming = incoming + ${by}
        WHERE account_id = (SELECT min(account_id::text)::uuid FROM books WHERE state = 'open');
      UPDATE payment_requests SET amount = amount - ${by}
        WHERE id = (SELECT min(id::text)::uuid FROM payment_requests WHERE status = 'succeeded')`;
    await withCopy(async (url) => {
      // At every moment exactly one of the two rules is broken.
      await execute(
        url,
        `UPDATE payment_requests SET amount = amount + 1
        WHERE id = (SELECT min(id::text)::uuid FROM payment_requests WHERE status = 'succeeded')`,
      );
      const writer = new pg.Client({ connectionString: url });
      await writer.connect();
      const stop = new AbortController();
      const writing = (async () => {
        for (let by = 1; !stop.signal.aborted; by = -by) await writer.query(`BEGIN; ${flip(by)}; COMMIT`);
      })();
      const results: string[][] = [];
      for (let round = 0; round < 6; round++) {
        const { report } = await verify(url);
        results.push(report.checks.filter(({ broken }) => broken > 0).map(({ code }) => code));
      }
      stop.abort();
      await writing;
      await writer.end();
      const either = [
        ['incoming_wrong', 'newest_balance_wrong'],
        ['payment_uncredited', 'payment_event_contradicts'],
      ];
      for (const codes of results) expect(either).toContainEqual(codes);
    });
  });

  it('exits with 130 and prints nothing when interrupted', async () => {
    const interruption = new AbortController();
    interruption.abort('SIGINT');
    const { code, out } = await florin(['verify', '--database-url', demoDatabase.url], {
      signal: interruption.signal,
    });
    expect({ code, out }).toEqual({ code: 130, out: '' });
  });

  it('fails on an outdated schema', async () => {
    const { code, err } = await withCopy(async (url) => {
      await execute(url, `DELETE FROM migrations WHERE name LIKE 'Subscriptions%'`);
      return florin(['verify', '--database-url', url]);
    });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('florin migrate') });
  });
});
