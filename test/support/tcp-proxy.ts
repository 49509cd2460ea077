import { createServer, type Server, Socket } from 'node:net';

export type FaultAction =
  'cut-before' | 'cut-after' | 'cut-after-and-freeze' | 'garble-after' | 'fatal-after' | 'hold';

export interface TcpProxy {
  /** The given URL with the host and port of the proxy. */
  readonly url: string;
  /**
   * Runs the action once, when a client sends the text. `cut-before` closes the connection before the server gets it;
   * `cut-after` closes it after the server has responded, before the client gets the response; `cut-after-and-freeze`
   * also freezes all other connections; `hold` forwards nothing more; `garble-after` corrupts the response to COMMIT;
   * `fatal-after` replaces it with a FATAL error, as a pooler does when it loses its server.
   */
  when(text: string, action: FaultAction): void;
  /** Accepts connections but forwards nothing, in either direction, until `thaw`. */
  freeze(): void;
  thaw(): void;
  cutAll(): void;
  close(): Promise<void>;
}

/** A proxy between a client and PostgreSQL that injects connection faults. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const pairs = new Set<Pair>();
  const faults = { rules: new Map<string, FaultAction>(), isFrozen: false };
  const server = createServer((client) => {
    const upstream = new Socket().connect(Number(target.port), target.hostname);
    const pair = new Pair(client, upstream, faults);
    pairs.add(pair);
    // Not when the client closes: while frozen, the server connection stays open, and `close` has to end it.
    upstream.once('close', () => pairs.delete(pair));
  });
  const port = await listen(server);
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${port}`;
  const cutAll = (): void => {
    for (const pair of pairs) pair.cut();
  };
  return {
    url: proxied.href,
    when: (text, action) => faults.rules.set(text, action),
    freeze: () => {
      faults.isFrozen = true;
    },
    thaw: () => {
      faults.isFrozen = false;
      for (const pair of pairs) pair.flush();
    },
    cutAll,
    close: () => {
      cutAll();
      return new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
    },
  };
}

interface Faults {
  /** Each is removed when it fires. */
  readonly rules: Map<string, FaultAction>;
  isFrozen: boolean;
}

/** ReadyForQuery, outside of a SQL transaction. */
const READY_IDLE = Buffer.from('Z\0\0\0\x05I', 'latin1');
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');
/** Not a message type of the protocol. */
const GARBLED = 0x7f;
const FATAL = Buffer.from('E\0\0\0\x2bSFATAL\0VFATAL\0C53200\0Mserver was lost\0\0', 'latin1');

class Pair {
  #isHeld = false;
  #onResponse: FaultAction | undefined;
  #awaitsCommit = false;
  readonly #toServer: Buffer[] = [];
  readonly #toClient: Buffer[] = [];

  constructor(
    private readonly client: Socket,
    private readonly upstream: Socket,
    private readonly faults: Faults,
  ) {
    client.on('data', (chunk) => {
      this.#fromClient(chunk);
    });
    upstream.on('data', (chunk) => {
      this.#fromServer(chunk);
    });
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#closed();
      });
    }
  }

  cut(): void {
    this.client.destroy();
    this.upstream.destroy();
  }

  flush(): void {
    for (const chunk of this.#toServer.splice(0)) this.#fromClient(chunk);
    for (const chunk of this.#toClient.splice(0)) this.#fromServer(chunk);
    if (this.client.destroyed || this.upstream.destroyed) this.cut();
  }

  #fromClient(chunk: Buffer): void {
    if (this.faults.isFrozen || this.#isHeld) {
      this.#toServer.push(chunk);
      return;
    }
    for (const [text, action] of this.faults.rules) {
      if (!chunk.includes(text)) continue;
      this.faults.rules.delete(text);
      this.#act(action, chunk);
      return;
    }
    this.upstream.write(chunk);
  }

  #act(action: FaultAction, chunk: Buffer): void {
    if (action === 'cut-before') {
      this.cut();
    } else if (action === 'hold') {
      this.#isHeld = true;
    } else {
      this.#onResponse = action;
      this.#awaitsCommit = chunk.includes('COMMIT');
      this.upstream.write(chunk);
    }
  }

  /** A response shows that the server is done. Responses to earlier statements come before the one to COMMIT. */
  #fromServer(chunk: Buffer): void {
    if (this.#onResponse === 'garble-after') this.#garble(chunk);
    else if (this.#onResponse === 'fatal-after') this.#endSession(chunk);
    else if (this.#onResponse !== undefined) {
      if (this.#awaitsCommit && !chunk.subarray(-READY_IDLE.length).equals(READY_IDLE)) return;
      this.faults.isFrozen ||= this.#onResponse === 'cut-after-and-freeze';
      this.cut();
    } else if (this.faults.isFrozen) this.#toClient.push(chunk);
    else this.client.write(chunk);
  }

  #garble(chunk: Buffer): void {
    const at = chunk.indexOf(COMMITTED);
    if (at >= 0) {
      chunk[at] = GARBLED;
      this.#onResponse = undefined;
    }
    this.client.write(chunk);
  }

  #endSession(chunk: Buffer): void {
    const at = chunk.indexOf(COMMITTED);
    if (at < 0) this.client.write(chunk);
    else this.client.end(Buffer.concat([chunk.subarray(0, at), FATAL]));
  }

  #closed(): void {
    if (this.faults.isFrozen) return;
    this.cut();
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The proxy has no port'));
      else resolve(address.port);
    });
  });
}
