// Stands between the services and PostgreSQL and breaks the line at a chosen step of the protocol.
import { createServer, Socket } from 'node:net';
import { COMMIT_FAULTS } from './faults/commits.mjs';
import { isCommit, isCommitAnswer, Messages } from './wire-messages.mjs';

const STRUCK_OF_ALL = 0.3;

export class WireProxy {
  #pairs = new Set();
  #fault;
  #chance;
  /** How many commits were struck since the fault was armed. */
  struck = 0;

  static async listen(databaseUrl) {
    const proxy = new WireProxy();
    const { hostname, port } = new URL(databaseUrl);
    proxy.server = createServer((client) => {
      const upstream = new Socket().connect(Number(port), hostname);
      const pair = new Pair(client, upstream, proxy);
      proxy.#pairs.add(pair);
      client.once('close', () => proxy.#pairs.delete(pair));
    });
    await new Promise((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    const proxied = new URL(databaseUrl);
    proxied.port = String(proxy.server.address().port);
    proxy.url = proxied.href;
    return proxy;
  }

  /** From now on some commits, by chance, fare as the fault of that name says. */
  arm(name, chance) {
    this.#fault = COMMIT_FAULTS[name];
    this.#chance = chance;
    this.struck = 0;
  }

  disarm() {
    this.#fault = undefined;
  }

  /** Does to a commit what is armed, and answers whether anything was done. */
  strike(pair, commit) {
    if (this.#fault === undefined || !this.#chance.is(STRUCK_OF_ALL)) return false;
    this.#fault(pair, commit, () => (this.struck += 1), this.#chance);
    return true;
  }

  async close() {
    for (const pair of this.#pairs) pair.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** One way of a connection. While something is held, all that comes after it waits behind it. */
class Way {
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

/** One connection of a client and the one to the server that belongs to it. */
class Pair {
  /** Called with the server's answer to a commit, in place of passing it on. */
  onCommitAnswer;
  #fromClient = new Messages({ hasTypes: false });
  #fromServer = new Messages({ hasTypes: true });

  constructor(client, upstream, proxy) {
    this.client = client;
    this.upstream = upstream;
    this.toServer = new Way(upstream);
    this.toClient = new Way(client);
    client.on('data', (chunk) => {
      for (const message of this.#fromClient.add(chunk)) this.#ask(message, proxy);
    });
    upstream.on('data', (chunk) => {
      for (const message of this.#fromServer.add(chunk)) this.#answer(message);
    });
    const ends = [
      [client, upstream],
      [upstream, client],
    ];
    for (const [socket, other] of ends) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      // What was already sent still arrives; only then does the other side learn of the end.
      socket.on('close', () => other.end());
    }
  }

  cut() {
    this.client.destroy();
    this.upstream.destroy();
  }

  #ask(message, proxy) {
    const isStruck = isCommit(message) && !this.upstream.writableEnded && proxy.strike(this, message);
    if (!isStruck) this.toServer.pass(message);
  }

  #answer(message) {
    const { onCommitAnswer } = this;
    if (onCommitAnswer === undefined || !isCommitAnswer(message)) {
      this.toClient.pass(message);
      return;
    }
    this.onCommitAnswer = undefined;
    onCommitAnswer(message);
  }
}
