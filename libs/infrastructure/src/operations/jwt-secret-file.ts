import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BadSetting } from '../settings/bad-setting.js';
import { chownToOwnerOf } from '../system/chown-to-owner.js';
import { makeFolder } from '../system/make-folder.js';

/** The signing secret in the data folder, created by the first process that needs it. */
export function loadOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret');
  asBadSetting('is not writable', () => {
    makeFolder(dataDir);
    createSecretFile(path);
  });
  const read = (): string => readFileSync(path, 'utf8').trim();
  const secret = asBadSetting('contains a jwt-secret file that cannot be read', read);
  if (secret.length < 32)
    throw new BadSetting(
      'DATA_DIR',
      'contains a jwt-secret file that is too short. Delete the file to create a new secret',
    );
  return secret;
}

function createSecretFile(path: string): void {
  if (existsSync(path)) return;
  const temporaryPath = `${path}.${process.pid}`;
  try {
    writeFileSync(temporaryPath, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
    chownToOwnerOf(dirname(path), temporaryPath);
    // link(2) is atomic and fails if the file exists: two processes agree, and a full disk leaves no partial secret.
    linkSync(temporaryPath, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(temporaryPath, { force: true });
  }
}

function asBadSetting<Result>(problem: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new BadSetting('DATA_DIR', `${problem} (${codeOf(error) ?? 'unknown error'})`);
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
