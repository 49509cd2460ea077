import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BadSetting } from '../settings/setting-reader.js';
import { giveToOwnerOf } from '../system/give-to-owner.js';
import { makeFolder } from '../system/make-folder.js';

const LEAST_LENGTH = 32;

/** The signing secret that a data folder keeps for whoever works on its database; made by the first who asks. */
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret');
  told('cannot be written to', () => {
    makeFolder(dataDir);
    // Two who ask at once must agree, so the file is only ever made by the one that finds none.
    makeUnlessThere(path);
  });
  const secret = told('holds a jwt-secret file that cannot be read', () => readFileSync(path, 'utf8').trim());
  if (secret.length < LEAST_LENGTH)
    throw new BadSetting('DATA_DIR', 'holds a jwt-secret file that is too short; remove it');
  return secret;
}

function makeUnlessThere(path: string): void {
  if (existsSync(path)) return;
  const mine = `${path}.${process.pid}`;
  try {
    writeFileSync(mine, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
    giveToOwnerOf(dirname(path), mine);
    // A link appears with its content or not at all: a full disk leaves no half of a secret.
    linkSync(mine, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Whatever is wrong with the folder is told as a matter of the setting that names it. */
function told<Result>(trouble: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new BadSetting('DATA_DIR', `${trouble} (${codeOf(error) ?? 'unknown error'})`);
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
