// A lock between processes that survives kill -9: the file names its holder, and a dead holder's lock is void.
// Plain JavaScript without packages, because it guards the installation of the packages.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The locks that this process has, by their paths. */
const held = new Set();

/** Runs `work` while no other process holds `path`; `onWait` is told the holder's pid once if there is a wait. */
export async function withLock(path, work, onWait = () => {}) {
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  for (let holder = tryLock(path); holder !== undefined; holder = tryLock(path)) {
    if (!told) onWait(holder);
    told = true;
    await sleep(200);
  }
  held.add(path);
  const release = () => {
    held.delete(path);
    rmSync(path, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Takes the lock and answers undefined, or answers the pid of the living process that has it. */
function tryLock(path) {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, `${process.pid} ${startOf(process.pid)}`);
  try {
    // A link appears with its content or not at all, so nobody ever reads a half-written lock.
    linkSync(mine, path);
    return undefined;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  const words = readWords(path);
  const [, pid, startedAt] = /^([1-9]\d*) ?(.*)$/.exec(words?.trim() ?? '') ?? [];
  if (pid !== undefined && isStanding(path, Number(pid), startedAt)) return Number(pid);
  discardStale(path, words);
  return tryLock(path);
}

/**
 * A pid alone tells little: after a restart, or in a container, where all of them are small, it is soon another's or even
 * our own. Where the system says when a process began, that tells them apart.
 */
function isStanding(path, pid, startedAt) {
  if (pid === process.pid) return held.has(path);
  const start = startOf(pid);
  return isAlive(pid) && (startedAt === '' || start === '' || start === startedAt);
}

/** When a process began, in words that are only good for comparing; empty where the system does not say. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The program's name stands in parentheses and may hold spaces, so the fields are counted from behind it.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return '';
  }
}

function discardStale(path, staleWords) {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  // Someone else may have cleared the stale lock and taken a fresh one in between: theirs goes back.
  if (readWords(aside) !== staleWords) renameSync(aside, path);
  else rmSync(aside);
}

function readWords(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
