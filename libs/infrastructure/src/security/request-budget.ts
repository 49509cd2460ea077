import { RateLimiterMemory } from 'rate-limiter-flexible';
import { waitSecondsOf } from './wait-seconds.js';

/** A number of requests per time, for each name, on this instance alone. */
export class RequestBudget {
  readonly #limiter: RateLimiterMemory;

  constructor({ requests, perSeconds }: { readonly requests: number; readonly perSeconds: number }) {
    this.#limiter = new RateLimiterMemory({ points: requests, duration: perSeconds });
  }

  /** Undefined when there was something left, else the seconds to wait. */
  spend(name: string): Promise<number | undefined> {
    return waitSecondsOf(this.#limiter.consume(name));
  }
}
