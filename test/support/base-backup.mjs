// Copies a running server's files as PostgreSQL's low-level backup interface has it: told before and after, the server
// sees to it that whatever changes meanwhile is in its log. What pg_basebackup does, without pg_basebackup.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { chown, copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Made anew at every start, or part of the log, which comes by another way. */
const EMPTIED = new Set([
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
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'standby.signal', 'recovery.signal']);

/** `client` is a superuser's connection to the server whose files these are; `user` whom the copy has to belong to. */
export async function takeBaseBackup(client, { files, user }, into) {
  await client.query(`SELECT pg_backup_start('florin', fast => true)`);
  await copyFolder(files, into, user);
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)');
  writeOwned(join(into, 'backup_label'), rows[0].labelfile, user);
}

export function writeOwned(path, text, user) {
  writeFileSync(path, text, { mode: 0o600 });
  give(path, user);
}

export function makeOwned(folder, user) {
  mkdirSync(folder, { mode: 0o700, recursive: true });
  give(folder, user);
}

/** Asynchronous, so that a proxy and clients in this process go on meanwhile. */
async function copyFolder(from, to, user) {
  makeOwned(to, user);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (LEFT_OUT.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue;
    if (EMPTIED.has(entry.name)) makeOwned(target, user);
    else if (entry.isDirectory()) await copyFolder(source, target, user);
    else if (entry.isFile()) await copyOwned(source, target, user);
  }
}

/** A file that is dropped while it is looked at is dropped in the log, too. */
async function copyOwned(source, target, user) {
  try {
    await copyFile(source, target);
    if (user !== undefined) await chown(target, user.uid, user.gid);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function give(path, user) {
  if (user !== undefined) chownSync(path, user.uid, user.gid);
}
