import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToOwnerOf } from '../../system/give-to-owner.js';
import { EmbeddedPostgresError, explainFailure, readIfPresent } from './embedded-postgres-error.js';
import * as programs from './programs.js';

/** The content of postgres.json in the data folder. */
export interface ClusterRecord {
  readonly password: string;
  /** The last port. Set once the database was ready: from then on missing files are a loss, not a first start. */
  readonly port?: number;
  /** The folder of the server's files, if it is not the data folder. */
  readonly home?: string;
}

/** The files of one server, and what it takes to run it on them. */
export interface Cluster {
  /** The folder that contains `files` and the log. */
  readonly home: string;
  readonly files: string;
  readonly record: ClusterRecord;
  readonly programs: string;
  readonly user: programs.ServerUser | undefined;
  /** False for tests only: data may be lost when the machine loses power. */
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

/** Finds the cluster of a data folder, or makes it. The caller holds the lock of the folder. */
export async function openCluster(
  dataDir: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<Cluster> {
  let record = readRecord(dataDir) ?? newRecord(dataDir);
  if (record.home !== undefined) requireOwnHome(record.home, dataDir);
  const user = programs.chooseServerUser(join(record.home ?? dataDir, 'postgres'));
  if (record.port === undefined) {
    if (record.home === undefined && user !== undefined && !programs.canDo(user, 'cd "$1"', dataDir)) {
      const home = programs.makeReachableFolder(randomBytes(8).toString('hex'));
      writeFileSync(ownerPath(home), `${dataDir}\n`, { mode: 0o600 });
      log(`The server's user (uid ${user.uid}) cannot reach ${dataDir}, so the database goes to ${home}.`);
      record = { ...record, home };
    }
    // The password is on disk before the first file that needs it.
    writeRecord(dataDir, record);
  }
  const home = record.home ?? dataDir;
  const files = join(home, 'postgres');
  const cluster = { home, files, record, programs: await programs.findPrograms(user), user, durable, log };
  if (existsSync(files)) return cluster;
  if (record.port !== undefined) {
    throw new EmbeddedPostgresError(
      `The database in ${files} is gone. Bring it back, or remove ${recordPath(dataDir)} to begin with an empty one.`,
    );
  }
  log(`Making a new PostgreSQL database in ${files}.`);
  initialise(cluster);
  return cluster;
}

/** initdb works under another name, so that a start after an interrupted one makes the files again. */
function initialise({ home, files, record, programs: folder, user, durable }: Cluster): void {
  const [unfinished, passwordFile] = [`${files}.unfinished`, join(home, 'initdb.password')];
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, record.password, { mode: 0o600 });
  if (user !== undefined) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid);
  // The built-in locale sorts by code point and is the same on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const options = [...locale, ...access, ...(durable ? [] : ['--no-sync']), '-D', unfinished];
  const place = { ...user, cwd: home, env: programs.SERVER_ENVIRONMENT };
  const initdb = spawnSync(join(folder, 'initdb'), options, { ...place, encoding: 'utf8' });
  rmSync(passwordFile);
  if (initdb.status !== 0) {
    const reason = initdb.error?.message ?? /^.*(error|FATAL):.*$/m.exec(initdb.stderr)?.[0] ?? initdb.signal;
    throw new EmbeddedPostgresError(`PostgreSQL could not make its files: ${reason ?? 'initdb failed'}`);
  }
  renameSync(unfinished, files);
}

export const recordPath = (dataDir: string): string => join(dataDir, 'postgres.json');

export function readRecord(dataDir: string): ClusterRecord | undefined {
  const content = readIfPresent(recordPath(dataDir));
  if (content === undefined) return undefined;
  return explainFailure(`${recordPath(dataDir)} cannot be read`, () => JSON.parse(content) as ClusterRecord);
}

export function writeRecord(dataDir: string, record: ClusterRecord): void {
  const path = recordPath(dataDir);
  explainFailure(`${path} cannot be written`, () => {
    writeFileSync(`${path}.new`, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600, flush: true });
    giveToOwnerOf(dataDir, `${path}.new`);
    renameSync(`${path}.new`, path);
  });
}

function newRecord(dataDir: string): ClusterRecord {
  const files = join(dataDir, 'postgres');
  if (!existsSync(files)) return { password: randomBytes(24).toString('hex') };
  throw new EmbeddedPostgresError(
    `There is a database in ${files}, but ${recordPath(dataDir)}, which has its password, is missing. Bring it back.`,
  );
}

/** In a home that is not the data folder: a file with the path of the data folder that it belongs to. */
export const ownerPath = (home: string): string => join(home, 'belongs-to');

/** A copy of a data folder names the same home, and must not run on the database of the original. A moved one may. */
function requireOwnHome(home: string, dataDir: string): void {
  const owner = readIfPresent(ownerPath(home))?.trim();
  if (owner === undefined || owner === dataDir) return;
  if (readRecord(owner)?.home === home) {
    throw new EmbeddedPostgresError(
      `${dataDir} is a copy of ${owner}, whose database is in ${home} and was not copied with it. Copy that folder too, and name the copy as "home" in ${recordPath(dataDir)}, and ${dataDir} in its file belongs-to.`,
    );
  }
  writeFileSync(ownerPath(home), `${dataDir}\n`, { mode: 0o600 });
}
