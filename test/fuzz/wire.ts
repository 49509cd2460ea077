import { connect, type Socket } from 'node:net';
import { ResponseReader, MalformedResponse, type HttpResponse } from './http-responses.js';

/** Generous, because the machine may be busy. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** Half-closes the connection after this idle time, so that the service stops waiting for the rest of a request. */
const IDLE_MS = 120;

/** The connection was closed, or the response timed out. */
export class NoResponse extends Error {}

interface Connection {
  readonly socket: Socket;
  readonly reader: ResponseReader;
  /** The request without a response, if any. */
  waiting: { readonly method: string; settle(result: HttpResponse | Error): void } | undefined;
}

/** Sends bytes over sockets, because an HTTP client would repair or reject invalid requests. */
export class Wire {
  readonly #free: Connection[] = [];
  readonly #all = new Set<Connection>();
  readonly #host: string;
  readonly #port: number;
  /** Including setup requests. */
  requests = 0;
  /** Bytes that arrived without a request. */
  readonly unsolicited: string[] = [];

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** One well-framed request over a keep-alive connection. */
  async exchange(method: string, bytes: Buffer): Promise<HttpResponse> {
    this.requests += 1;
    const idle = this.#free.pop();
    if (idle === undefined) return this.#send(await this.#open(), method, bytes);
    try {
      return await this.#send(idle, method, bytes);
    } catch (error) {
      // The service may close an idle connection at the moment of its reuse. The request can be sent again.
      if (!(error instanceof NoResponse) || !error.message.startsWith('closed')) throw error;
      return this.#send(await this.#open(), method, bytes);
    }
  }

  /** Sends any bytes on a new connection. Resolves with the responses until the service closes it. */
  sendRaw(bytes: Buffer): Promise<readonly HttpResponse[]> {
    this.requests += 1;
    return new Promise((resolve, reject) => {
      const reader = new ResponseReader();
      const responses: HttpResponse[] = [];
      // A response to HEAD has a content-length without a body, so pipelined responses cannot be parsed.
      const isUnreadable = bytes.includes('HEAD');
      const socket = connect(this.#port, this.#host, () => socket.write(bytes));
      const idleTimer = setTimeout(() => socket.end(), IDLE_MS);
      const timeout = setTimeout(() => {
        finish(new NoResponse('the connection was not closed in time'));
      }, RESPONSE_TIMEOUT_MS);
      const finish = (error?: Error): void => {
        clearTimeout(idleTimer);
        clearTimeout(timeout);
        socket.destroy();
        if (error === undefined) resolve(responses);
        else reject(error);
      };
      socket.on('data', (chunk) => {
        idleTimer.refresh();
        if (isUnreadable) return;
        try {
          reader.push(chunk);
          for (let next = reader.next('GET'); next !== undefined; next = reader.next('GET'))
            responses.push(next);
        } catch (error) {
          finish(error as Error);
        }
      });
      // The service may reset the connection. Earlier responses count.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        finish();
      });
    });
  }

  close(): void {
    for (const { socket } of this.#all) socket.destroy();
  }

  #send(connection: Connection, method: string, bytes: Buffer): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        settle(new NoResponse('no response in time'));
      }, RESPONSE_TIMEOUT_MS);
      const settle = (result: HttpResponse | Error): void => {
        clearTimeout(timer);
        connection.waiting = undefined;
        if (result instanceof Error) {
          connection.socket.destroy();
          reject(result);
          return;
        }
        if (result.headers.connection === 'close') connection.socket.end();
        else this.#free.push(connection);
        resolve(result);
      };
      connection.waiting = { method, settle };
      if (connection.socket.destroyed) settle(new NoResponse('closed before it was used'));
      else connection.socket.write(bytes);
    });
  }

  async #open(): Promise<Connection> {
    const socket = connect(this.#port, this.#host);
    socket.setNoDelay(true);
    const connection: Connection = { socket, reader: new ResponseReader(), waiting: undefined };
    this.#all.add(connection);
    socket.on('data', (chunk) => {
      this.#read(connection, chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#all.delete(connection);
      const index = this.#free.indexOf(connection);
      if (index !== -1) this.#free.splice(index, 1);
      connection.waiting?.settle(
        connection.reader.rest === ''
          ? new NoResponse('closed without a response')
          : new MalformedResponse('incomplete response'),
      );
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return connection;
  }

  #read(connection: Connection, chunk: Buffer): void {
    const { reader, waiting } = connection;
    if (waiting === undefined) {
      this.unsolicited.push(chunk.toString('latin1').slice(0, 500));
      connection.socket.destroy();
      return;
    }
    try {
      reader.push(chunk);
      const response = reader.next(waiting.method);
      if (response === undefined) return;
      if (reader.rest !== '')
        throw new MalformedResponse(`more than one response: ${reader.rest.slice(0, 200)}`);
      waiting.settle(response);
    } catch (error) {
      waiting.settle(error as Error);
    }
  }
}
