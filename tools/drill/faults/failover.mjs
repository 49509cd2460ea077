// Failover to the standby after the loss of the primary.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../command-line.mjs';

const JOB_WITHIN_MS = 15_000;

/** Usually SIGKILL, sometimes a regular shutdown. */
export async function failOver({ environment: { database }, random }) {
  await database.restore();
  const startedAt = performance.now();
  await database.failOver(random.boolean(0.75) ? 'SIGKILL' : 'SIGINT');
  return { promotedWithinMs: Math.round(performance.now() - startedAt) };
}

/** The worker and the command line must also reach the new primary. */
export async function checkFailover({ environment: { database }, journal, timeoutFactor }) {
  if (!(await hasCompletedJob(database.primary, JOB_WITHIN_MS * timeoutFactor)))
    journal.problems.push('the worker completed no job after the failover');
  const verify = [join(root, 'apps/cli/dist/main.js'), 'verify', '--database-url', database.addressUrl];
  await promisify(execFile)(process.execPath, verify, { env: { PATH: process.env.PATH } }).catch((error) => {
    journal.problems.push(`florin verify failed: ${error.stderr || error.message}`);
  });
}

async function hasCompletedJob(server, withinMs) {
  const [{ now }] = await server.sql('SELECT now()');
  const done = `SELECT 1 FROM pgboss.job WHERE state = 'completed' AND completed_on > $1 LIMIT 1`;
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if ((await server.sql(done, [now], 'florin')).length > 0) return true;
    await delay(100);
  }
  return false;
}
