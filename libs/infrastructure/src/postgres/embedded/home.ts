import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecord } from './cluster-record.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

const fileOf = (home: string): string => join(home, 'belongs-to');

/** Writes down in a server's folder whose it is, when that is not the data folder itself. */
export function sayWhose(home: string, dataDir: string): void {
  writeFileSync(fileOf(home), `${dataDir}\n`, { mode: 0o600 });
}

/**
 * A copy of a data folder names the same server's folder. Starting there would stop the server of the one that was
 * copied, or change its books; so only that one may. A folder that was moved takes the server's along.
 */
export function requireOwn(home: string, dataDir: string): void {
  if (!existsSync(home)) return;
  const owner = existsSync(fileOf(home)) ? readFileSync(fileOf(home), 'utf8').trim() : dataDir;
  if (owner === dataDir) return;
  if (readRecord(owner)?.home === home) {
    throw new EmbeddedPostgresError(
      `${dataDir} is a copy of ${owner}, whose database is in ${home} and was not copied with it. Copy that folder too, and name the copy as "home" in ${join(dataDir, 'postgres.json')}, and ${dataDir} in its file belongs-to.`,
    );
  }
  sayWhose(home, dataDir);
}
