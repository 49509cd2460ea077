// What can happen to PostgreSQL itself, or be done to it by its administrator. Each strikes once and answers when the
// fault is over; the drill decides how often.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { withConnection, superuserUrl } from '../records.mjs';

/** How long a fault that can be held is held, unless the next one comes too soon for that. */
export const HOLD_MS = 2_000;

export async function killDatabase({ house }) {
  const { pid } = house.database;
  process.kill(pid, 'SIGKILL');
  await untilAccepting(house.database.url, () => house.database.pid !== pid);
}

/** Stops the server and every process of it, so that its connections stay open and nobody answers. */
export async function stopDatabase({ house, holdMs }) {
  const { pid } = house.database;
  const all = [pid, ...childrenOf(pid)];
  signalAll(all, 'SIGSTOP');
  await delay(holdMs);
  signalAll(all, 'SIGCONT');
  await untilAccepting(house.database.url);
}

export const endBackends = ({ house }) =>
  withConnection(house.database.url, async (client) => {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = current_user AND pid <> pg_backend_pid()`,
    );
  });

export const turnReadOnly = ({ house, holdMs }) =>
  withConnection(superuserUrl(house.database.url), async (client) => {
    const turn = async (setting) => {
      await client.query(`ALTER SYSTEM ${setting}`);
      await client.query('SELECT pg_reload_conf()');
    };
    await turn('SET default_transaction_read_only = on');
    await delay(holdMs);
    await turn('RESET default_transaction_read_only');
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
    // The program's name stands in parentheses and may hold spaces, so the fields are counted from behind it.
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
      // A connection that closed meanwhile took its process with it.
      if (error.code !== 'ESRCH') throw error;
    }
  }
}
