import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { reachablePlace } from './reachable-place.js';
import { canDo, type ServerUser } from './server-user.js';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * PostgreSQL's programs for this platform, as npm installed them; a copy in a place the server's user can reach
 * when the installation lies below a private folder. The packages bring the programs alone; starting, watching and
 * recovering the server is done here.
 */
export function locateBinaries(user: ServerUser | undefined): Binaries {
  const folder = findPackage();
  const installed = join(folder, 'native');
  if (user === undefined || isUsableBy(user, installed)) return programsIn(installed);
  return programsIn(copyToReachablePlace(folder));
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (package ${name}). Set DATABASE_URL to a server of your own.`,
    );
  }
}

function programsIn(native: string): Binaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}

function isUsableBy(user: ServerUser, native: string): boolean {
  const { postgres } = programsIn(native);
  return canDo(
    user,
    'test -r "$1" && "$2" --version',
    join(native, 'share/postgresql/postgres.bki'),
    postgres,
  );
}

function copyToReachablePlace(packageFolder: string): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const place = reachablePlace('postgresql');
  const copy = join(place, version);
  if (existsSync(copy)) return copy;
  const unfinished = join(place, `${version}.${process.pid}.unfinished`);
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(join(packageFolder, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
  openForReading(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Another start finished the same copy first, and the two are alike.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
