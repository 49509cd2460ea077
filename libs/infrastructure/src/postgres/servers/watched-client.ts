import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import type { DatabaseLog } from '../database-log.js';
import {
  distrustOf,
  type DriverError,
  driverErrorIn,
  isDistrust,
  ofConnecting,
  sqlStateOf,
} from '../driver-error.js';
import type { ServerAddress } from './server-addresses.js';
import { DESCRIBE_SERVER, type ServerState } from './server-survey.js';
import type { Pending, ServerWatch } from './server-watch.js';

export interface WatchedClientConfig extends ClientConfig {
  readonly serverWatch: ServerWatch;
  /** Not `log`: the pool has an option of that name and would report its own doings there. */
  readonly statementLog: DatabaseLog;
}

type Connected = (error?: Error) => void;

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

const NO_ANSWER = 'The database server does not answer';
const NO_WRITES = 'No database server takes writes: the one that did has been replaced or turned read-only';

/**
 * pg's client, with five things it lacks: what it does is watched, so that a server that hangs is noticed; it can be
 * cut off from outside, in a way that tells the pool; of several servers it goes to the one that takes writes, and leaves
 * it when it no longer does; statements are logged without their parameters; and a break that nobody listens for does
 * not end the process.
 */
export class WatchedClient extends Client {
  readonly #watch: ServerWatch;
  readonly #log: DatabaseLog;
  readonly #sever: () => void;
  readonly #received: () => number;

  constructor(config: WatchedClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    // The pool listens while a connection is idle and its borrower while it is borrowed, and between the two there is a
    // moment. Whoever borrows a broken one is told by the first query.
    this.on('error', () => undefined);
    this.#watch = config.serverWatch;
    this.#log = config.statementLog;
    this.#sever = () => {
      socket.destroy();
    };
    this.#received = () => socket.bytesRead;
  }

  // The base has a dozen overloads; `never` fits them all, and what goes in comes out as the base made it.
  override connect(...request: never[]): never {
    const [callback] = request as readonly Connected[];
    if (callback === undefined) throw new Error('A pool connects with a callback');
    void this.#connectWatched(callback);
    return undefined as never;
  }

  override query(...request: never[]): never {
    const pending = this.#watch.begin(this.#sever);
    const startedAt = performance.now();
    const finish = (error?: unknown): void => {
      this.#finish(pending, textOf(request[0]), startedAt, error);
    };
    const callback = (request as unknown[]).at(-1);
    if (typeof callback === 'function') {
      // The pool asks this way when it is itself asked a question.
      const told = (error: unknown, result: unknown): void => {
        finish(error ?? undefined);
        (callback as (error: unknown, result: unknown) => void)(error, result);
      };
      return super.query(...([...request.slice(0, -1), told] as unknown as [never]));
    }
    const answer: unknown = super.query(...(request as [never]));
    if (answer instanceof Promise) {
      answer.then(() => {
        finish();
      }, finish);
    } else {
      pending.end();
    }
    return answer as never;
  }

  async #connectWatched(callback: Connected): Promise<void> {
    const { servers } = this.#watch;
    let server: ServerAddress;
    try {
      if (this.#watch.isAway && !(await this.#watch.isAnswering())) throw new Error(NO_ANSWER);
      server = await servers.choose();
    } catch (error) {
      this.#tellRefusal(error);
      callback(ofConnecting(error as Error));
      return;
    }
    if (servers.hasAlternatives) Object.assign(this, { host: server.host, port: server.port });
    const pending = this.#watch.begin(this.#sever);
    const forget = this.#watch.watch({ sever: this.#sever, received: this.#received });
    this.once('end', forget);
    super.connect((failure: Error | null) => {
      const error = failure && ofConnecting(failure);
      pending.end(error ?? undefined);
      this.#tellRefusal(error);
      if (error === null && servers.isPicky) {
        void this.#introduce(server).then(callback);
        return;
      }
      if (error !== null) {
        forget();
        servers.doubt(server);
      }
      callback(error ?? undefined);
    });
  }

  /** Said once, and not again before a connection was made in between: every request may be trying. */
  #tellRefusal(error: unknown): void {
    const reason = driverErrorIn(error);
    const words = reason && refusalIn(reason);
    if (words !== undefined && words !== this.#watch.refusal) this.#log({ level: 'warn', message: words });
    this.#watch.refusal = words;
  }

  /** A connection is used only after its server has said that it takes writes. Answers what stands in the way. */
  async #introduce(server: ServerAddress): Promise<Error | undefined> {
    const { servers } = this.#watch;
    try {
      const { rows } = await (this as Client).query<ServerState>(DESCRIBE_SERVER);
      const [state] = rows;
      if (state === undefined || !servers.admits(server, state)) throw new Error(NO_WRITES);
      this.#leaveWhenReadOnly(server);
      return undefined;
    } catch (error) {
      servers.doubt(server);
      this.#sever();
      return ofConnecting(error as Error);
    }
  }

  /** The server tells when this setting changes. What it was just doing is finished first. */
  #leaveWhenReadOnly(server: ServerAddress): void {
    const { servers } = this.#watch;
    if (servers.addresses.target !== 'read-write') return;
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName !== 'default_transaction_read_only' || parameterValue !== 'on') return;
      servers.doubt(server);
      this.connection.once('readyForQuery', this.#sever);
    });
  }

  #finish(pending: Pending, sql: string, startedAt: number, error?: unknown): void {
    pending.end(error);
    const milliseconds = performance.now() - startedAt;
    const sqlState = error === undefined ? undefined : (sqlStateOf(error) ?? 'none');
    this.#log({ level: 'debug', message: 'statement', sql, milliseconds, ...(sqlState && { sqlState }) });
  }
}

/** What the server, or who looked at its certificate, says of why there is no connection; its being away says nothing. */
function refusalIn(reason: DriverError): string | undefined {
  if (isDistrust(reason)) return `the database server cannot be trusted: ${distrustOf(reason)}`;
  return reason.sqlState && `the database server refuses connections: ${reason.message}`;
}

function textOf(statement: unknown): string {
  return typeof statement === 'string'
    ? statement
    : ((statement as { text?: string } | undefined)?.text ?? '');
}
