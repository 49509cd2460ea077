// Receives the events of the accounts as webhooks, for comparison with the event log.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { idFromUuid, uuidFromId } from '@florin/kernel';
import { Webhook } from 'standardwebhooks';
import { withConnection } from './records.mjs';

/** Above the 30 seconds after which a delivery that a killed worker had claimed is sent again. */
const ARRIVED_WITHIN_MS = 120_000;
const POLL_MS = 500;
/** With more, the load waits: otherwise most events would be delivered after the last fault. */
const MAX_WAITING = 1_000;

export class WebhookReceiver {
  /** By account. */
  #endpoints = new Map();
  /** The body of each delivery by its `webhook-id`. */
  #bodies = new Map();
  #earlier;
  #created = 0;
  #deliveries = 0;
  #problems = [];
  #timer;
  #server = createServer((request, response) => this.#receive(request, response));

  /** Adds an endpoint to each account. */
  static async start({ databaseUrl, accounts, timeoutFactor }) {
    const receiver = Object.assign(new WebhookReceiver(), { databaseUrl, timeoutFactor });
    await receiver.#open(accounts);
    return receiver;
  }

  async #open(accounts) {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address();
    for (const { id, florin } of accounts) {
      const url = `http://127.0.0.1:${port}/${id}`;
      const endpoint = await florin.webhookEndpoints.create({ url, events: ['*'] });
      this.#endpoints.set(id, { id: endpoint.id, florin, webhook: new Webhook(endpoint.secret) });
    }
    this.#earlier = new Set(await this.#readEvents());
    this.#timer = setInterval(() => void this.#countCreated(), POLL_MS);
  }

  get eventCount() {
    return this.#bodies.size;
  }

  get isBehind() {
    return this.#created - this.#bodies.size > MAX_WAITING;
  }

  /** Waits for the deliveries of all events of the accounts, and compares them. */
  async finish() {
    clearInterval(this.#timer);
    const deadline = performance.now() + ARRIVED_WITHIN_MS * this.timeoutFactor;
    const untilEmpty = async (read) => {
      let rest = await read();
      while (rest.length > 0 && performance.now() < deadline) {
        await delay(POLL_MS);
        rest = await read();
      }
      return rest;
    };
    const missing = await untilEmpty(async () =>
      (await this.#readEvents()).filter((id) => !this.#earlier.has(id) && !this.#bodies.has(id)),
    );
    const pending = await untilEmpty(() => this.#readPending());
    const known = new Set(await this.#readEvents());
    await this.#close();
    const repeated = this.#deliveries - this.#bodies.size;
    const problems = [
      ...this.#problems,
      ...missing.map((id) => `${id} was not delivered`),
      ...pending.map((id) => `the delivery of ${id} is still pending`),
      ...[...this.#bodies.keys()].filter((id) => !known.has(id)).map((id) => `${id} does not exist`),
    ];
    return { problems, details: { events: this.#bodies.size, repeated, missing: missing.length } };
  }

  #readEvents() {
    const accounts = [...this.#endpoints.keys()].map(uuidFromId);
    return this.#readIds('SELECT id FROM events WHERE account_id = ANY ($1)', accounts);
  }

  #readPending() {
    const endpoints = [...this.#endpoints.values()].map(({ id }) => uuidFromId(id));
    const sql = `SELECT event_id AS id FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = ANY ($1)`;
    return this.#readIds(sql, endpoints);
  }

  #readIds(sql, uuids) {
    return withConnection(this.databaseUrl, async (client) => {
      const { rows } = await client.query(sql, [uuids]);
      return rows.map(({ id }) => idFromUuid('evt', id));
    });
  }

  /** The database may be down. */
  async #countCreated() {
    const events = await this.#readEvents().catch(() => undefined);
    if (events !== undefined) this.#created = events.length - this.#earlier.size;
  }

  async #close() {
    for (const { id, florin } of this.#endpoints.values()) await florin.webhookEndpoints.delete(id);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #receive(request, response) {
    const body = await text(request);
    const id = request.headers['webhook-id'];
    const accountId = request.url.slice(1);
    try {
      const event = this.#endpoints.get(accountId).webhook.verify(body, request.headers);
      if (event.id !== id) throw new Error('webhook-id is not the id of the event');
      if (event.account_id !== accountId) throw new Error('it is of another account');
      if ((this.#bodies.get(id) ?? body) !== body) throw new Error('it differs from an earlier delivery');
      this.#bodies.set(id, body);
      this.#deliveries += 1;
    } catch (error) {
      this.#problems.push(`the delivery of ${id} is wrong: ${error.message}`);
    }
    response.writeHead(204).end();
  }
}
