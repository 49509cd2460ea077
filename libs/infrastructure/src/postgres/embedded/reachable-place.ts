import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** Where root keeps what another user must reach: it outlives a restart, and nobody but root can plant things there. */
const BASE = '/var/lib/florin';

/** A folder below the base that anyone may enter and only root may change. */
export function reachablePlace(name: string): string {
  makeFolder(BASE);
  const folder = join(BASE, name);
  makeFolder(folder);
  return folder;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The server's user cannot reach this folder, and ${folder} cannot be made (${(error as Error).message}). Set DATA_DIR to a folder that every user can enter, or set DATABASE_URL.`,
    );
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new EmbeddedPostgresError(
      `${folder} must be a folder that belongs to root and that only root can write to.`,
    );
  }
  // A strict umask would have kept the server's user out.
  chmodSync(folder, 0o755);
}
