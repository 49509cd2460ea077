// Starts one PostgreSQL server for a run of Jest, before the first integration or end-to-end test. Jest loads this file
// outside its module system, so it is plain JavaScript and uses the built libraries (`nx run-many -t build`).
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isAlive } from './is-alive.mjs';

const prefix = 'florin-test-';
const template = 'florin_template';
let server;
let dataDir;

export async function startSharedServer() {
  const { startEmbeddedPostgres, removeEmbeddedPostgres } = await import('@florin/infrastructure/embedded');
  await removeLeftovers(removeEmbeddedPostgres);
  // The server is stopped by an exit handler, which does not run for a signal without a listener.
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
  dataDir = join(tmpdir(), `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`);
  server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  await makeTemplate(server.url);
  process.env.FLORIN_TEST_SERVER = server.url;
  process.env.FLORIN_TEST_TEMPLATE = template;
}

export async function stopSharedServer() {
  if (server === undefined) return;
  const { removeEmbeddedPostgres } = await import('@florin/infrastructure/embedded');
  await server.stop();
  await removeEmbeddedPostgres(dataDir);
}

/** Migrates a template database. Each spec file copies it, which takes milliseconds. */
async function makeTemplate(url) {
  const { migrate } = await import('@florin/infrastructure');
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${template}`);
    await migrate({ url: templateUrl.href });
    // A template with open connections cannot be copied.
    await client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  } finally {
    await client.end();
  }
}

/** Removes the servers of killed runs. The folder name contains the pid of its run. */
async function removeLeftovers(remove) {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await remove(join(tmpdir(), name)).catch(() => {
      // The folder belongs to another user.
    });
  }
}
