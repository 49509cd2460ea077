// Databases of a Citus cluster that exists: made, connected and dropped on every node. Plain JavaScript, because drills use it
// as well as specs.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const IN_USE = '55006';
const DROPPED_WITHIN_MS = 15_000;

/** The addresses of the nodes, the coordinator first. */
export async function findNodes(url) {
  const workers = await execute(
    url,
    `SELECT nodename, nodeport FROM pg_dist_node WHERE groupid > 0 ORDER BY nodeid`,
  );
  return [url, ...workers.map(({ nodename, nodeport }) => withServer(url, nodename, nodeport))];
}

function withServer(url, host, port) {
  const found = new URL(url);
  found.hostname = host;
  found.port = String(port);
  return found.href;
}

export function withDatabase(url, name) {
  const found = new URL(url);
  found.pathname = `/${name}`;
  return found.href;
}

/** An empty database of this name on every node, whose coordinator knows the worker nodes. Returns its addresses. */
export async function createOnNodes(nodes, name) {
  const databases = nodes.map((node) => withDatabase(node, name));
  for (const [index, database] of databases.entries()) {
    await execute(nodes[index], `CREATE DATABASE ${name}`);
    await execute(database, 'CREATE EXTENSION citus');
  }
  const [coordinator, ...workers] = databases;
  await execute(coordinator, `SELECT citus_set_coordinator_host($1, $2)`, addressOf(coordinator));
  for (const worker of workers)
    await execute(coordinator, `SELECT citus_add_node($1, $2)`, addressOf(worker));
  return databases;
}

/** Retries while a daemon of Citus is connected. */
export async function dropOnNodes(nodes, name) {
  const deadline = Date.now() + DROPPED_WITHIN_MS;
  for (const node of nodes) {
    for (;;) {
      try {
        await execute(node, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        break;
      } catch (error) {
        if (error.code !== IN_USE || Date.now() > deadline) throw error;
        await delay(100);
      }
    }
  }
}

const addressOf = (url) => [new URL(url).hostname, Number(new URL(url).port || 5432)];

export async function execute(url, sql, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
