import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { findProcess, waitForEnd } from './processes.js';

/** What a running server says about itself in its data folder. */
export interface PostmasterFile {
  readonly pid: number;
  /** `starting` while it replays its log, `ready` when it takes connections. */
  readonly status: string;
}

/** A shutdown writes back what is in memory; one that takes longer is cut short, at the price of a recovery. */
export const FAST_STOP_MS = 30_000;

export function readPostmasterFile(files: string): PostmasterFile | undefined {
  let text: string;
  try {
    text = readFileSync(path(files), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n');
  return { pid: Number(lines[0]), status: lines[7]?.trim() ?? 'starting' };
}

/** Ends a server that outlived its owner and clears what a crash left; the caller owns the folder by now. */
export async function clearLeftovers(files: string, log: (line: string) => void): Promise<void> {
  const left = readPostmasterFile(files);
  if (left === undefined) return;
  if (isServerOf(files, left.pid)) {
    log(`A PostgreSQL that an earlier start left behind (process ${left.pid}) still runs; stopping it.`);
    await stopServer(left.pid);
    // One that was just being killed ends as well, and leaves its file.
    if (readPostmasterFile(files) === undefined) return;
  }
  log('The database was not shut down; recovering it from its write-ahead log.');
  // PostgreSQL would take whichever process now has the old pid for itself and refuse to start.
  rmSync(path(files), { force: true });
}

async function stopServer(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await waitForEnd(pid, FAST_STOP_MS)) return;
  signal(pid, 'SIGQUIT');
  if (await waitForEnd(pid, FAST_STOP_MS)) return;
  throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) does not stop.`);
}

/** Whether this pid is a PostgreSQL on these files, and not a later process that happens to have its number. */
function isServerOf(files: string, pid: number): boolean {
  const command = findProcess(pid)?.command ?? '';
  return command.includes('postgres') && command.includes(`-D ${files} `);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function path(files: string): string {
  return join(files, 'postmaster.pid');
}
