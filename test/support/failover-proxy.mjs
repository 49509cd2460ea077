// One address for the current primary, like a proxy or a managed endpoint. Plain JavaScript, because drills use it as well
// as specs.
import { createServer, Socket } from 'node:net';

export class FailoverProxy {
  #pairs = new Set();
  #server;
  #target;
  /** Bytes to the server and from it so far. */
  sent = 0;
  received = 0;

  static async listen(url) {
    const proxy = new FailoverProxy();
    proxy.pointTo(url);
    proxy.#server = createServer((client) => proxy.#join(client));
    await new Promise((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    const proxied = new URL(url);
    proxied.host = `127.0.0.1:${proxy.#server.address().port}`;
    proxy.url = proxied.href;
    return proxy;
  }

  /** For new connections; open ones stay. */
  pointTo(url) {
    this.#target = new URL(url);
  }

  /** Closes all connections, as a proxy does when it removes a server. */
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
