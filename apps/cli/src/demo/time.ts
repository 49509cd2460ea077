import { randomInt } from 'node:crypto';
import { Clock, type Id, idFromUuid, Ids, type Prefix, uuidV7Source } from '@florin/kernel';

/**
 * Time as the demo lives through it. It only moves forward, and never to where the real present is: what is written
 * after the demo must be younger than all that the demo wrote.
 */
export class DemoTime extends Clock {
  #now: number;
  #paceMs = 0;
  #endOfPace = 0;

  constructor(
    start: Date,
    private readonly present: Date,
  ) {
    super();
    this.#now = start.getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  moveTo(instant: Date): void {
    this.#now = Math.max(this.#now, Math.min(instant.getTime(), this.present.getTime()));
  }

  /** Spreads what follows over the time until an instant: a batch that is written at once did not happen at once. */
  spread(count: number, until: Date): void {
    this.#endOfPace = Math.min(until.getTime(), this.present.getTime());
    this.#paceMs = Math.max(0, (this.#endOfPace - this.#now) / (count + 1));
  }

  tick(): void {
    this.#now = Math.max(this.#now, Math.min(this.#now + this.#paceMs, this.#endOfPace));
  }
}

/** Draws ids that carry the demo's time; each transaction is a little later than the one before it. */
export class DemoIds extends Ids {
  readonly #nextUuid: () => string;

  constructor(private readonly time: DemoTime) {
    super();
    this.#nextUuid = uuidV7Source(
      () => Math.floor(time.now().getTime()),
      () => randomInt(2 ** 32),
    );
  }

  next<P extends Prefix>(prefix: P): Id<P> {
    if (prefix === 'txn') this.time.tick();
    return idFromUuid(prefix, this.#nextUuid());
  }
}
