// Reference: pgbench sends the SQL of a payment without any service in between. Skipped if it is not installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export const hasPgbench = () => spawnSync('pgbench', ['--version']).status === 0;

// pgbench generates numbers, not uuids, so a table maps them to accounts. Only the statement with the row lock joins it.
const LOCK = (count) => `\\set number random(1, ${count})
BEGIN;
SELECT account_id, available FROM books JOIN bench_accounts USING (account_id) WHERE number = :number
  FOR UPDATE OF books \\gset`;

const PAYMENT = `
INSERT INTO transactions
    (account_id, id, type, amount, currency, status, reference, metadata, created_at, updated_at)
  VALUES (:account_id, uuidv7(), 'payment', 1, 'USD', 'pending', 'bench', '{}', now(), now());
UPDATE books SET available = available - 1, held = held + 1, updated_at = now() WHERE account_id = :account_id;
COMMIT;
`;

export async function runPgbench({ url, accounts, connections, seconds }) {
  const folder = mkdtempSync(join(tmpdir(), 'florin-pgbench-'));
  try {
    const script = join(folder, 'payment.sql');
    await numberAccounts(url, accounts);
    writeFileSync(script, LOCK(accounts.length) + PAYMENT);
    return figuresIn(await pgbench(script, { url, connections, seconds }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function numberAccounts(url, accounts) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('DROP TABLE IF EXISTS bench_accounts');
  await client.query('CREATE TABLE bench_accounts (number int PRIMARY KEY, account_id uuid NOT NULL)');
  await client.query(
    `INSERT INTO bench_accounts (account_id, number)
     SELECT * FROM unnest($1::uuid[]) WITH ORDINALITY`,
    [accounts],
  );
  await client.query('ANALYZE bench_accounts');
  await client.end();
}

function pgbench(script, { url, connections, seconds }) {
  // pgbench accepts whole seconds only.
  const time = `${Math.ceil(seconds)}`;
  const args = ['-n', '-M', 'prepared', '-c', `${connections}`, '-j', '2', '-T', time];
  return new Promise((resolve, reject) => {
    const child = spawn('pgbench', [...args, '-f', script, url], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (errors += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`pgbench exited with ${code}: ${errors}`)),
    );
  });
}

function figuresIn(output) {
  const number = (pattern) => Number(pattern.exec(output)?.[1] ?? NaN);
  return {
    total: number(/actually processed: (\d+)/),
    perSecond: number(/tps = ([\d.]+) \(without/),
    p50: number(/latency average = ([\d.]+)/),
    p99: NaN,
    refused: number(/failed transactions: (\d+)/) || 0,
  };
}
