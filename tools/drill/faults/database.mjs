// Faults of PostgreSQL itself. Each injects one fault and resolves when it is over.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { withConnection, superuserUrl } from '../records.mjs';

/** Duration of a fault, unless the next one comes earlier. */
export const HOLD_MS = 2_000;

export async function killDatabase({ environment }) {
  const { pid } = environment.database;
  process.kill(pid, 'SIGKILL');
  await untilAccepting(environment.database.url, () => environment.database.pid !== pid);
}

/** Stops all processes of the server, so that connections stay open without responses. */
export async function stopDatabase({ environment, holdMs }) {
  const { pid } = environment.database;
  const all = [pid, ...childrenOf(pid)];
  signalAll(all, 'SIGSTOP');
  await delay(holdMs);
  signalAll(all, 'SIGCONT');
  await untilAccepting(environment.database.url);
}

export const terminateBackends = ({ environment }) =>
  withConnection(environment.database.url, async (client) => {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = current_user AND pid <> pg_backend_pid()`,
    );
  });

export const setReadOnly = ({ environment, holdMs }) =>
  withConnection(superuserUrl(environment.database.url), async (client) => {
    const alterSystem = async (setting) => {
      await client.query(`ALTER SYSTEM ${setting}`);
      await client.query('SELECT pg_reload_conf()');
    };
    await alterSystem('SET default_transaction_read_only = on');
    await delay(holdMs);
    await alterSystem('RESET default_transaction_read_only');
  });

async function untilAccepting(url, isNew = () => true) {
  for (;;) {
    const isAccepting = await withConnection(url, (client) => client.query('SELECT 1')).then(
      () => true,
      () => false,
    );
    if (isAccepting && isNew()) return;
    await delay(20);
  }
}

function childrenOf(pid) {
  const isNumber = (name) => /^\d+$/.test(name);
  return readdirSync('/proc')
    .filter((name) => isNumber(name) && parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid) {
  try {
    // The program's name is in parentheses and may contain spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // The process of a closed connection no longer exists.
      if (error.code !== 'ESRCH') throw error;
    }
  }
}
