// Two PostgreSQL servers at two addresses. One takes writes and acknowledges none before the other has it on disk; they
// change places, and whichever was ended is made anew from the other, at its old address.
import { setTimeout as delay } from 'node:timers/promises';
import { PostgresServer } from '../../test/support/postgres-server.mjs';

/** Enough of the log for a standby that is being made to catch up with. */
const SETTINGS = ['wal_keep_size = 512MB'];
const COME_BACK_MS = 1_000;

export class Replicas {
  #hosts = [];
  #first;
  /** The server that took writes until the last failover, once there was one. */
  #ended;

  async start() {
    this.#first = await PostgresServer.create(SETTINGS);
    this.primary = this.#first;
    this.standby = await this.primary.follow();
    this.#hosts = [this.primary, this.standby].map(({ port }) => `127.0.0.1:${port}`);
    await this.primary.waitForStandbys();
  }

  /** Of the server that takes writes now. */
  get url() {
    return this.primary.url;
  }

  /** What an operator would set: both servers, in an order that says nothing. */
  get urlOfAll() {
    const { host } = new URL(this.url);
    return `${this.url.replace(host, this.#hosts.join(','))}?target_session_attrs=read-write`;
  }

  get pid() {
    return this.primary.pid;
  }

  /** Ends the primary and has its standby take over. Answers when the standby takes writes. */
  async failOver(signal) {
    this.#ended = this.primary;
    await this.primary.end(signal);
    this.primary = this.standby;
    this.standby = undefined;
    await this.primary.promote();
  }

  /** Gives the primary a standby again, if it has none, and has it wait for that one from then on. */
  async restore() {
    if (this.standby !== undefined) return;
    await this.#letOldPrimaryComeBack();
    this.#ended.discard();
    this.standby = await this.primary.follow('standby', this.#ended.port);
    await this.primary.waitForStandbys();
  }

  /** Somebody restarts the machine that failed: for a moment there are two that would take writes. */
  async #letOldPrimaryComeBack() {
    await this.#ended.start();
    await delay(COME_BACK_MS);
    await this.#ended.end('SIGINT');
  }

  async stop() {
    for (const server of [this.standby, this.#ended, this.primary]) await server?.retire();
    await this.#first?.remove();
  }
}
