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
  // mkdtemp makes a folder of mode 700: as root, the server's user can reach nothing in it.
  // The name lets the next test run clear what this one leaves if it is killed.
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

/** Where the server's files are for root, whose folders the server's user cannot enter; for others, put there now. */
function putElsewhere(): string {
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

/** Another process that owns the folder, as a running service does; killing it leaves its server behind. */
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

/** A zombie has ended; it has no command line. */
function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
}

async function untilEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(20);
}

/** The folder of the server's files: for root it is not the data folder, which the server's user cannot enter. */
function homeOf(folder: string): string {
  const { home } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as { home?: string };
  return home ?? folder;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

describe('the embedded PostgreSQL', () => {
  it('is a PostgreSQL 18 with checksums and UTF-8, for a role that is no superuser', async () => {
    const { url } = await start();
    const settings = await query(
      url,
      `SELECT current_setting('server_version_num')::int / 10000, current_setting('data_checksums'),
              current_setting('server_encoding'), current_setting('is_superuser'), current_setting('listen_addresses'),
              (SELECT datlocale FROM pg_database WHERE datname = current_database())`,
    );
    expect(settings).toEqual([18, 'on', 'UTF8', 'off', '127.0.0.1', 'C.UTF-8']);
  });

  it('does not let anyone in without the password, which only its owner can read', async () => {
    const { url } = await start();
    const withoutPassword = new URL(url);
    withoutPassword.password = 'wrong';
    await expect(query(withoutPassword.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  });

  it('never runs as root, and reaches its files below a private folder', async () => {
    const { pid } = await start();
    const own = process.getuid?.() ?? -1;
    const uid = statSync(`/proc/${pid}`).uid;
    expect(uid).not.toBe(0);
    expect(uid === own).toBe(own !== 0);
  });

  it('keeps data and address over a restart, and is gone after a stop', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7500 AS amount');
    const { pid } = first;
    await stop(first);
    expect(isRunning(pid)).toBe(false);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT amount FROM kept')).toEqual([7500]);
    expect(lines.filter((line) => /new PostgreSQL database/.test(line))).toHaveLength(1);
  });

  it('starts a server that was killed again on the same address, with its data', async () => {
    const server = await start();
    const { pid } = server;
    await query(server.url, 'CREATE TABLE kept AS SELECT 7500 AS amount');
    process.kill(pid, 'SIGKILL');
    while (server.pid === pid) await sleep(20);
    expect(await query(server.url, 'SELECT amount FROM kept')).toEqual([7500]);
    expect(lines).toContain('PostgreSQL ended unexpectedly (SIGKILL); starting it again.');
  });

  it('stops even while it is starting a killed server again', async () => {
    const server = await start();
    process.kill(server.pid, 'SIGKILL');
    await untilEnded(server.pid);
    await stop(server);
    expect(isRunning(server.pid)).toBe(false);
  });

  it('runs in a session of its own, so that Ctrl-C at the terminal does not reach it, and logs to a file', async () => {
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
    expect(lines.join()).not.toMatch(/left behind|not shut down/);
  });

  it('makes its files again when initdb was interrupted', async () => {
    // The server's user can enter this folder, so the files are in it for root as well.
    chmodSync(dataDir, 0o711);
    mkdirSync(join(dataDir, 'postgres.unfinished/base'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.unfinished/PG_VERSION'), '18\n');
    writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify({ password: 'kept' }));
    const { url } = await start();
    expect(new URL(url).password).toBe('kept');
    expect(await query(url, 'SELECT 1')).toEqual([1]);
    expect(existsSync(join(dataDir, 'postgres.unfinished'))).toBe(false);
  });

  it('ends the server that a killed owner left behind and goes on with its data', async () => {
    const { owner, url, serverPid } = await startOwner();
    await query(url, 'CREATE TABLE kept AS SELECT 7500 AS amount');
    await endProcess(owner);
    expect(isRunning(serverPid)).toBe(true);
    const server = await start();
    expect(lines.join()).toContain(`left behind (process ${serverPid})`);
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

  it('does not mistake a process that has the old pid for its server', async () => {
    const first = await start();
    await stop(first);
    const home = homeOf(dataDir);
    writeFileSync(join(home, 'postgres/postmaster.pid'), `${process.pid}\n${home}/postgres\n`);
    const second = await start();
    expect(await query(second.url, 'SELECT 1')).toEqual([1]);
  });

  it('refuses a folder that a living process owns, and names that process', async () => {
    const { owner, url } = await startOwner();
    await expect(start()).rejects.toThrow(`(process ${owner.pid ?? 0})`);
    expect(await query(url, 'SELECT 1')).toEqual([1]);
  });

  it('refuses a folder whose owner is suspended', async () => {
    const { owner } = await startOwner();
    owner.kill('SIGSTOP');
    await expect(start()).rejects.toThrow(`already running on ${dataDir}`);
  });

  it('takes another port when its last one is held', async () => {
    const first = await start();
    await stop(first);
    const release = await occupy(portOf(first.url));
    const second = await start();
    release();
    expect(portOf(second.url)).not.toBe(portOf(first.url));
    expect(await query(second.url, 'SELECT 1')).toEqual([1]);
  });

  it('says what is wrong where a server that died is to be started again and its port is held', async () => {
    const server = await start();
    await stop(server);
    const port = portOf(server.url);
    const release = await occupy(port);
    const cluster = await openCluster(dataDir, false, () => undefined);
    const restart = (): Promise<Postmaster> => launch(cluster, port);
    const died = { pid: server.pid, ended: Promise.resolve('SIGKILL'), signal: () => false };
    const supervised = supervise(died, restart, (line) => void lines.push(line));
    while (!lines.some((line) => line.includes('cannot be started again yet'))) await sleep(20);
    release();
    await supervised.stop();
    expect(lines.join()).toContain(`cannot be started again yet: Port ${port} on 127.0.0.1`);
  });

  it('refuses to start on a demanded port that is held', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    await expect(start(port)).rejects.toThrow(`Port ${port}`);
    holder.close();
  });

  it('says which PostgreSQL made its files when that is another than the one it brings', async () => {
    await stop(await start());
    writeFileSync(join(putElsewhere(), 'postgres/PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 17.*docs\/operating\/backup-and-restore\.md/);
  });

  it('never begins anew where data has been lost', async () => {
    const first = await start();
    await stop(first);
    const home = homeOf(dataDir);
    rmSync(join(home, 'postgres'), { recursive: true });
    await expect(start()).rejects.toThrow('is gone');
  });

  it('never begins anew where only its password has been lost', async () => {
    const first = await start();
    await stop(first);
    const record = join(dataDir, 'postgres.json');
    const { home } = JSON.parse(readFileSync(record, 'utf8')) as { home?: string };
    // As root the files are elsewhere, and nothing in the folder would tell of them.
    if (home !== undefined) cpSync(join(home, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
    const kept = readFileSync(record);
    rmSync(record);
    await expect(start()).rejects.toThrow('postgres.json, which has its password, is missing');
    expect(existsSync(record)).toBe(false);
    writeFileSync(record, kept);
  });

  it('leaves alone the server of the folder that it was started on a copy of', async () => {
    const first = await start();
    await stop(first);
    const [copy, moved] = [`${dataDir}-copy`, `${dataDir}-moved`];
    const elsewhere = putElsewhere();
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
    for (const folder of [copy, elsewhere]) rmSync(folder, { recursive: true, force: true });
  });

  it('reports in one line that its log cannot be written', async () => {
    await stop(await start());
    const log = join(homeOf(dataDir), 'postgres.log');
    rmSync(log);
    // Root can write to any folder, but not through a link that leads nowhere.
    symlinkSync('/nowhere/at/all', log);
    await expect(start()).rejects.toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringMatching(/cannot be used: ENOENT.*postgres\.log/),
    });
  });

  it('leaves no server running when it cannot write down where that one is', async () => {
    await stop(await start());
    // A folder of that name keeps the record from being written, as a full disk would.
    mkdirSync(join(dataDir, 'postgres.json.new'));
    await expect(start()).rejects.toThrow(/cannot be used: .*postgres\.json/);
    rmdirSync(join(dataDir, 'postgres.json.new'));
    lines = [];
    await start();
    expect(lines).toEqual([]);
  });

  it('says in one line that its folder cannot be made, and which setting names it', async () => {
    writeFileSync(join(dataDir, 'a-file'), '');
    await expect(startOn(join(dataDir, 'a-file'))).rejects.toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringMatching(/^DATA_DIR .*a-file cannot be used: EEXIST/),
    });
  });

  it('keeps its password for the owner of the folder, also when root has started it', async () => {
    if (process.getuid?.() === 0) chownSync(dataDir, 65_534, 65_534);
    const { uid } = statSync(dataDir);
    await stop(await start());
    expect(statSync(join(dataDir, 'postgres.json')).uid).toBe(uid);
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  });
});
