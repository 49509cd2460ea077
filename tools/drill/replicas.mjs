// A primary and a synchronous standby behind one address, which always leads to the primary. After a failover the old primary
// is recreated as standby.
import { FailoverProxy } from '../../test/support/failover-proxy.mjs';
import { PostgresServer } from '../../test/support/postgres-server.mjs';

/** Enough WAL for a new standby to catch up. */
const SETTINGS = ['wal_keep_size = 512MB'];

export class Replicas {
  #address;
  #first;
  /** The primary before the last failover. */
  #ended;

  async start() {
    this.#first = await PostgresServer.create(SETTINGS);
    this.primary = this.#first;
    this.standby = await this.primary.follow();
    await this.primary.waitForStandbys();
    this.#address = await FailoverProxy.listen(this.primary.url);
  }

  /** Of the current primary. */
  get url() {
    return this.primary.url;
  }

  /** DATABASE_URL of the services: the address that leads to the primary. */
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

  /** Adds a synchronous standby if the primary has none. */
  async restore() {
    if (this.standby !== undefined) return;
    // If it was killed, `retire` starts it once more, because only a start removes its shared memory.
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
