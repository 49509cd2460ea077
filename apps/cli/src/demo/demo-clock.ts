import { randomInt } from 'node:crypto';
import { Clock, type Id, idFromUuid, Ids, type Prefix, uuidV7Source } from '@florin/kernel';

/** Only moves forward and never beyond the present, so that later writes have later timestamps. */
export class DemoClock extends Clock {
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

  /** Spreads the timestamps of the next `count` transactions, which are written in one batch. */
  spread(count: number, until: Date): void {
    this.#endOfPace = Math.min(until.getTime(), this.present.getTime());
    this.#paceMs = Math.max(0, (this.#endOfPace - this.#now) / (count + 1));
  }

  tick(): void {
    this.#now = Math.max(this.#now, Math.min(this.#now + this.#paceMs, this.#endOfPace));
  }
}

/** Ids with the demo's time; each transaction advances the clock. */
export class DemoIds extends Ids {
  readonly #nextUuid: () => string;

  constructor(private readonly time: DemoClock) {
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
