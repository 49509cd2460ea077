import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** Ends all connections to it and deletes it. */
  drop(): Promise<void>;
}

/** A migrated, empty database of one's own on the run's shared server, so that spec files never meet. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = fromSetup('FLORIN_TEST_SERVER');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${fromSetup('FLORIN_TEST_TEMPLATE')}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(server, name) };
}

/**
 * Ends all connections to a database and deletes it. The role of the tests may end its own connections but not a
 * vacuum that the server just happens to do there, so that one is waited for.
 */
export async function dropDatabase(server: string, name: string): Promise<void> {
  const giveUpAt = Date.now() + 15_000;
  for (;;) {
    try {
      await execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      const vacuuming = error instanceof pg.DatabaseError && error.code === '42501';
      if (!vacuuming || Date.now() > giveUpAt) throw error;
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
