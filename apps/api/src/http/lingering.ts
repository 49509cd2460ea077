import type { IncomingMessage } from 'node:http';

/** Nobody who is merely slow takes this long for a packet that is on its way. */
const PATIENCE_MS = 1_000;

/**
 * A request that may have to wait for its caller. It knows its own place in the line: each comes to it twice and leaves it
 * twice, and to look it up every time would cost more than all else that is counted.
 */
export class Lingerer {
  isWaiting = false;
  since = 0;
  before: Lingerer | undefined = undefined;
  behind: Lingerer | undefined = undefined;

  constructor(readonly request: IncomingMessage) {}
}

/**
 * Requests that wait for their callers: for the rest of a body, or for an answer to be read. They cost memory and nothing
 * else, so that they take nobody's place. Where there are too many, whoever keeps us waiting longest is cut off. Refusing
 * those who come instead would let a few callers who neither send nor read keep everybody else out.
 */
export class Lingering {
  private longest: Lingerer | undefined;
  private latest: Lingerer | undefined;
  private waiting = 0;

  constructor(
    private readonly most: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get count(): number {
    return this.waiting;
  }

  /** For one that is not waiting. */
  begin(lingerer: Lingerer): void {
    const now = this.now();
    lingerer.isWaiting = true;
    lingerer.since = now;
    lingerer.before = this.latest;
    if (this.latest === undefined) this.longest = lingerer;
    else this.latest.behind = lingerer;
    this.latest = lingerer;
    this.waiting += 1;
    if (this.waiting > this.most) this.cutLongest(now);
  }

  /** Answers whether it was waiting. */
  end(lingerer: Lingerer): boolean {
    if (!lingerer.isWaiting) return false;
    const { before, behind } = lingerer;
    if (before === undefined) this.longest = behind;
    else before.behind = behind;
    if (behind === undefined) this.latest = before;
    else behind.before = before;
    lingerer.isWaiting = false;
    // Who has left must not keep those who were beside it from being forgotten.
    lingerer.before = lingerer.behind = undefined;
    this.waiting -= 1;
    return true;
  }

  private cutLongest(now: number): void {
    while (this.longest !== undefined && this.waiting > this.most) {
      const { longest } = this;
      if (now - longest.since < PATIENCE_MS) return;
      this.end(longest);
      longest.request.socket.destroy();
    }
  }
}
