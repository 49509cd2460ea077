import { randomBytes } from 'node:crypto';
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
  return { url: url.href, drop: () => execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
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
