import { connect, type Socket } from 'node:net';
import { ResponseReader, MalformedResponse, type HttpResponse } from './http-responses.js';

/** How long the service may take. Far more than it needs, since the machine may be busy with something else. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** After this much silence the other half of the request will not come, and the service is told so. */
const SILENCE_MS = 120;

/** What became of a request that is no clean exchange: cut off, unanswered, or answered with broken bytes. */
export class NoResponse extends Error {}

interface Connection {
  readonly socket: Socket;
  readonly reader: ResponseReader;
  /** Whoever waits for what arrives. */
  waiting: { readonly method: string; settle(result: HttpResponse | Error): void } | undefined;
}

/** Requests as bytes, answers as they come: no client in between that would mend or refuse what is sent. */
export class Wire {
  readonly #free: Connection[] = [];
  readonly #all = new Set<Connection>();
  readonly #host: string;
  readonly #port: number;
  /** How many requests were sent, the fuzzer's own included. */
  requests = 0;
  /** Bytes that the service sent without having been asked. */
  readonly unsolicited: string[] = [];

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** One well-framed request over a connection that is kept. */
  async exchange(method: string, bytes: Buffer): Promise<HttpResponse> {
    this.requests += 1;
    const kept = this.#free.pop();
    if (kept === undefined) return this.#send(await this.#open(), method, bytes);
    try {
      return await this.#send(kept, method, bytes);
    } catch (error) {
      // A kept connection may be closed just when it is used again; nothing was answered, so nobody was misled.
      if (!(error instanceof NoResponse) || !error.message.startsWith('closed')) throw error;
      return this.#send(await this.#open(), method, bytes);
    }
  }

  /** Bytes that may be anything, on a connection of their own. Answers whatever comes back until it is closed. */
  sendRaw(bytes: Buffer): Promise<readonly HttpResponse[]> {
    this.requests += 1;
    return new Promise((resolve, reject) => {
      const reader = new ResponseReader();
      const answers: HttpResponse[] = [];
      // An answer to HEAD says how long its body would be, and among several requests nobody knows which one it is.
      const unreadable = bytes.includes('HEAD');
      const socket = connect(this.#port, this.#host, () => socket.write(bytes));
      const silence = setTimeout(() => socket.end(), SILENCE_MS);
      const patience = setTimeout(() => {
        finish(new NoResponse('kept waiting'));
      }, RESPONSE_TIMEOUT_MS);
      const finish = (error?: Error): void => {
        clearTimeout(silence);
        clearTimeout(patience);
        socket.destroy();
        if (error === undefined) resolve(answers);
        else reject(error);
      };
      socket.on('data', (chunk) => {
        silence.refresh();
        if (unreadable) return;
        try {
          reader.push(chunk);
          for (let next = reader.next('GET'); next !== undefined; next = reader.next('GET'))
            answers.push(next);
        } catch (error) {
          finish(error as Error);
        }
      });
      // The service may hang up on what it has had enough of; what it said before that counts.
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
        settle(new NoResponse('no answer in time'));
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
          ? new NoResponse('closed without an answer')
          : new MalformedResponse('half an answer'),
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
      const answer = reader.next(waiting.method);
      if (answer === undefined) return;
      if (reader.rest !== '')
        throw new MalformedResponse(`more than one answer: ${reader.rest.slice(0, 200)}`);
      waiting.settle(answer);
    } catch (error) {
      waiting.settle(error as Error);
    }
  }
}
