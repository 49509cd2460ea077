// What becomes of Florin when its PostgreSQL is lost for good and another takes its place.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../command-line.mjs';

const WORKED_WITHIN_MS = 15_000;

/** Mostly a power cut; now and then an administrator who ends it in good order. */
export async function failOver({ house: { database }, chance }) {
  await database.restore();
  const startedAt = performance.now();
  await database.failOver(chance.is(0.75) ? 'SIGKILL' : 'SIGINT');
  return { promotedWithinMs: Math.round(performance.now() - startedAt) };
}

/** The worker and the operator's tool have to reach the new primary as the API does. */
export async function checkFailover({ house: { database }, journal, patience }) {
  if (!(await isWorkDone(database.primary, WORKED_WITHIN_MS * patience)))
    journal.problems.push('after the failover the worker did no job');
  const verify = [join(root, 'apps/cli/dist/main.js'), 'verify', '--database-url', database.addressUrl];
  await promisify(execFile)(process.execPath, verify, { env: { PATH: process.env.PATH } }).catch((error) => {
    journal.problems.push(`florin verify said: ${error.stderr || error.message}`);
  });
}

async function isWorkDone(server, withinMs) {
  const [{ now }] = await server.sql('SELECT now()');
  const done = `SELECT 1 FROM pgboss.job WHERE state = 'completed' AND completed_on > $1 LIMIT 1`;
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if ((await server.sql(done, [now], 'florin')).length > 0) return true;
    await delay(100);
  }
  return false;
}
