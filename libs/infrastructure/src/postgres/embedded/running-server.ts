import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readRecord } from './cluster-record.js';
import { isClaimed } from './folder-claim.js';
import { readPostmasterFile } from './postmaster-file.js';

/** The address of the server that another living process runs on a data folder; undefined when none is ready there. */
export function findRunningPostgres(dataDir: string): string | undefined {
  const folder = realpathOf(dataDir);
  if (folder === undefined || !isClaimed(folder)) return undefined;
  const record = readRecord(folder);
  if (record?.port === undefined) return undefined;
  const file = readPostmasterFile(join(record.home ?? folder, 'postgres'));
  if (file?.status !== 'ready') return undefined;
  return `postgres://florin:${record.password}@127.0.0.1:${record.port}/florin`;
}

function realpathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
