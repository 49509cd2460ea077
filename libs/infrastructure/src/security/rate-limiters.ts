import { createHmac, type KeyObject } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';

interface RateLimit {
  readonly times: number;
  readonly perSeconds: number;
}

export class MemoryRateLimiter {
  readonly #limiter: RateLimiterMemory;

  constructor({ times, perSeconds }: RateLimit) {
    this.#limiter = new RateLimiterMemory({ points: times, duration: perSeconds });
  }

  /** Seconds to wait; undefined within the limit. */
  async consume(name: string): Promise<number | undefined> {
    return (await consume(this.#limiter, name)).waitSeconds;
  }
}

export interface RateLimitResult {
  /** Undefined within the limit. */
  readonly waitSeconds: number | undefined;
  readonly release: () => Promise<void>;
}

/** Two readings of the end of one window differ by less than this; windows last minutes. */
const SAME_WINDOW_MS = 1_000;

/** Counts in the database, for all instances together. */
export class PostgresRateLimiter {
  readonly #limiter: RateLimiterPostgres;
  /** A window that ends later was begun by an instance whose clock was ahead, and would block logins until then. */
  readonly #maxWindowMs: number;

  constructor(
    dataSource: DataSource,
    private readonly key: KeyObject,
    { prefix, times, perSeconds }: RateLimit & { readonly prefix: string },
  ) {
    this.#limiter = new RateLimiterPostgres({
      storeClient: dataSource,
      storeType: 'typeorm',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: prefix,
      points: times,
      duration: perSeconds,
    });
    this.#maxWindowMs = 2_000 * perSeconds;
  }

  async consume(name: string): Promise<RateLimitResult> {
    // A name can be a secret, such as a password typed into the wrong field, so only its digest is stored.
    const digest = createHmac('sha256', this.key).update(name).digest('base64url');
    let { waitSeconds, msBeforeNext } = await consume(this.#limiter, digest);
    if (msBeforeNext > this.#maxWindowMs) {
      await this.#limiter.delete(digest);
      ({ waitSeconds, msBeforeNext } = await consume(this.#limiter, digest));
    }
    const endsAt = Date.now() + msBeforeNext;
    return { waitSeconds, release: () => this.#release(digest, endsAt) };
  }

  /** After the end of the window `reward` would begin a new one with a negative count; then it is undone. */
  async #release(digest: string, endsAt: number): Promise<void> {
    const isSameWindow = (found: RateLimiterRes): boolean =>
      Math.abs(Date.now() + found.msBeforeNext - endsAt) <= SAME_WINDOW_MS;
    const before = await this.#limiter.get(digest);
    if (before === null || !isSameWindow(before) || before.msBeforeNext <= SAME_WINDOW_MS) return;
    if (!isSameWindow(await this.#limiter.reward(digest))) await this.#limiter.penalty(digest);
  }
}

/** The library rejects with a `RateLimiterRes` when the limit is reached, and with an error when something else failed. */
async function consume(limiter: RateLimiterMemory | RateLimiterPostgres, key: string) {
  try {
    const { msBeforeNext } = await limiter.consume(key);
    return { waitSeconds: undefined, msBeforeNext };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const { msBeforeNext } = error;
    return { waitSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)), msBeforeNext };
  }
}
