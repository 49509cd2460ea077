import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  launch,
  openCluster,
  type Postmaster,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.js';
import { supervise } from './postmaster.js';

let dataDir: string;
let lines: string[];
let running: EmbeddedPostgres[];
let owners: ChildProcess[];

beforeEach(() => {
  // mkdtemp creates a folder of mode 700, which the server's user cannot access if this process runs as root.
  // By this name the next test run deletes the folder if this one is killed.
  dataDir = mkdtempSync(join(tmpdir(), `florin-test-${process.pid}-`));
  lines = [];
  running = [];
  owners = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  for (const owner of owners) await endProcess(owner);
  await removeEmbeddedPostgres(dataDir);
});

const startOn = (folder: string, port?: number): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir: folder,
    log: (line) => void lines.push(line),
    durable: false,
    ...(port === undefined ? {} : { port }),
  });

async function start(port?: number): Promise<EmbeddedPostgres> {
  const server = await startOn(dataDir, port);
  running.push(server);
  return server;
}

/** Moves the server's files out of the data folder, where they already are if this process runs as root. */
function moveFilesOut(): string {
  const path = join(dataDir, 'postgres.json');
  const record = JSON.parse(readFileSync(path, 'utf8')) as { home?: string };
  if (record.home !== undefined) return record.home;
  const home = mkdtempSync(join(tmpdir(), `florin-test-${process.pid}-home-`));
  renameSync(join(dataDir, 'postgres'), join(home, 'postgres'));
  writeFileSync(path, JSON.stringify({ ...record, home, dataDir }));
  return home;
}

async function stop(server: EmbeddedPostgres): Promise<void> {
  running = running.filter((other) => other !== server);
  await server.stop();
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return result.rows.flat();
  } finally {
    await client.end();
  }
}

/** Another process that owns the folder, as a running service does; if it is killed, its server keeps running. */
async function startOwner(): Promise<{ owner: ChildProcess; url: string; serverPid: number }> {
  const script = `
    const { startEmbeddedPostgres } = await import('@florin/infrastructure/embedded');
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false, log: () => {} });
    process.send({ url: server.url, serverPid: server.pid });
    process.on('message', () => process.exit(0));`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  owners.push(owner);
  const [message] = (await once(owner, 'message')) as [{ url: string; serverPid: number }];
  return { owner, ...message };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function occupy(port: number): Promise<() => void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return () => void server.close();
}

/** A zombie has no command line. */
function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
}

async function untilEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(20);
}

