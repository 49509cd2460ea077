import { createServer, type Server, Socket } from 'node:net';

export type FaultAction =
  'cut-before' | 'cut-after' | 'cut-after-and-freeze' | 'garble-after' | 'fatal-after' | 'hold';

export interface TcpProxy {
  /** The given URL, by way of the proxy. */
  readonly url: string;
  /**
   * Watches what clients send. `cut-before` drops the connection when the text appears, and the server never sees it;
   * `cut-after` lets the server have it and drops the client before the answer; `hold` passes nothing on from there;
   * `cut-after-and-freeze` also keeps everybody else from reaching the server, until `thaw`; `garble-after` makes
   * something that no server says of what it says to a COMMIT; `fatal-after` has it say that the session is over, as a
   * pooler does when it loses its server, or a server whose disk is full right behind what it committed.
   */
  when(text: string, action: FaultAction): void;
  /** Passes nothing on in either direction, and accepts connections that nobody answers, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Closes every connection at once. */
  cutAll(): void;
  close(): Promise<void>;
}

/** Stands between a client and PostgreSQL and breaks the line where a test wants it broken. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const pairs = new Set<Pair>();
  const faults = { rules: new Map<string, FaultAction>(), isFrozen: false };
  const server = createServer((client) => {
    const upstream = new Socket().connect(Number(target.port), target.hostname);
    const pair = new Pair(client, upstream, faults);
    pairs.add(pair);
    // Not when the client is gone: a frozen line tells the server nothing of that, and `close` has to.
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
  /** Each fires once. */
  readonly rules: Map<string, FaultAction>;
  isFrozen: boolean;
}

/** What the server says when it is ready for the next question, and in no SQL transaction. */
const READY_OUTSIDE = Buffer.from('Z\0\0\0\x05I', 'latin1');
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');
/** A kind of message that there is not. */
const GARBLED = 0x7f;
const FATAL = Buffer.from('E\0\0\0\x2bSFATAL\0VFATAL\0CXX000\0Mserver was lost\0\0', 'latin1');

class Pair {
  #isHeld = false;
  #onAnswer: FaultAction | undefined;
  #isToEnd = false;
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
      this.#onAnswer = action;
      this.#isToEnd = chunk.includes('COMMIT');
      this.upstream.write(chunk);
    }
  }

  /** An answer proves that the server has done its part; other statements are answered before the COMMIT behind them. */
  #fromServer(chunk: Buffer): void {
    if (this.#onAnswer === 'garble-after') this.#garble(chunk);
    else if (this.#onAnswer === 'fatal-after') this.#endSession(chunk);
    else if (this.#onAnswer !== undefined) {
      if (this.#isToEnd && !chunk.subarray(-READY_OUTSIDE.length).equals(READY_OUTSIDE)) return;
      this.faults.isFrozen ||= this.#onAnswer === 'cut-after-and-freeze';
      this.cut();
    } else if (this.faults.isFrozen) this.#toClient.push(chunk);
    else this.client.write(chunk);
  }

  #garble(chunk: Buffer): void {
    const at = chunk.indexOf(COMMITTED);
    if (at >= 0) {
      chunk[at] = GARBLED;
      this.#onAnswer = undefined;
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
