import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Binaries, locateBinaries } from './binaries.js';
import { beginRecord, type ClusterRecord, readRecord, recordPath, writeRecord } from './cluster-record.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { requireOwn, sayWhose } from './home.js';
import { reachablePlace } from './reachable-place.js';
import { runToEnd } from './run-to-end.js';
import { canDo, chooseServerUser, giveTo, type ServerUser } from './server-user.js';

/** One server's files, and what is needed to run it on them. */
export interface Cluster {
  /** The folder around the server's files; its log lies beside them. */
  readonly home: string;
  readonly files: string;
  readonly record: ClusterRecord;
  readonly binaries: Binaries;
  readonly user: ServerUser | undefined;
}

/** Nothing of the environment reaches PostgreSQL: a stray PGDATA or PGOPTIONS would bend it. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Finds the cluster that belongs to a data folder, or makes it. The caller has claimed the folder. */
export async function openCluster(
  dataDir: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<Cluster> {
  const known = readRecord(dataDir) ?? beginRecord(dataDir);
  if (known.home !== undefined) requireOwn(known.home, dataDir);
  const user = chooseServerUser(join(known.home ?? dataDir, 'postgres'));
  const record = known.initialised ? known : place(dataDir, known, user, log);
  const home = record.home ?? dataDir;
  const files = join(home, 'postgres');
  const cluster: Cluster = { home, files, record, binaries: locateBinaries(user), user };
  if (!existsSync(files)) {
    if (record.initialised) {
      throw new EmbeddedPostgresError(
        `The database in ${files} is gone. Bring it back, or remove ${recordPath(dataDir)} to begin with an empty one.`,
      );
    }
    log(`Making a new PostgreSQL database in ${files}.`);
    await initialise(cluster, durable);
  } else if (user !== undefined && !canDo(user, 'cd "$1"', files)) {
    throw new EmbeddedPostgresError(`The server's user (uid ${user.uid}) can no longer reach ${files}.`);
  }
  if (!record.initialised) writeRecord(dataDir, { ...record, initialised: true });
  return cluster;
}

/** Decides where a new server's files go, and writes that down before the first of them exists. */
function place(
  dataDir: string,
  record: ClusterRecord,
  user: ServerUser | undefined,
  log: (line: string) => void,
): ClusterRecord {
  let placed = record;
  if (record.home === undefined && user !== undefined && !canDo(user, 'cd "$1"', dataDir)) {
    const home = reachablePlace(randomBytes(8).toString('hex'));
    sayWhose(home, dataDir);
    log(`The server's user (uid ${user.uid}) cannot reach ${dataDir}, so the database goes to ${home}.`);
    placed = { ...record, home };
  }
  writeRecord(dataDir, placed);
  return placed;
}

async function initialise({ home, files, record, binaries, user }: Cluster, durable: boolean): Promise<void> {
  const unfinished = `${files}.unfinished`;
  const passwordFile = join(home, 'initdb.password');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, record.password, { mode: 0o600 });
  giveTo(user, unfinished);
  giveTo(user, passwordFile);
  // The built-in locale sorts by code point and is the same on every machine, whatever locales it has.
  const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  options.push(
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-instructions',
  );
  if (!durable) options.push('--no-sync');
  try {
    await runToEnd(binaries.initdb, [...options, '-D', unfinished], {
      ...user,
      cwd: home,
      env: SERVER_ENVIRONMENT,
    });
  } catch (error) {
    throw new EmbeddedPostgresError(`PostgreSQL could not make its files: ${(error as Error).message}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  // Whoever is killed while making the files leaves none under this name.
  renameSync(unfinished, files);
}
