import type { IncomingMessage, ServerResponse } from 'node:http';
import { Lingerer, Lingering } from './lingering.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** None where no route was found, and no gate passed. */
    visit?: Visit;
  }
}

/** A request, from the first that was seen of it until its caller has the whole answer. */
export class Visit extends Lingerer {
  isWorkedOn = false;
}

/** Counts the requests that are being answered, and knows when the last of them is done. */
export class Traffic {
  private readonly lingering: Lingering;
  private queued = 0;
  private working = 0;
  private over = 0;
  private waiting: (() => void)[] = [];
  private closing = false;

  constructor({
    lingeringMost,
    unreadBytes,
  }: Pick<Limits, 'lingeringMost' | 'unreadBytes'> = DEFAULT_LIMITS) {
    this.lingering = new Lingering({ requests: lingeringMost, bytes: unreadBytes });
  }

  /** Each of them waits for its turn or for its caller, or is worked on. */
  get inFlight(): number {
    return this.queued + this.lingering.count + this.working;
  }

  /** Those among them that wait for us: for their turn, or arrived as a whole and not answered yet. */
  get underWay(): number {
    return this.queued + this.working;
  }

  /** How many were worked on and answered since the start. */
  get finished(): number {
    return this.over;
  }

  get draining(): boolean {
    return this.closing;
  }

  queue(): void {
    this.queued += 1;
  }

  /** Its turn has come and it has entered, or its caller is gone. */
  unqueue(): void {
    this.queued -= 1;
    this.tellWhenQuiet();
  }

  enter(request: IncomingMessage, response: ServerResponse): Visit {
    const visit = new Visit(request);
    this.lingering.begin(visit);
    // `close` comes once for every response, also when the caller hung up before it was finished.
    response.on('close', () => {
      this.leave(visit);
    });
    return visit;
  }

  /** All of it is here, and somebody begins to work on it. Of a caller who has hung up nothing more is counted. */
  begin(visit: Visit): void {
    if (!this.lingering.end(visit)) return;
    visit.isWorkedOn = true;
    this.working += 1;
  }

  /** There is an answer of so many bytes, and the rest is up to the caller. */
  answer(visit: Visit, bytes: number): void {
    if (!visit.isWorkedOn) return;
    this.finish(visit);
    this.lingering.begin(visit, bytes);
  }

  /** From now on new requests are turned away. */
  startDraining(): void {
    this.closing = true;
  }

  /** Answers true when nothing is left, false when the time is up first. */
  async quiet(milliseconds: number): Promise<boolean> {
    if (this.inFlight === 0) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve(false);
      }, milliseconds);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  private finish(visit: Visit): void {
    visit.isWorkedOn = false;
    this.working -= 1;
    this.over += 1;
  }

  private leave(visit: Visit): void {
    if (visit.isWorkedOn) this.finish(visit);
    else this.lingering.end(visit);
    this.tellWhenQuiet();
  }

  private tellWhenQuiet(): void {
    if (this.inFlight > 0) return;
    for (const wake of this.waiting.splice(0)) wake();
  }
}
