import type { ServerResponse } from 'node:http';

/** Counts the requests that are being answered, and knows when the last of them is done. */
export class Traffic {
  private open = 0;
  private over = 0;
  private waiting: (() => void)[] = [];
  private closing = false;

  get inFlight(): number {
    return this.open;
  }

  /** How many were answered since the start. */
  get finished(): number {
    return this.over;
  }

  get draining(): boolean {
    return this.closing;
  }

  enter(response: ServerResponse): void {
    this.open += 1;
    // `close` comes once for every response, also when the caller hung up before it was finished.
    response.once('close', this.leave);
  }

  /** From now on new requests are turned away. */
  startDraining(): void {
    this.closing = true;
  }

  /** Answers true when nothing is left, false when the time is up first. */
  async quiet(milliseconds: number): Promise<boolean> {
    if (this.open === 0) return true;
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

  private readonly leave = (): void => {
    this.open -= 1;
    this.over += 1;
    if (this.open > 0) return;
    for (const wake of this.waiting.splice(0)) wake();
  };
}
