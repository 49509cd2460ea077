// The processes of a PostgreSQL server.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
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

export const childrenOf = (pid) => allProcesses().filter((other) => parentOf(other) === pid);

/** All processes of a server work in its data folder. */
export const processesIn = (folder) => allProcesses().filter((pid) => folderOf(pid) === folder);

const allProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function folderOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
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
