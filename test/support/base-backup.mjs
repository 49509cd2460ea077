// A base backup with PostgreSQL's low-level backup API (pg_backup_start, pg_backup_stop), because the embedded binaries
// have no pg_basebackup. The WAL contains the changes during the copy.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { chown, copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Created at every start, or part of the WAL, which is archived separately. */
const EMPTIED_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const SKIPPED_FILES = new Set(['postmaster.pid', 'postmaster.opts', 'standby.signal', 'recovery.signal']);

/** `client` is a superuser connection to the server; `user` becomes the owner of the copy. */
export async function takeBaseBackup(client, { files, user }, into) {
  await client.query(`SELECT pg_backup_start('florin', fast => true)`);
  await copyFolder(files, into, user);
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)');
  writeOwned(join(into, 'backup_label'), rows[0].labelfile, user);
}

export function writeOwned(path, text, user) {
  writeFileSync(path, text, { mode: 0o600 });
  setOwner(path, user);
}

export function makeOwned(folder, user) {
  mkdirSync(folder, { mode: 0o700, recursive: true });
  setOwner(folder, user);
}

/** Asynchronous, so that a proxy and clients in this process continue meanwhile. */
async function copyFolder(from, to, user) {
  makeOwned(to, user);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (SKIPPED_FILES.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue;
    if (EMPTIED_FOLDERS.has(entry.name)) makeOwned(target, user);
    else if (entry.isDirectory()) await copyFolder(source, target, user);
    else if (entry.isFile()) await copyOwned(source, target, user);
  }
}

/** A file may be deleted during the copy. The WAL contains the deletion. */
async function copyOwned(source, target, user) {
  try {
    await copyFile(source, target);
    if (user !== undefined) await chown(target, user.uid, user.gid);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function setOwner(path, user) {
  if (user !== undefined) chownSync(path, user.uid, user.gid);
}
