import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadSetting } from '../settings/setting-reader.js';

const LEAST_LENGTH = 32;

/** The signing secret that a data folder keeps for whoever works on its database; made by the first who asks. */
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    // Two who ask at once must agree, so the file is only ever made by the one that finds none.
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new BadSetting('DATA_DIR', `cannot be written to (${code ?? 'unknown error'})`);
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < LEAST_LENGTH)
    throw new BadSetting('DATA_DIR', 'holds a jwt-secret file that is too short; remove it');
  return secret;
}
