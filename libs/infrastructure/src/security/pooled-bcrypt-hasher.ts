import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { MAX_PASSWORD_LENGTH, PasswordHasher } from '@florin/identity';
import { Piscina } from 'piscina';
import { Unavailable } from '../postgres/errors.js';
import { KeyedLimit } from '../system/keyed-limit.js';
import { networkOf } from './network-of.js';

export interface BcryptSettings {
  readonly cost: number;
  readonly maxThreads?: number;
  readonly processes?: number;
  readonly maxWaiting?: number;
  readonly worker?: URL;
}

// A character has at most four code points of two UTF-16 units when decomposed, so no longer text can be a password.
const MAX_UNITS = 2 * 4 * MAX_PASSWORD_LENGTH;
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

export class PooledBcryptHasher extends PasswordHasher {
  readonly #openPool: () => Piscina;
  #pool: Piscina | undefined;
  #isClosed = false;
  readonly #cost: number;
  readonly #byCaller: KeyedLimit;

  constructor({ cost, maxThreads, processes = 1, maxWaiting = 128, worker }: BcryptSettings) {
    super();
    this.#cost = cost;
    const threads = maxThreads ?? Math.max(1, Math.floor(MAX_THREADS / processes));
    // A caller has at most one task per thread in Piscina's queue, and so delays others by one hash at most.
    const limits = { concurrency: threads, maxQueued: maxWaiting, maxWaitMs: Infinity };
    this.#byCaller = new KeyedLimit(limits, tooMany);
    const filename = (worker ?? new URL('./bcrypt-worker.js', import.meta.url)).href;
    this.#openPool = () => {
      const size = { minThreads: 1, maxThreads: threads, maxQueue: maxWaiting };
      const pool = new Piscina({ filename, ...size, idleTimeout: 30_000 });
      // Without a listener, a thread that fails before its first task ends the process.
      pool.on('error', () => {
        this.#discardIfDead(pool);
      });
      return pool;
    };
    this.#pool = this.#openPool();
  }

  async hash(password: string, from?: string): Promise<string> {
    return this.#run<string>('hash', from, { text: prehash(password), cost: this.#cost });
  }

  async verify(password: string, hash: string | undefined, from?: string): Promise<boolean> {
    // Normalizing is quadratic in the number of accents: a long text would block the event loop for half a minute.
    const isPossible = password.length <= MAX_UNITS;
    const text = prehash(isPossible ? password : '');
    const known = hash ?? dummy(this.#cost);
    // A hash of a lower cost is compared faster, which would reveal that the user exists. Each step costs as much as all
    // lower ones together, so one of each adds up to the current cost.
    const padding: string[] = [];
    for (let cost = costOf(known); cost < this.#cost; cost += 1) padding.push(dummy(cost));
    const matches = await this.#run<boolean>('compare', from, { text, hash: known, padding });
    return matches && isPossible && hash !== undefined;
  }

  needsRehash(hash: string): boolean {
    return !(costOf(hash) >= this.#cost);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool?.destroy();
  }

  #run<Result>(name: 'hash' | 'compare', from: string | undefined, task: object): Promise<Result> {
    return this.#byCaller.run(networkOf(from), async () => {
      const pool = (this.#pool ??= this.#openPool());
      try {
        return (await pool.run(task, { name })) as Result;
      } catch (cause) {
        this.#discardIfDead(pool);
        throw new Unavailable('Password checks are temporarily unavailable. Try again in a moment.', 2, {
          cause,
        });
      }
    });
  }

  /** After a thread failed to start, Piscina replaces none that end. Without a thread, the next task opens a new pool. */
  #discardIfDead(pool: Piscina): void {
    if (this.#isClosed || this.#pool !== pool || pool.threads.length > 0) return;
    this.#pool = undefined;
    void pool.destroy();
  }
}

const tooMany = (): Unavailable =>
  new Unavailable('Too many password checks are waiting. Try again in a moment.', 2);

/** bcrypt reads 72 bytes and stops at a NUL; this digest of 44 characters depends on every byte. The key is not secret. */
const prehash = (password: string): string =>
  createHmac('sha256', 'florin password 1').update(password.normalize('NFC'), 'utf8').digest('base64');

const costOf = (hash: string): number => Number(/^\$2[aby]\$(\d\d)\$/.exec(hash)?.[1]);

/** A well-formed hash of no password: comparing takes as long as with a real one. */
const dummy = (cost: number): string =>
  `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(22)}${'.'.repeat(31)}`;
