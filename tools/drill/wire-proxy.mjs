// A proxy between the services and PostgreSQL that injects faults at COMMIT.
import { createServer, Socket } from 'node:net';
import { COMMIT_FAULTS } from './faults/commits.mjs';
import { isCommit, isCommitAnswer, Messages } from './wire-messages.mjs';

const FAULT_PROBABILITY = 0.3;

export class WireProxy {
  #pairs = new Set();
  #fault;
  #random;
  /** Number of faults since `arm`. */
  injectedCount = 0;

  static async listen(databaseUrl) {
    const proxy = new WireProxy();
    const { hostname, port } = new URL(databaseUrl);
    proxy.server = createServer((client) => {
      const upstream = new Socket().connect(Number(port), hostname);
      const pair = new ConnectionPair(client, upstream, proxy);
      proxy.#pairs.add(pair);
      client.once('close', () => proxy.#pairs.delete(pair));
    });
    await new Promise((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    const proxied = new URL(databaseUrl);
    proxied.port = String(proxy.server.address().port);
    proxy.url = proxied.href;
    return proxy;
  }

  /** Injects the fault into random commits. */
  arm(name, random) {
    this.#fault = COMMIT_FAULTS[name];
    this.#random = random;
    this.injectedCount = 0;
  }

  disarm() {
    this.#fault = undefined;
  }

  /** Returns whether it handled the commit. */
  injectFault(pair, commit) {
    if (this.#fault === undefined || !this.#random.boolean(FAULT_PROBABILITY)) return false;
    this.#fault(pair, commit, () => (this.injectedCount += 1), this.#random);
    return true;
  }

  async close() {
    for (const pair of this.#pairs) pair.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** One direction of a connection. While a message is held, later ones wait behind it. */
class Direction {
  #held;

  constructor(socket) {
    this.socket = socket;
  }

  pass(message) {
    if (this.#held !== undefined) this.#held.push(message);
    else if (!this.socket.destroyed && !this.socket.writableEnded) this.socket.write(message);
  }

  hold(milliseconds, first) {
    this.#held = [first];
    setTimeout(() => {
      const messages = this.#held;
      this.#held = undefined;
      for (const message of messages) this.pass(message);
    }, milliseconds);
  }
}

/** The connection of a client and its connection to the server. */
class ConnectionPair {
  /** Receives the response to a COMMIT instead of the client. */
  onCommitAnswer;
  #fromClient = new Messages({ hasTypes: false });
  #fromServer = new Messages({ hasTypes: true });

  constructor(client, upstream, proxy) {
    this.client = client;
    this.upstream = upstream;
    this.toServer = new Direction(upstream);
    this.toClient = new Direction(client);
    client.on('data', (chunk) => {
      for (const message of this.#fromClient.add(chunk)) this.#onRequest(message, proxy);
    });
    upstream.on('data', (chunk) => {
      for (const message of this.#fromServer.add(chunk)) this.#onResponse(message);
    });
    const ends = [
      [client, upstream],
      [upstream, client],
    ];
    for (const [socket, other] of ends) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      // `end` still delivers what was already sent.
      socket.on('close', () => other.end());
    }
  }

  cut() {
    this.client.destroy();
    this.upstream.destroy();
  }

  #onRequest(message, proxy) {
    const isHandled = isCommit(message) && !this.upstream.writableEnded && proxy.injectFault(this, message);
    if (!isHandled) this.toServer.pass(message);
  }

  #onResponse(message) {
    const { onCommitAnswer } = this;
    if (onCommitAnswer === undefined || !isCommitAnswer(message)) {
      this.toClient.pass(message);
      return;
    }
    this.onCommitAnswer = undefined;
    onCommitAnswer(message);
  }
}
