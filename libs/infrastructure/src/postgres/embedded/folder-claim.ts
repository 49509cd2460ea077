import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { giveToOwnerOf } from '../../system/give-to-owner.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { findProcess, waitForEnd } from './processes.js';

interface Claim {
  readonly pid: number;
  readonly startedAt: string;
}

/** Who only wants the database may find it running in a moment: its owner may just be starting. */
export class FolderTaken extends EmbeddedPostgresError {
  constructor(folder: string, pid: number) {
    super(
      `Florin is already running on ${folder} (process ${pid}). Stop it first, or choose another DATA_DIR.`,
    );
  }
}

const CLAIM = 'owner.json';

/** An owner that was just told to end still needs a moment to stop its server. */
const PATIENCE_MS = 3_000;

/**
 * Makes this process the only owner of a data folder, and answers how to give it back.
 * The claim of a process that is gone, or whose pid now belongs to another, is void.
 */
export async function claimFolder(folder: string, log: (line: string) => void): Promise<() => void> {
  const path = join(folder, CLAIM);
  for (let holder = tryClaim(path); holder !== undefined; holder = tryClaim(path)) {
    log(`Process ${holder.pid} has ${folder}; waiting a moment in case it is ending.`);
    const ended = holder.pid !== process.pid && (await waitForEnd(holder.pid, PATIENCE_MS));
    if (!ended) throw new FolderTaken(folder, holder.pid);
  }
  return () => {
    rmSync(path, { force: true });
  };
}

/** Whether a living process owns the folder now. */
export function isClaimed(folder: string): boolean {
  const holder = readClaim(join(folder, CLAIM));
  return holder !== undefined && isStanding(holder);
}

function tryClaim(path: string): Claim | undefined {
  const mine = `${path}.${process.pid}`;
  const claim: Claim = { pid: process.pid, startedAt: findProcess(process.pid)?.startedAt ?? '' };
  try {
    writeFileSync(mine, JSON.stringify(claim), { mode: 0o600 });
    giveToOwnerOf(dirname(path), mine);
    // A link appears with its content or not at all, so a claim is never read half-written.
    linkSync(mine, path);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new EmbeddedPostgresError(`DATA_DIR ${dirname(path)} cannot be written to: ${message}`);
  } finally {
    rmSync(mine, { force: true });
  }
  const holder = readClaim(path);
  if (holder !== undefined && isStanding(holder)) return holder;
  discardVoidClaim(path, holder);
  return tryClaim(path);
}

function discardVoidClaim(path: string, voided: Claim | undefined): void {
  const aside = `${path}.void.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Another start may have replaced the void claim by its own since it was read: that one goes back.
  const moved = readClaim(aside);
  if (moved?.pid !== voided?.pid || moved?.startedAt !== voided?.startedAt) renameSync(aside, path);
  else rmSync(aside);
}

function isStanding(claim: Claim): boolean {
  return findProcess(claim.pid)?.startedAt === claim.startedAt;
}

function readClaim(path: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Claim;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    // Whoever took that for no claim would stop the database of a living process.
    throw new EmbeddedPostgresError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
