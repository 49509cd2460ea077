// One address that leads to whichever PostgreSQL is the primary, as a proxy or a managed endpoint does. Plain JavaScript,
// because drills use it as well as specs.
import { createServer, Socket } from 'node:net';

export class FailoverProxy {
  #pairs = new Set();
  #server;
  #target;
  /** Bytes to the server and from it so far. */
  sent = 0;
  received = 0;

  static async listen(url) {
    const address = new FailoverProxy();
    address.pointTo(url);
    address.#server = createServer((client) => address.#join(client));
    await new Promise((resolve) => address.#server.listen(0, '127.0.0.1', resolve));
    const own = new URL(url);
    own.host = `127.0.0.1:${address.#server.address().port}`;
    address.url = own.href;
    return address;
  }

  /** New connections go there; those that are open stay where they are. */
  pointTo(url) {
    this.#target = new URL(url);
  }

  /** Closes all connections, as a proxy does to those of a server that it takes out. */
  cutAll() {
    for (const socket of this.#pairs) socket.destroy();
  }

  async close() {
    this.cutAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client) {
    const upstream = new Socket().connect(Number(this.#target.port), this.#target.hostname);
    client.on('data', ({ length }) => (this.sent += length));
    upstream.on('data', ({ length }) => (this.received += length));
    client.pipe(upstream).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      this.#pairs.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#pairs.delete(socket);
        other.destroy();
      });
    }
  }
}
