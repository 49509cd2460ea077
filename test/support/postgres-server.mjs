// PostgreSQL servers from the embedded binaries, for tests that kill, copy, replicate and promote them. Plain JavaScript,
// because drills use it as well as specs.
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, launch, openCluster, removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import pg from 'pg';
import { takeBaseBackup, makeOwned, writeOwned } from './base-backup.mjs';

const ignore = () => {};

/** A server and its copies share a folder. */
export class PostgresServer {
  #postmaster;
  #wasKilled = false;

  /** Starts a new, empty server. `settings` are lines of postgresql.conf. */
  static async create(settings = []) {
    // A later test run finds and removes the folder of a killed run by this name.
    const folder = join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
    mkdirSync(folder, { mode: 0o711 });
    const cluster = await openCluster(folder, false, ignore);
    appendFileSync(join(cluster.files, 'postgresql.conf'), ['', ...settings, ''].join('\n'));
    const server = new PostgresServer(cluster, await freePort(), { folder, home: cluster.home, copies: 0 });
    await server.start();
    await server.sql(`CREATE ROLE florin LOGIN CREATEDB PASSWORD '${cluster.record.password}'`);
    await server.sql('CREATE DATABASE florin OWNER florin');
    return server;
  }

  constructor(cluster, port, family) {
    Object.assign(this, { cluster, port, family });
  }

  get url() {
    return `postgres://florin:${this.cluster.record.password}@127.0.0.1:${this.port}/florin`;
  }

  get pid() {
    return this.#postmaster.pid;
  }

  get isRunning() {
    return this.#postmaster !== undefined;
  }

  async start() {
    this.#postmaster = await launch(this.cluster, this.port);
    this.#wasKilled = false;
    const postmaster = this.#postmaster;
    // Also stops the server when the run ends with an error.
    const stopOnExit = () => postmaster.signal('SIGQUIT');
    process.once('exit', stopOnExit);
    void postmaster.ended.then(() => {
      process.off('exit', stopOnExit);
      if (this.#postmaster === postmaster) this.#postmaster = undefined;
    });
  }

  /** Kills the server as a power cut would, or shuts it down with another signal. */
  async end(signal = 'SIGKILL') {
    const postmaster = this.#postmaster;
    if (postmaster === undefined) return;
    // The child process does not keep the event loop alive, so an interval does.
    const keepAlive = setInterval(ignore, 1_000);
    postmaster.signal(signal);
    await postmaster.ended;
    clearInterval(keepAlive);
    this.#wasKilled = signal === 'SIGKILL';
  }

  /** Shuts the server down. After SIGKILL, only another start removes its shared memory. */
  async retire() {
    if (this.#wasKilled) await this.start();
    await this.end('SIGINT');
  }

  /** Runs a statement as the superuser. */
  async sql(text, values = [], database = 'postgres') {
    return this.#asSuperuser(database, async (client) => (await client.query(text, values)).rows);
  }

  async set(name, value) {
    await this.sql(`ALTER SYSTEM SET ${name} = '${value}'`);
    await this.sql('SELECT pg_reload_conf()');
  }

  /** Turns on TLS with this certificate. With `clients`, clients need a certificate signed by it. */
  async encrypt({ cert, key, clients }) {
    const { files, user } = this.cluster;
    writeOwned(join(files, 'server.crt'), cert, user);
    writeOwned(join(files, 'server.key'), key, user);
    if (clients !== undefined) writeOwned(join(files, 'clients.crt'), clients, user);
    await this.set('ssl_ca_file', clients === undefined ? '' : 'clients.crt');
    await this.set('ssl', 'on');
  }

  /** Creates a folder beside its files that the server can write to, and returns the path. */
  folder(name) {
    const path = join(this.family.home, name);
    makeOwned(path, this.cluster.user);
    return path;
  }

  /** Takes a base backup of the running server, as a server that is not started yet. */
  async copy() {
    this.family.copies += 1;
    const home = this.folder(`copy-${this.family.copies}`);
    const files = join(home, 'postgres');
    await this.#asSuperuser('postgres', (client) => takeBaseBackup(client, this.cluster, files));
    return new PostgresServer({ ...this.cluster, home, files }, await freePort(), this.family);
  }

  /** Replaces the ALTER SYSTEM settings of a copy and creates its signal file. */
  configure(settings, signalFile) {
    const { files, user } = this.cluster;
    writeOwned(join(files, 'postgresql.auto.conf'), `${settings.join('\n')}\n`, user);
    writeOwned(join(files, signalFile), '', user);
  }

  /** Appends recovery settings to the ALTER SYSTEM settings of a copy. */
  recover(settings) {
    const { files, user } = this.cluster;
    appendFileSync(join(files, 'postgresql.auto.conf'), settings);
    writeOwned(join(files, 'recovery.signal'), '', user);
  }

  /** Starts a streaming standby of this server. */
  async follow(name = 'standby', port = undefined) {
    const { password } = this.cluster.record;
    const source = `host=127.0.0.1 port=${this.port} user=postgres password=${password} application_name=${name}`;
    const standby = await this.copy();
    standby.configure([`primary_conninfo = '${source}'`], 'standby.signal');
    standby.port = port ?? standby.port;
    await standby.start();
    return standby;
  }

  /** Turns on synchronous replication, and waits until a standby streams. */
  async waitForStandbys(names = '*') {
    await this.set('synchronous_standby_names', names);
    const hasSyncStandby = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`;
    for (let attempt = 0; (await this.sql(hasSyncStandby)).length === 0; attempt += 1) {
      if (attempt === 300) throw new Error('No synchronous standby is streaming.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The promoted server has no synchronous_standby_names, so its commits wait for no standby. */
  promote() {
    return this.sql('SELECT pg_promote(true, 60)');
  }

  /** Deletes the files of a stopped server. */
  async discard() {
    await rm(this.cluster.files, { recursive: true, force: true });
  }

  /** Shuts the server down and deletes its files; the original also deletes its copies. */
  async remove() {
    await this.retire();
    if (this.cluster.home === this.family.home) await removeEmbeddedPostgres(this.family.folder);
    else rmSync(this.cluster.home, { recursive: true, force: true });
  }

  async #asSuperuser(database, work) {
    const { password } = this.cluster.record;
    const client = new pg.Client({
      host: '127.0.0.1',
      port: this.port,
      user: 'postgres',
      password,
      database,
    });
    client.on('error', ignore);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(ignore);
    }
  }
}
