import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bank, type Customer } from '../support/bank.js';
import { PostgresServer } from '../support/postgres-server.mjs';
import { ROOT } from '../support/source-tree.js';
import { until } from '../support/until.js';

/** Append-only tables: the xmin of a row is the SQL transaction that committed it. */
const APPEND_ONLY_TABLES = ['events', 'entries', 'idempotency_keys'];

let server: PostgresServer;
let restored: PostgresServer;
let bank: Bank;

beforeAll(async () => {
  // Commit timestamps show exactly which rows have to be restored.
  server = await PostgresServer.create(['archive_mode = on', 'track_commit_timestamp = on']);
});
afterAll(async () => {
  await bank.close();
  await restored.remove();
  await server.remove();
});

/** The matching rows as text. */
async function rowsOf(from: PostgresServer, condition = 'true'): Promise<Record<string, string[]>> {
  const tables = APPEND_ONLY_TABLES.map(async (table) => {
    const rows = await from.sql<{ row: string }>(
      `SELECT kept::text AS row FROM ${table} AS kept WHERE ${condition} ORDER BY 1`,
      [],
      'florin',
    );
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** Whether each table has more than this number of matching rows. */
const isWritten = async (min: number, condition?: string): Promise<boolean> =>
  Object.values(await rowsOf(server, condition)).every((rows) => rows.length > min);

/** Creates and settles transactions until the returned function is called. */
function keepBusy(customer: Customer): () => Promise<void> {
  let isStopped = false;
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      const key = { 'idempotency-key': randomUUID() };
      const { body, status } = await bank.create(customer, { amount: 10 }, key);
      expect(status).toBe(201);
      await bank.settle(String(body['id']));
    }
  };
  const loops = [loop(), loop(), loop()];
  return async () => {
    isStopped = true;
    await Promise.all(loops);
  };
}

/** A full second of the server's clock; resolves when it has passed. */
async function aSecondFromNow(): Promise<string> {
  const [row] = await server.sql<{ second: string; wait: number }>(
    `SELECT date_trunc('second', clock_timestamp() + interval '2 seconds')::text AS second,
       extract(epoch FROM date_trunc('second', clock_timestamp() + interval '2 seconds') - clock_timestamp())::float AS wait`,
  );
  await delay(1_000 * row!.wait + 700);
  return row!.second;
}

async function archiveEverything(): Promise<void> {
  const [row] = await server.sql<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  const archived = 'SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= $1';
  await until(
    'the WAL is archived',
    async () => (await server.sql(archived, [row!.file])).length > 0,
    30_000,
  );
}

/** The recovery settings of the documentation, with this archive and second. */
function documentedSettings({ archive, second }: { archive: string; second: string }): string {
  const page = readFileSync(join(ROOT, 'docs/operating/backup-and-restore.md'), 'utf8');
  const settings = /postgresql\.auto\.conf <<'EOF'\n(.*?)^EOF$/ms.exec(page)?.[1] ?? '';
  expect(settings).toMatch(/cp \/archive\/.*^recovery_target_time = /ms);
  return settings
    .replace('/archive/%f', `"${archive}/%f"`)
    .replace(/^(recovery_target_time = ).*$/m, `$1'${second}'`);
}

describe('a base backup and the WAL archive', () => {
  it('restore exactly the rows committed up to a chosen second, and the ledger balances', async () => {
    const archive = server.folder('archive');
    await server.set('archive_command', `test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"`);
    bank = await Bank.open({ databaseUrl: server.url });
    const customer = await bank.customer(1_000_000);
    const stop = keepBusy(customer);
    // The copy has the settings of synchronous replication, without standbys. Not reloaded, so that writes continue.
    await server.sql(`ALTER SYSTEM SET synchronous_standby_names = 'db2'`);
    restored = await server.copy();
    await server.sql('ALTER SYSTEM RESET synchronous_standby_names');
    await until('10 rows per table', () => isWritten(10));
    const second = await aSecondFromNow();
    await until('3 rows per table after the chosen second', () =>
      isWritten(3, `pg_xact_commit_timestamp(kept.xmin) > '${second}'`),
    );
    await stop();
    await archiveEverything();
    const expected = await rowsOf(server, `pg_xact_commit_timestamp(kept.xmin) <= '${second}'`);
    await bank.api.stop();
    await server.end('SIGKILL');

    restored.recover(documentedSettings({ archive, second }));
    await restored.start();
    const isRestored = 'SELECT 1 WHERE NOT pg_is_in_recovery()';
    await until('the end of the recovery', async () => (await restored.sql(isRestored)).length > 0, 60_000);

    expect(await rowsOf(restored)).toEqual(expected);
    const verify = [join(ROOT, 'apps/cli/dist/main.js'), 'verify', '--database-url', restored.url];
    const { stdout } = await promisify(execFile)(process.execPath, verify, { env: {} });
    expect(stdout).toContain('The ledger is consistent');

    bank = await Bank.open({ databaseUrl: restored.url });
    // Sessions are restored.
    expect(await bank.create(customer, { amount: 10 })).toMatchObject({ status: 201 });
  });
});
