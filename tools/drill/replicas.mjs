// Two PostgreSQL servers behind one address, which leads to the primary. A commit is acknowledged once the standby has it
// on disk. They change places, and the one that was ended is made anew from the other.
import { FailoverProxy } from '../../test/support/failover-proxy.mjs';
import { PostgresServer } from '../../test/support/postgres-server.mjs';

/** Enough of the log for a standby that is being made to catch up with. */
const SETTINGS = ['wal_keep_size = 512MB'];

export class Replicas {
  #address;
  #first;
  /** The server that took writes until the last failover, once there was one. */
  #ended;

  async start() {
    this.#first = await PostgresServer.create(SETTINGS);
    this.primary = this.#first;
    this.standby = await this.primary.follow();
    await this.primary.waitForStandbys();
    this.#address = await FailoverProxy.listen(this.primary.url);
  }

  /** Of the server that takes writes now. */
  get url() {
    return this.primary.url;
  }

  /** What an operator would set: the address that leads to the primary. */
  get addressUrl() {
    return this.#address.url;
  }

  get pid() {
    return this.primary.pid;
  }

  /** Ends the primary, promotes its standby and moves the address there. */
  async failOver(signal) {
    this.#ended = this.primary;
    await this.primary.end(signal);
    this.primary = this.standby;
    this.standby = undefined;
    await this.primary.promote();
    this.#address.pointTo(this.primary.url);
  }

  /** Gives the primary a standby again, if it has none, and has it wait for that one from then on. */
  async restore() {
    if (this.standby !== undefined) return;
    // Started once more if it was killed: only that clears its shared memory away.
    await this.#ended.retire();
    await this.#ended.discard();
    this.standby = await this.primary.follow('standby', this.#ended.port);
    await this.primary.waitForStandbys();
  }

  async stop() {
    await this.#address?.close();
    for (const server of [this.standby, this.#ended, this.primary]) await server?.retire();
    await this.#first?.remove();
  }
}
