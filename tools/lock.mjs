// A lock between processes that survives kill -9: the file names its holder, and a dead holder's lock is void.
// Plain JavaScript without packages, because it guards the installation of the packages.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` while no other process holds `path`; `onWait` is told the holder's pid once if there is a wait. */
export async function withLock(path, work, onWait = () => {}) {
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  for (let holder = tryLock(path); holder !== undefined; holder = tryLock(path)) {
    if (!told) onWait(holder);
    told = true;
    await sleep(200);
  }
  const release = () => rmSync(path, { force: true });
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
  writeFileSync(mine, String(process.pid));
  try {
    // A link appears with its content or not at all, so nobody ever reads a half-written lock.
    linkSync(mine, path);
    return undefined;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  const holder = readPid(path);
  if (holder !== undefined && isAlive(holder)) return holder;
  discardStale(path, holder);
  return tryLock(path);
}

function discardStale(path, deadHolder) {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  // Someone else may have cleared the stale lock and taken a fresh one in between: theirs goes back.
  if (readPid(aside) !== deadHolder) renameSync(aside, path);
  else rmSync(aside);
}

function readPid(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
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
