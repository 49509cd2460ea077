import type { IncomingMessage, ServerResponse } from 'node:http';
import { Lingering } from './lingering.js';
import { DEFAULT_LIMITS } from './limits.js';

/** Counts the requests that are being answered, and knows when the last of them is done. */
export class Traffic {
  private readonly open = new Set<IncomingMessage>();
  private readonly working = new Set<IncomingMessage>();
  private readonly lingering: Lingering;
  private over = 0;
  private waiting: (() => void)[] = [];
  private closing = false;

  constructor(lingeringMost = DEFAULT_LIMITS.lingeringMost) {
    this.lingering = new Lingering(lingeringMost);
  }

  /** From the first that was seen of a request until its caller has the whole answer. */
  get inFlight(): number {
    return this.open.size;
  }

  /** Those among them that are being worked on: arrived as a whole, and not answered yet. */
  get underWay(): number {
    return this.working.size;
  }

  /** How many were worked on and answered since the start. */
  get finished(): number {
    return this.over;
  }

  get draining(): boolean {
    return this.closing;
  }

  enter(request: IncomingMessage, response: ServerResponse): void {
    this.open.add(request);
    this.lingering.begin(request);
    // `close` comes once for every response, also when the caller hung up before it was finished.
    response.once('close', () => {
      this.leave(request);
    });
  }

  /** All of it is here, and somebody begins to work on it. Of a caller who has hung up nothing more is counted. */
  begin(request: IncomingMessage): void {
    if (!this.open.has(request)) return;
    this.lingering.end(request);
    this.working.add(request);
  }

  /** There is an answer, and the rest is up to the caller. */
  answer(request: IncomingMessage): void {
    if (!this.working.delete(request)) return;
    this.over += 1;
    this.lingering.begin(request);
  }

  /** From now on new requests are turned away. */
  startDraining(): void {
    this.closing = true;
  }

  /** Answers true when nothing is left, false when the time is up first. */
  async quiet(milliseconds: number): Promise<boolean> {
    if (this.open.size === 0) return true;
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

  private leave(request: IncomingMessage): void {
    if (this.working.delete(request)) this.over += 1;
    this.lingering.end(request);
    this.open.delete(request);
    if (this.open.size > 0) return;
    for (const wake of this.waiting.splice(0)) wake();
  }
}
