import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { florin } from '../testing/florin.js';
import { createSmallAccount, type SmallAccount } from '../testing/small-account.js';

let database: TestDatabase;
let account: SmallAccount;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  account = await createSmallAccount(database.url);
  folder = await mkdtemp(join(tmpdir(), 'florin-reconcile-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

async function reconcile(content: string, ...options: string[]) {
  const file = join(folder, 'statement.csv');
  await writeFile(file, content);
  return florin(['reconcile', file, '--account', account.id, ...options], {
    environment: { DATABASE_URL: database.url },
  });
}

const today = new Date().toISOString().slice(0, 10);

describe('florin reconcile', () => {
  it('lists the differences within 80 columns, and exits with 1', async () => {
    const content = `date,amount,reference\n${today},12.34,${'long reference '.repeat(4)}\n`;
    const { code, out, err } = await reconcile(content);
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/missing +2 +\d{4}-\d\d-\d\d +12\.34 EUR/);
    expect(out).toContain('1 missing in Florin, ');
    expect(out).toMatch(/\nStored as rcn_[0-9a-z]{26}\.\n$/);
    for (const line of out.split('\n').slice(0, -3)) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('exits with 0 when everything matches', async () => {
    const { out } = await reconcile('date,amount\n', '--from', today, '--to', today, '--json');
    const { differences, missing_in_file } = JSON.parse(out) as {
      differences: { result: string; florin: { amount: number; date: string; transaction_id: string } }[];
      missing_in_file: number;
    };
    expect(differences).toHaveLength(missing_in_file);
    expect(missing_in_file).toBeGreaterThan(0);
    expect(differences[0]).toMatchObject({ id: expect.stringMatching(/^rcl_/), file: null });
    const rows = differences.map(
      ({ florin: { amount, date, transaction_id } }) =>
        `${date};${(amount / 100).toFixed(2)};${transaction_id}\n`,
    );
    const columns = ['--date-column', '1', '--amount-column', '2', '--reference-column', '3'];
    const again = await reconcile(rows.join(''), '--no-header', '--delimiter', 'semicolon', ...columns);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain(
      `: ${rows.length} matched, 0 with another amount, 0 missing in Florin, 0 missing`,
    );
  });

  it.each([
    [['--delimiter', 'comma'], '--delimiter is an option of the format csv'],
    [['--skip-lines', '1'], '--skip-lines is an option of the format csv'],
    [['--no-header'], '--no-header is an option of the format csv'],
  ])('refuses %p with camt.053', async (options, problem) => {
    const { code, err } = await reconcile('<Document/>', '--format', 'camt053', ...options);
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });

  it('refuses a sign that has no effect', async () => {
    const options = ['--credit-column', 'in', '--amount-sign', 'positive_out'];
    const { code, err } = await reconcile('date,in\n', ...options);
    expect(code).toBe(2);
    expect(err).toContain('--amount-sign has no effect with --credit-column or --debit-column');
  });

  it('names the line that it cannot read, and what is wrong with the command', async () => {
    expect(await reconcile(`date,amount\n${today},1.00\n${today},x\n`)).toMatchObject({
      code: 1,
      err: 'florin: Line 3: "x" is not an amount in EUR with a decimal point.\n',
    });
    expect((await reconcile('date,amount\n', '--from', '2026-02-30')).code).toBe(2);
    expect((await reconcile('date,amount\n', '--delimiter', ';')).code).toBe(2);
    const missing = await florin(['reconcile', join(folder, 'none.csv'), '--account', account.id], {
      environment: { DATABASE_URL: database.url },
    });
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err).toMatch(/^florin: cannot read /);
  });
});
