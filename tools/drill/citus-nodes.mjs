// A distributed database of its own on a Citus cluster that exists, and the processes of the cluster's nodes.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createOnNodes, dropOnNodes, execute, findNodes } from '../../test/support/citus-databases.mjs';
import { root } from '../command-line.mjs';
import { childrenOf, processesIn, signalAll, untilAccepting } from './processes.mjs';
import { withConnection } from './records.mjs';

const run = promisify(execFile);

const LOCAL_HOSTS = new Set(['127.0.0.1', 'localhost']);
const STARTED_WITHIN_MS = 30_000;
const EXITED_WITHIN_MS = 5_000;
const RECOVERED_WITHIN_MS = 60_000;

/** The cluster cannot be used; the message says why. */
export class NoCluster extends Error {}

export class CitusNodes {
  #name = `florin_drill_${randomBytes(4).toString('hex')}`;
  #addresses = [];
  nodes = [];
  /** Prepared transactions whose coordinator's session was killed. */
  orphans = new Set();
  #frozen = new Set();
  hungCommits = 0;

  /** `url` is the coordinator's address, as a superuser. */
  async start(url) {
    if (!url)
      throw new NoCluster(
        'the drill citus needs CITUS_URL, the address of a Citus coordinator as a superuser.',
      );
    requireLocal(url);
    this.#addresses = await findNodes(url);
    for (const address of this.#addresses) requireLocal(address);
    const databases = await createOnNodes(this.#addresses, this.#name);
    this.nodes = await Promise.all(databases.map((database) => CitusNode.find(database)));
    const program = join(root, 'apps/cli/dist/main.js');
    for (const command of ['migrate', 'distribute --yes']) {
      const options = [...command.split(' '), '--database-url', this.url];
      await run(process.execPath, [program, ...options], { env: { PATH: process.env.PATH } });
    }
  }

  get coordinator() {
    return this.nodes[0];
  }

  get workers() {
    return this.nodes.slice(1);
  }

  get url() {
    return this.coordinator.url;
  }

  freeze = (pid) => {
    this.#frozen.add(pid);
    signalAll([pid], 'SIGSTOP');
  };

  unfreeze = (pid) => {
    if (this.#frozen.delete(pid)) signalAll([pid], 'SIGCONT');
  };

  /** While the coordinator is down, every prepared transaction is an orphan. */
  async countOrphans(isReadable = () => true) {
    for (const gid of await findPrepared(this.workers.filter(isReadable))) this.orphans.add(gid);
  }

  /** Of a session of the coordinator that was killed. */
  async countOrphansOf(coordinatorPid) {
    const own = (await findPrepared(this.workers)).filter((gid) =>
      gid.startsWith(`citus_0_${coordinatorPid}_`),
    );
    for (const gid of own) this.orphans.add(gid);
  }

  /** Starts every node and finishes the prepared transactions that are left over. Returns those that it could not finish. */
  async restore() {
    for (const node of this.nodes) await node.ensureRunning();
    const deadline = performance.now() + RECOVERED_WITHIN_MS;
    for (;;) {
      const left = await findPrepared(this.nodes);
      if (left.length === 0 || performance.now() > deadline) return left;
      await this.coordinator.query('SELECT recover_prepared_transactions()');
      await delay(200);
    }
  }

  async stop() {
    this.#frozen.forEach(this.unfreeze);
    if (this.nodes.length > 0) await this.restore();
    await dropOnNodes(this.#addresses, this.#name);
  }
}

async function findPrepared(nodes) {
  const sql = 'SELECT gid FROM pg_prepared_xacts WHERE database = current_database()';
  const perNode = await Promise.all(nodes.map((node) => node.query(sql)));
  return perNode.flat().map(({ gid }) => gid);
}

function requireLocal(url) {
  const { hostname } = new URL(url);
  if (!LOCAL_HOSTS.has(hostname))
    throw new NoCluster(
      `the drill citus kills PostgreSQL, so it refuses the node ${hostname}: use a cluster on this machine only.`,
    );
}

class CitusNode {
  static async find(url) {
    const [{ folder, programs }] = await execute(
      url,
      `SELECT current_setting('data_directory') AS folder,
         (SELECT setting FROM pg_config WHERE name = 'BINDIR') AS programs`,
    );
    return new CitusNode(url, folder, programs);
  }

  constructor(url, folder, programs) {
    Object.assign(this, { url, folder, programs });
    const { uid, gid } = statSync(folder);
    // PostgreSQL refuses to run as root.
    this.user = process.getuid() === 0 ? { uid, gid } : {};
    this.log = logOf(this.pid);
  }

  get pid() {
    return Number(readFileSync(join(this.folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  }

  query(sql, values) {
    return withConnection(this.url, async (client) => (await client.query(sql, values)).rows);
  }

  /** kill -9 of the postmaster; its other processes notice it and exit. */
  killPostmaster() {
    process.kill(this.pid, 'SIGKILL');
  }

  killAll() {
    const { pid } = this;
    const all = [pid, ...childrenOf(pid)];
    signalAll(all, 'SIGKILL');
  }

  async ensureRunning() {
    if (!(await this.#isAccepting())) await this.start();
  }

  /**
   * Retries while processes of the killed server still run. One that waits for an internal lock, whose holder has exited, does
   * not notice that the postmaster is gone, so it is killed as well.
   */
  async start() {
    const options = ['-D', this.folder, '-l', this.log, '-w', 'start'];
    const settings = { ...this.user, cwd: '/', env: { PATH: process.env.PATH, HOME: this.folder } };
    const startedAt = performance.now();
    for (;;) {
      try {
        await run(join(this.programs, 'pg_ctl'), options, settings);
        return await this.untilAccepting();
      } catch (error) {
        const elapsedMs = performance.now() - startedAt;
        if (elapsedMs > STARTED_WITHIN_MS) throw error;
        if (elapsedMs > EXITED_WITHIN_MS) signalAll(processesIn(this.folder), 'SIGKILL');
        await delay(200);
      }
    }
  }

  untilAccepting() {
    return untilAccepting(this.url);
  }

  #isAccepting() {
    return this.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }
}

/** The file to which the server writes, so that it keeps its log after a restart. */
function logOf(pid) {
  const target = readlinkSync(`/proc/${pid}/fd/2`);
  return statSync(target, { throwIfNoEntry: false })?.isFile() ? target : '/dev/null';
}
