// The processes of a PostgreSQL server.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { withConnection } from './records.mjs';

export async function untilAccepting(url, isNew = () => true) {
  for (;;) {
    const isAccepting = await withConnection(url, (client) => client.query('SELECT 1')).then(
      () => true,
      () => false,
    );
    if (isAccepting && isNew()) return;
    await delay(20);
  }
}

export function childrenOf(pid) {
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

export function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // The process of a closed connection no longer exists.
      if (error.code !== 'ESRCH') throw error;
    }
  }
}
