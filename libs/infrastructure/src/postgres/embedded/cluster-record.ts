import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToOwnerOf } from '../../system/give-to-owner.js';
import { makeFolder } from '../../system/make-folder.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** What the data folder remembers of its server between two starts. */
export interface ClusterRecord {
  readonly password: string;
  readonly port?: number;
  /** Where the server's files are, when they could not be in the data folder itself. */
  readonly home?: string;
  /** Set once the server's files exist; from then on their absence is a loss and no fresh start. */
  readonly initialised?: true;
}

/** For a folder without a server. Where there is one, its password was in the record that is gone. */
export function beginRecord(dataDir: string): ClusterRecord {
  const files = join(dataDir, 'postgres');
  if (existsSync(files)) {
    throw new EmbeddedPostgresError(
      `There is a database in ${files}, but ${recordPath(dataDir)}, which has its password, is missing. Bring it back.`,
    );
  }
  return { password: randomBytes(24).toString('hex') };
}

export function readRecord(dataDir: string): ClusterRecord | undefined {
  const path = recordPath(dataDir);
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ClusterRecord;
  } catch (error) {
    throw new EmbeddedPostgresError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Whether a server was ever made in this folder. */
export const hasDatabase = (dataDir: string): boolean => readRecord(dataDir)?.initialised === true;

export function writeRecord(dataDir: string, record: ClusterRecord): void {
  const path = recordPath(dataDir);
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600, flush: true });
    giveToOwnerOf(dataDir, `${path}.new`);
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new EmbeddedPostgresError(`${path} cannot be written: ${(error as Error).message}`);
  }
}

/** Makes the data folder. Root's may be entered by all, since the server's user has to; its secrets are files of mode 600. */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw new EmbeddedPostgresError(`DATA_DIR ${dataDir} cannot be made: ${(error as Error).message}`);
  }
}

export function recordPath(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}