/** The folder of the server's files: as root it is outside of the data folder, which the server's user cannot access. */
function homeOf(folder: string): string {
  const { home } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as { home?: string };
  return home ?? folder;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

describe('the embedded PostgreSQL', () => {
  it('is PostgreSQL 18 with checksums and UTF-8, and a role that is not a superuser', async () => {
    const { url } = await start();
    const settings = await query(
      url,
      `SELECT current_setting('server_version_num')::int / 10000, current_setting('data_checksums'),
              current_setting('server_encoding'), current_setting('is_superuser'), current_setting('listen_addresses'),
              (SELECT datlocale FROM pg_database WHERE datname = current_database())`,
    );
    expect(settings).toEqual([18, 'on', 'UTF8', 'off', '127.0.0.1', 'C.UTF-8']);
  });

  it('requires a password, which only its owner can read', async () => {
    const { url } = await start();
    const withoutPassword = new URL(url);
    withoutPassword.password = 'wrong';
    await expect(query(withoutPassword.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  });

  it('never runs as root, and can access its files below a private folder', async () => {
    const { pid } = await start();
    const own = process.getuid?.() ?? -1;
    const uid = statSync(`/proc/${pid}`).uid;
    expect(uid).not.toBe(0);
    expect(uid === own).toBe(own !== 0);
  });

  it('keeps data and address after a restart, and has ended after a stop', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7500 AS amount');
    const { pid } = first;
    await stop(first);
    expect(isRunning(pid)).toBe(false);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT amount FROM kept')).toEqual([7500]);
    expect(lines.filter((line) => /Creating a new PostgreSQL database/.test(line))).toHaveLength(1);
  });

  it('restarts a killed server on the same address, with its data', async () => {
    const server = await start();
    const { pid } = server;
    await query(server.url, 'CREATE TABLE kept AS SELECT 7500 AS amount');
    process.kill(pid, 'SIGKILL');
    while (server.pid === pid) await sleep(20);
    expect(await query(server.url, 'SELECT amount FROM kept')).toEqual([7500]);
    expect(lines).toContain('PostgreSQL ended unexpectedly (SIGKILL); restarting it.');
  });

  it('stops even while it restarts a killed server', async () => {
    const server = await start();
    process.kill(server.pid, 'SIGKILL');
    await untilEnded(server.pid);
    await stop(server);
    expect(isRunning(server.pid)).toBe(false);
  });

  it('runs in its own session, so that Ctrl-C at the terminal does not reach it, and logs to a file', async () => {
    const { pid } = await start();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, , processGroup, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    expect([processGroup, session]).toEqual([String(pid), String(pid)]);
    expect(readFileSync(join(homeOf(dataDir), 'postgres.log'), 'utf8')).toContain(
      'ready to accept connections',
    );
  });

  it('shuts the server down when its owner exits without stopping it', async () => {
    const { owner, serverPid } = await startOwner();
    owner.send('exit');
    await once(owner, 'exit');
    await untilEnded(serverPid);
    await start();
    expect(lines.join()).not.toMatch(/still running|not shut down/);
  });

  it('repeats an interrupted initdb', async () => {
    // The server's user can access this folder, so the files are in it for root as well.
    chmodSync(dataDir, 0o711);
    mkdirSync(join(dataDir, 'postgres.unfinished/base'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.unfinished/PG_VERSION'), '18\n');
    writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify({ password: 'kept' }));
    const { url } = await start();
    expect(new URL(url).password).toBe('kept');
    expect(await query(url, 'SELECT 1')).toEqual([1]);
    expect(existsSync(join(dataDir, 'postgres.unfinished'))).toBe(false);
  });

  it('stops the server of a killed owner and continues with its data', async () => {
    const { owner, url, serverPid } = await startOwner();
    await query(url, 'CREATE TABLE kept AS SELECT 7500 AS amount');
    await endProcess(owner);
    expect(isRunning(serverPid)).toBe(true);
    const server = await start();
    expect(lines.join()).toContain(`still running (process ${serverPid})`);
    expect(isRunning(serverPid)).toBe(false);
    expect(await query(server.url, 'SELECT amount FROM kept')).toEqual([7500]);
  });

  it('recovers when owner and server were both killed', async () => {
    const { owner, url, serverPid } = await startOwner();
    await query(url, 'CREATE TABLE kept AS SELECT 7500 AS amount');
    await endProcess(owner);
    process.kill(serverPid, 'SIGKILL');
    const server = await start();
    expect(lines.join()).toContain('not shut down');
    expect(await query(server.url, 'SELECT amount FROM kept')).toEqual([7500]);
  });

  it('does not stop another process that has the old pid', async () => {
    const first = await start();
    await stop(first);
    const home = homeOf(dataDir);
    writeFileSync(join(home, 'postgres/postmaster.pid'), `${process.pid}\n${home}/postgres\n`);
    const second = await start();
    expect(await query(second.url, 'SELECT 1')).toEqual([1]);
  });

  it('rejects a folder that a running process owns, and names that process', async () => {
    const { owner, url } = await startOwner();
    await expect(start()).rejects.toThrow(`(process ${owner.pid ?? 0})`);
    expect(await query(url, 'SELECT 1')).toEqual([1]);
  });

  it('rejects a folder whose owner is suspended', async () => {
    const { owner } = await startOwner();
    owner.kill('SIGSTOP');
    await expect(start()).rejects.toThrow(`already running on ${dataDir}`);
  });

  it('chooses another port when its last one is in use', async () => {
    const first = await start();
    await stop(first);
    const release = await occupy(portOf(first.url));
    const second = await start();
    release();
    expect(portOf(second.url)).not.toBe(portOf(first.url));
    expect(await query(second.url, 'SELECT 1')).toEqual([1]);
  });

  it('logs why a server cannot be restarted while its port is in use', async () => {
    const server = await start();
    await stop(server);
    const port = portOf(server.url);
    const release = await occupy(port);
    const cluster = await openCluster(dataDir, false, () => undefined);
    const restart = (): Promise<Postmaster> => launch(cluster, port);
    const died = { pid: server.pid, ended: Promise.resolve('SIGKILL'), signal: () => false };
    const supervised = supervise(died, restart, (line) => void lines.push(line));
    while (!lines.some((line) => line.includes('cannot be restarted yet'))) await sleep(20);
    release();
    await supervised.stop();
    expect(lines.join()).toContain(`cannot be restarted yet: Port ${port} on 127.0.0.1`);
  });

  it('does not start on an explicit port that is in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    await expect(start(port)).rejects.toThrow(`Port ${port}`);
    holder.close();
  });

  it('reports the PostgreSQL version of its files when it differs from its own', async () => {
    await stop(await start());
    writeFileSync(join(moveFilesOut(), 'postgres/PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(
      /created by PostgreSQL 17.*docs\/operating\/backup-and-restore\.md/,
    );
  });

  it('never creates a new database when the old files are missing', async () => {
    const first = await start();
    await stop(first);
    const home = homeOf(dataDir);
    rmSync(join(home, 'postgres'), { recursive: true });
    await expect(start()).rejects.toThrow('is missing. Restore it');
  });

  it('never creates a new database when only the password file is missing', async () => {
    const first = await start();
    await stop(first);
    const record = join(dataDir, 'postgres.json');
    const { home } = JSON.parse(readFileSync(record, 'utf8')) as { home?: string };
    // As root the files are outside of the data folder, which would be empty.
    if (home !== undefined) cpSync(join(home, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
    const content = readFileSync(record);
    rmSync(record);
    await expect(start()).rejects.toThrow('postgres.json, which contains its password, is missing');
    expect(existsSync(record)).toBe(false);
    writeFileSync(record, content);
  });

  it('rejects a copied data folder whose database files were not copied, and accepts a moved one', async () => {
    const first = await start();
    await stop(first);
    const [copy, moved] = [`${dataDir}-copy`, `${dataDir}-moved`];
    const home = moveFilesOut();
    cpSync(dataDir, copy, { recursive: true });
    const original = await start();
    await query(original.url, 'CREATE TABLE kept AS SELECT 1 AS amount');
    await expect(startOn(copy)).rejects.toThrow(`${copy} is a copy of ${dataDir}`);
    expect(await query(original.url, 'SELECT amount FROM kept')).toEqual([1]);
    await stop(original);
    renameSync(dataDir, moved);
    const again = await startOn(moved);
    expect(await query(again.url, 'SELECT amount FROM kept')).toEqual([1]);
    await again.stop();
    renameSync(moved, dataDir);
    for (const folder of [copy, home]) rmSync(folder, { recursive: true, force: true });
  });

  it('reports in one line that its log cannot be written', async () => {
    await stop(await start());
    const log = join(homeOf(dataDir), 'postgres.log');
    rmSync(log);
    // Root can write to any folder, but not through a dangling link.
    symlinkSync('/nowhere/at/all', log);
    await expect(start()).rejects.toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringMatching(/cannot be used: ENOENT.*postgres\.log/),
    });
  });

  it('stops its server when it cannot write its record', async () => {
    await stop(await start());
    // A folder of that name makes writing the record fail, as a full disk would.
    mkdirSync(join(dataDir, 'postgres.json.new'));
    await expect(start()).rejects.toThrow(/cannot be used: .*postgres\.json/);
    rmdirSync(join(dataDir, 'postgres.json.new'));
    lines = [];
    await start();
    expect(lines).toEqual([]);
  });

  it('reports in one line that its folder cannot be created, with the name of the setting', async () => {
    writeFileSync(join(dataDir, 'a-file'), '');
    await expect(startOn(join(dataDir, 'a-file'))).rejects.toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringMatching(/^DATA_DIR .*a-file cannot be used: EEXIST/),
    });
  });

  it('stores its password for the owner of the folder, even if started by root', async () => {
    if (process.getuid?.() === 0) chownSync(dataDir, 65_534, 65_534);
    const { uid } = statSync(dataDir);
    await stop(await start());
    expect(statSync(join(dataDir, 'postgres.json')).uid).toBe(uid);
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  });
});
