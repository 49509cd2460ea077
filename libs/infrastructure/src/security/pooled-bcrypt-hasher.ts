import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { MAX_PASSWORD_LENGTH, PasswordHasher } from '@florin/identity';
import { Piscina } from 'piscina';
import { Unavailable } from '../postgres/errors.js';
import { KeyedLimit } from '../system/keyed-limit.js';
import { networkOf } from './network-of.js';

export interface BcryptSettings {
  /** Each step doubles the work. */
  readonly cost: number;
  readonly maxThreads?: number;
  /** How many processes share this machine's cores for the same work. */
  readonly processes?: number;
  /** How many may wait for one caller, and for a thread. Beyond that callers are refused at once. */
  readonly maxWaiting?: number;
  /** What each thread loads. */
  readonly worker?: URL;
}

const MAX_WAITING = 128;
// A character has at most two units, and may be typed in up to four parts. No longer text can be a password.
const MAX_UNITS = 2 * 4 * MAX_PASSWORD_LENGTH;
// One core stays free for the event loop; more than four threads would let a wave of logins starve everything else.
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

/** bcrypt in worker threads: a hash takes a tenth of a second, which no other request should have to wait for. */
export class PooledBcryptHasher extends PasswordHasher {
  readonly #openPool: () => Piscina;
  #pool: Piscina | undefined;
  #isClosed = false;
  readonly #cost: number;
  readonly #byCaller: KeyedLimit;

  constructor({ cost, maxThreads, processes = 1, maxWaiting = MAX_WAITING, worker }: BcryptSettings) {
    super();
    this.#cost = cost;
    const threads = maxThreads ?? Math.max(1, Math.floor(MAX_THREADS / processes));
    // Piscina's queue is first in, first out. With no more than one task for each thread in it, a caller who sends many
    // passwords delays another by the time of one hash.
    const limits = { atOnce: threads, mostWaiting: maxWaiting, longestWaitMs: Infinity };
    this.#byCaller = new KeyedLimit(limits, tooMany);
    const filename = (worker ?? new URL('./bcrypt-worker.js', import.meta.url)).href;
    this.#openPool = () => {
      const pool = new Piscina({
        filename,
        minThreads: 1,
        maxThreads: threads,
        maxQueue: maxWaiting,
        idleTimeout: 30_000,
      });
      // A thread that fails before it has anything to do. Unheard, that would end the whole process.
      pool.on('error', () => {
        this.#leaveIfDead(pool);
      });
      return pool;
    };
    this.#pool = this.#openPool();
  }

  async hash(password: string, from?: string): Promise<string> {
    return this.#run<string>('hash', from, { text: prehash(password), cost: this.#cost });
  }

  async verify(password: string, hash: string | undefined, from?: string): Promise<boolean> {
    // At a login anybody may send a text of any length. To bring the accents of a long one into order takes the square of
    // their number, and half a minute of the event loop: it is wrong without that, after the same time as any other.
    const isPossible = password.length <= MAX_UNITS;
    const text = prehash(isPossible ? password : '');
    const known = hash ?? dummy(this.#cost);
    // A hash from before the cost was raised is compared faster than no hash at all, which would tell who has one. Each
    // step costs as much as all before it together: with one of each the time is that of a hash of today.
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
        this.#leaveIfDead(pool);
        throw new Unavailable('Passwords cannot be checked right now. Try again in a moment.', 2, { cause });
      }
    });
  }

  /**
   * After a thread that could not start, Piscina starts none in the place of those that end, and whoever waits for one
   * might wait for ever. When the last is gone they are refused, and the next caller gets a pool that tries again.
   */
  #leaveIfDead(pool: Piscina): void {
    if (this.#isClosed || this.#pool !== pool || pool.threads.length > 0) return;
    this.#pool = undefined;
    void pool.destroy();
  }
}

const tooMany = (): Unavailable =>
  new Unavailable('Too many passwords are waiting to be checked. Try again in a moment.', 2);

/**
 * bcrypt reads 72 bytes and ignores the rest, and stops at a NUL. 44 characters that depend on every byte of the
 * password pass through it whole. The key is no secret: it keeps these digests apart from anybody else's.
 */
const prehash = (password: string): string =>
  createHmac('sha256', 'florin password 1').update(password.normalize('NFC'), 'utf8').digest('base64');

/** NaN for what is no hash. */
const costOf = (hash: string): number => Number(/^\$2[aby]\$(\d\d)\$/.exec(hash)?.[1]);

/** A well-formed hash of nothing: comparing with it costs what comparing with a real one does. */
const dummy = (cost: number): string =>
  `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(22)}${'.'.repeat(31)}`;
