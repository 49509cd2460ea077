import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a migrated, empty database on the shared server, so that spec files are isolated. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = fromSetup('FLORIN_TEST_SERVER');
  const servers = [server, ...otherNodes()];
  const name = `test_${randomBytes(8).toString('hex')}`;
  for (const node of servers)
    await execute(node, `CREATE DATABASE ${name} TEMPLATE ${fromSetup('FLORIN_TEST_TEMPLATE')}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async (): Promise<void> => {
    for (const node of servers) await dropDatabase(node, name);
  };
  return { url: url.href, drop };
}

/** The worker nodes, when the tests run on Citus. A distributed database has a part of the same name on every node. */
const otherNodes = (): readonly string[] =>
  JSON.parse(process.env['FLORIN_TEST_NODES'] ?? '[]') as readonly string[];

/**
 * Drops a database and its connections. SQLSTATE 42501 means that autovacuum is connected, which the role of the tests
 * may not terminate, and 55006 that a daemon of Citus has just connected: retries until it has finished.
 */
export async function dropDatabase(server: string, name: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    try {
      await execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && ['42501', '55006'].includes(error.code ?? '');
      if (!isInUse || Date.now() > deadline) throw error;
      await setTimeout(100);
    }
  }
}

async function execute(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error('Only integration and end-to-end specs have a database (.int.spec.ts, .e2e.spec.ts).');
  return value;
}
