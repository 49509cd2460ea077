import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError, explainFailure } from './embedded-postgres-error.js';

/** PostgreSQL refuses to run as root, so root starts it as another user. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** No variable such as PGDATA or PGOPTIONS reaches PostgreSQL. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The user for the server, or undefined when it runs as this process does. Existing files keep their owner. */
export function chooseServerUser(files: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(files, { throwIfNoEntry: false });
  if (owner !== undefined) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', '_postgres', 'nobody', 'daemon']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and there is no user postgres or nobody. Start Florin as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether a shell command on a path succeeds as this user; file modes alone do not show that. */
export function canDo(user: ServerUser, command: string, path: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', command, 'sh', path], { ...user, cwd: '/', stdio: 'ignore' });
  if (result.error === undefined) return result.status === 0;
  throw new EmbeddedPostgresError(
    `This process is root but may not run programs as user ${user.uid} (${result.error.message}). Start Florin as an ordinary user, or set DATABASE_URL.`,
  );
}

/** A folder below /var/lib/florin, which every user can enter and only root can change. */
export function makeReachableFolder(name: string): string {
  const base = '/var/lib/florin';
  for (const folder of [base, join(base, name)]) {
    explainFailure(
      `The user of PostgreSQL cannot reach this folder. Set DATA_DIR to one that every user can enter, or set DATABASE_URL. ${folder} cannot be made`,
      () => mkdirSync(folder, { recursive: true }),
    );
    const { uid, mode } = lstatSync(folder);
    if (uid !== 0 || (mode & 0o022) !== 0)
      throw new EmbeddedPostgresError(`${folder} must belong to root, and only root may write to it.`);
    chmodSync(folder, 0o755);
  }
  return join(base, name);
}

/** The folder of PostgreSQL's programs for this platform: as installed, or a copy that the server's user can reach. */
export async function findPrograms(user: ServerUser | undefined): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const found = (await import(`@embedded-postgres/${platform}`).catch(() => {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} (package @embedded-postgres/${platform}). Set DATABASE_URL to a server of your own.`,
    );
  })) as { postgres: string };
  const folder = join(dirname(found.postgres), '..');
  const isUsable = 'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/postgres" --version';
  if (user === undefined || canDo(user, isUsable, folder)) return join(folder, 'bin');
  const version = execFileSync(found.postgres, ['--version'], { encoding: 'utf8' })
    .replace(/^\D+/, '')
    .trim();
  const copy = join(makeReachableFolder('postgresql'), version);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}.unfinished`;
    cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', unfinished]);
    // Another start may have made the same copy in the meantime.
    if (existsSync(copy)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, copy);
  }
  return join(copy, 'bin');
}
