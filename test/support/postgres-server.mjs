// PostgreSQL servers that a test may kill, copy, follow and promote, made of the embedded binaries. Plain JavaScript,
// because drills use it as well as specs.
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, launch, openCluster, removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import pg from 'pg';
import { takeBaseBackup, makeOwned, writeOwned } from './base-backup.mjs';

const SILENT = () => {};

/** Servers that descend from one another share a folder, which goes with the last of them. */
export class PostgresServer {
  #postmaster;
  #wasKilled = false;

  /** A new, empty server. `settings` go into its configuration, a line each. */
  static async create(settings = []) {
    // By this name a later test run finds and clears what a run that was killed has left.
    const folder = join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
    mkdirSync(folder, { mode: 0o711 });
    const cluster = await openCluster(folder, false, SILENT);
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
    // A run that ends in an error leaves no server behind.
    const last = () => postmaster.signal('SIGQUIT');
    process.once('exit', last);
    void postmaster.ended.then(() => {
      process.off('exit', last);
      if (this.#postmaster === postmaster) this.#postmaster = undefined;
    });
  }

  /** Ends it as a power cut would, or with another signal as its administrator would. */
  async end(signal = 'SIGKILL') {
    const postmaster = this.#postmaster;
    if (postmaster === undefined) return;
    // Nobody waits for a server by default, so that it may outlive its owner; here it is waited for.
    const patience = setInterval(SILENT, 1_000);
    postmaster.signal(signal);
    await postmaster.ended;
    clearInterval(patience);
    this.#wasKilled = signal === 'SIGKILL';
  }

  /** Ends it for good, in good order: one that was killed left shared memory behind, which only a start clears away. */
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

  /** From here on it offers TLS to new connections, with this certificate, and asks them for one signed by `clients`. */
  async encrypt({ cert, key, clients }) {
    const { files, user } = this.cluster;
    writeOwned(join(files, 'server.crt'), cert, user);
    writeOwned(join(files, 'server.key'), key, user);
    if (clients !== undefined) writeOwned(join(files, 'clients.crt'), clients, user);
    await this.set('ssl_ca_file', clients === undefined ? '' : 'clients.crt');
    await this.set('ssl', 'on');
  }

  /** A folder beside its files that it may write to; its path. */
  folder(name) {
    const path = join(this.family.home, name);
    makeOwned(path, this.cluster.user);
    return path;
  }

  /** A copy of its files, taken while it runs; not started. */
  async copy() {
    this.family.copies += 1;
    const home = this.folder(`copy-${this.family.copies}`);
    const files = join(home, 'postgres');
    await this.#asSuperuser('postgres', (client) => takeBaseBackup(client, this.cluster, files));
    return new PostgresServer({ ...this.cluster, home, files }, await freePort(), this.family);
  }

  /** Says how a copy is to start: with which settings, and by which empty file, and forgets what its source was told. */
  configure(settings, signalFile) {
    const { files, user } = this.cluster;
    writeOwned(join(files, 'postgresql.auto.conf'), `${settings.join('\n')}\n`, user);
    writeOwned(join(files, signalFile), '', user);
  }

  /** Says how a copy is to recover, behind what ALTER SYSTEM had set where it was taken. */
  recover(settings) {
    const { files, user } = this.cluster;
    appendFileSync(join(files, 'postgresql.auto.conf'), settings);
    writeOwned(join(files, 'recovery.signal'), '', user);
  }

  /** A running server that follows this one. It has to be waited for before this one is told to wait for it. */
  async follow(name = 'standby', port = undefined) {
    const { password } = this.cluster.record;
    const source = `host=127.0.0.1 port=${this.port} user=postgres password=${password} application_name=${name}`;
    const standby = await this.copy();
    standby.configure([`primary_conninfo = '${source}'`], 'standby.signal');
    standby.port = port ?? standby.port;
    await standby.start();
    return standby;
  }

  /** From here on nothing is acknowledged before a standby has it on disk. */
  async waitForStandbys(names = '*') {
    await this.set('synchronous_standby_names', names);
    const isFollowed = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`;
    for (let turn = 0; (await this.sql(isFollowed)).length === 0; turn += 1) {
      if (turn === 300) throw new Error('No standby follows in step');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Makes a primary of a standby. Its own configuration names no standbys, so it waits for none. */
  promote() {
    return this.sql('SELECT pg_promote(true, 60)');
  }

  /** Deletes the files of one that has ended, so that another can take its place. */
  async discard() {
    await rm(this.cluster.files, { recursive: true, force: true });
  }

  /** Ends it and deletes its files; the first of a family takes all that is left along. */
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
    client.on('error', SILENT);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(SILENT);
    }
  }
}
