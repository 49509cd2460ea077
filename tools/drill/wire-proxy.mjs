// Stands between the services and PostgreSQL and breaks the line at a chosen step of the protocol.
import { createServer, Socket } from 'node:net';
import { isCommit, isCommitAnswer, Messages } from './wire-messages.mjs';

/**
 * What can be done to a COMMIT. Each takes the pair of sockets, the message of the client, and the chance to draw from.
 * Each calls `struck` when it has done its deed, for it may take until the server's answer.
 */
export const COMMIT_FAULTS = {
  'cut-before-commit': (pair, _commit, struck) => {
    pair.cut();
    struck();
  },
  'cut-after-commit': (pair, commit, struck) => {
    // Ended, not destroyed: the server still reads what was sent, and finds nobody to answer.
    pair.upstream.end(commit);
    pair.client.destroy();
    struck();
  },
  'cut-before-answer': (pair, commit, struck) => {
    pair.onCommitAnswer = () => {
      pair.cut();
      struck();
    };
    pair.upstream.write(commit);
  },
  'halve-stream': (pair, commit, struck, chance) => {
    if (chance.is(0.5)) {
      pair.upstream.end(commit.subarray(0, commit.length >> 1));
      pair.client.destroy();
      struck();
      return;
    }
    pair.onCommitAnswer = (answer) => {
      pair.client.end(answer.subarray(0, answer.length >> 1));
      pair.upstream.destroy();
      struck();
    };
    pair.upstream.write(commit);
  },
  'delay-stream': (pair, commit, struck, chance) => {
    const milliseconds = chance.is(0.8) ? chance.between(20, 300) : chance.between(800, 2_500);
    if (chance.is(0.5)) {
      pair.holdClient(milliseconds, commit);
    } else {
      pair.onCommitAnswer = (answer) => pair.holdServer(milliseconds, answer);
      pair.upstream.write(commit);
    }
    struck();
  },
};

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

/** One connection of a client and the one to the server that belongs to it. */
class Pair {
  /** Called with the server's answer to a commit, in place of passing it on. */
  onCommitAnswer;
  #fromClient = new Messages({ hasTypes: false });
  #fromServer = new Messages({ hasTypes: true });
  #heldForServer;
  #heldForClient;

  constructor(client, upstream, proxy) {
    this.client = client;
    this.upstream = upstream;
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    client.on('data', (chunk) => {
      for (const message of this.#fromClient.add(chunk)) this.#toServer(message, proxy);
    });
    upstream.on('data', (chunk) => {
      for (const message of this.#fromServer.add(chunk)) this.#toClient(message);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      socket.on('error', () => {});
      // What was already sent still arrives; only then does the other side learn of the end.
      socket.on('close', () => other.end());
    }
  }

  cut() {
    this.client.destroy();
    this.upstream.destroy();
  }

  holdClient(milliseconds, first) {
    this.#heldForServer = [first];
    setTimeout(() => {
      for (const message of this.#heldForServer) this.upstream.write(message);
      this.#heldForServer = undefined;
    }, milliseconds);
  }

  holdServer(milliseconds, first) {
    this.#heldForClient = [first];
    setTimeout(() => {
      for (const message of this.#heldForClient) this.client.write(message);
      this.#heldForClient = undefined;
    }, milliseconds);
  }

  #toServer(message, proxy) {
    if (this.upstream.writableEnded || this.upstream.destroyed) return;
    if (this.#heldForServer !== undefined) this.#heldForServer.push(message);
    else if (!isCommit(message) || !proxy.strike(this, message)) this.upstream.write(message);
  }

  #toClient(message) {
    const { onCommitAnswer } = this;
    if (onCommitAnswer !== undefined && isCommitAnswer(message)) {
      this.onCommitAnswer = undefined;
      onCommitAnswer(message);
    } else if (this.#heldForClient !== undefined) {
      this.#heldForClient.push(message);
    } else if (!this.client.destroyed && !this.client.writableEnded) {
      this.client.write(message);
    }
  }
}
