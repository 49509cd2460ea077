import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** Whom PostgreSQL runs as when this process is root, which it refuses to run as. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user for the server, or undefined when it runs as this process does. Existing data decides by its owner. */
export function chooseServerUser(cluster: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    return { uid, gid };
  }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const user = lookUp(name);
    if (user !== undefined) return user;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and there is no user postgres or nobody. Start Florin as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether the user can enter the folder and run the check there, found out by trying: modes alone tell half. */
export function canDo(user: ServerUser, shellTest: string, ...paths: string[]): boolean {
  const attempt = spawnSync('/bin/sh', ['-c', shellTest, 'sh', ...paths], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  if (attempt.error !== undefined) {
    throw new EmbeddedPostgresError(
      `This process is root but may not run programs as user ${user.uid} (${attempt.error.message}). Start Florin as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return attempt.status === 0;
}

export function giveTo(user: ServerUser | undefined, path: string): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid);
}

function lookUp(name: string): ServerUser | undefined {
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}
