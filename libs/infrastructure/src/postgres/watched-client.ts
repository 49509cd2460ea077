import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import type { DatabaseLog } from './database-log.js';
import { sqlStateOf } from './driver-error.js';
import type { Pending, ServerWatch } from './server-watch.js';

export interface WatchedClientConfig extends ClientConfig {
  readonly serverWatch: ServerWatch;
  /** Not `log`: the pool has an option of that name and would report its own doings there. */
  readonly statementLog: DatabaseLog;
}

type Connected = (error?: Error) => void;

/**
 * pg's client, with three things it lacks: what it does is watched, so that a server that hangs is noticed; it can be
 * cut off from outside, in a way that tells the pool; and statements are logged without their parameters.
 */
export class WatchedClient extends Client {
  readonly #watch: ServerWatch;
  readonly #log: DatabaseLog;
  readonly #sever: () => void;

  constructor(config: WatchedClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#watch = config.serverWatch;
    this.#log = config.statementLog;
    this.#sever = () => {
      socket.destroy();
    };
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
    const answer: unknown = super.query(...(request as [never]));
    if (answer instanceof Promise) {
      const sql = textOf(request[0]);
      answer.then(
        () => {
          this.#finish(pending, sql, startedAt);
        },
        (error: unknown) => {
          this.#finish(pending, sql, startedAt, error);
        },
      );
    } else {
      pending.end();
    }
    return answer as never;
  }

  async #connectWatched(callback: Connected): Promise<void> {
    if (this.#watch.isAway && !(await this.#watch.isAnswering())) {
      callback(new Error('The database server does not answer'));
      return;
    }
    const pending = this.#watch.begin(this.#sever);
    const forget = this.#watch.watch(this.#sever);
    this.once('end', forget);
    super.connect((error: Error | null) => {
      pending.end(error ?? undefined);
      if (error !== null) forget();
      callback(error ?? undefined);
    });
  }

  #finish(pending: Pending, sql: string, startedAt: number, error?: unknown): void {
    pending.end(error);
    const milliseconds = performance.now() - startedAt;
    const sqlState = error === undefined ? undefined : (sqlStateOf(error) ?? 'none');
    this.#log({ level: 'debug', message: 'statement', sql, milliseconds, ...(sqlState && { sqlState }) });
  }
}

function textOf(statement: unknown): string {
  return typeof statement === 'string'
    ? statement
    : ((statement as { text?: string } | undefined)?.text ?? '');
}
