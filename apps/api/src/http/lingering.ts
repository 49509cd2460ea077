import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Nobody who is merely slow takes this long for a packet that is on its way. */
const PATIENCE_MS = 1_000;
/** To add up who leaves how much takes a while, and is done no more often than this. */
const ADDED_UP_EVERY_MS = 50;

/**
 * A request that may have to wait for its caller. It knows its own place in the line: each comes to it twice and leaves it
 * twice, and to look it up every time would cost more than all else that is counted.
 */
export class Lingerer {
  isWaiting = false;
  since = 0;
  /** How much of an answer is there to be read. */
  bytes = 0;
  before: Lingerer | undefined = undefined;
  behind: Lingerer | undefined = undefined;

  constructor(readonly request: IncomingMessage) {}
}

export interface LingeringLimits {
  readonly requests: number;
  readonly bytes: number;
}

/**
 * Requests that wait for their callers: for the rest of a body, or for an answer to be read. They cost memory and nothing
 * else, so that they take nobody's place. Where there are too many, whoever keeps us waiting longest is cut off, and where
 * their answers take too much room, whoever leaves most of it unread. Refusing those who come instead would let a few
 * callers who neither send nor read keep everybody else out.
 */
export class Lingering {
  private longest: Lingerer | undefined;
  private latest: Lingerer | undefined;
  private waiting = 0;
  private bytes = 0;
  private addedUpAt = -Infinity;

  constructor(
    private readonly most: LingeringLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get count(): number {
    return this.waiting;
  }

  /** For one that is not waiting: for its request to arrive or, with some bytes, for its answer to be read. */
  begin(lingerer: Lingerer, bytes = 0): void {
    const now = this.now();
    lingerer.isWaiting = true;
    lingerer.since = now;
    lingerer.bytes = bytes;
    this.bytes += bytes;
    lingerer.before = this.latest;
    if (this.latest === undefined) this.longest = lingerer;
    else this.latest.behind = lingerer;
    this.latest = lingerer;
    this.waiting += 1;
    if (this.waiting > this.most.requests) this.cutLongest(now);
    if (this.bytes > this.most.bytes && now - this.addedUpAt >= ADDED_UP_EVERY_MS) this.cutHeaviest(now);
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
    this.bytes -= lingerer.bytes;
    return true;
  }

  private cutLongest(now: number): void {
    while (this.longest !== undefined && this.waiting > this.most.requests) {
      const { longest } = this;
      if (now - longest.since < PATIENCE_MS) return;
      this.end(longest);
      longest.request.socket.destroy();
    }
  }

  /**
   * By connections, each of which may have asked for very many answers at once. Only what has waited for a while is looked
   * at: what has just been answered may be read at any moment, and nobody else is cut for it.
   */
  private cutHeaviest(now: number): void {
    this.addedUpAt = now;
    const overdue = [...this.byConnection()]
      .filter(([, lingerers]) => lingerers.some(({ since }) => now - since >= PATIENCE_MS))
      .map(([socket, lingerers]) => ({ socket, lingerers, bytes: sizeOf(lingerers) }))
      .sort((one, other) => other.bytes - one.bytes);
    let left = overdue.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { socket, lingerers, bytes } of overdue) {
      if (left <= this.most.bytes) return;
      left -= bytes;
      for (const lingerer of lingerers) this.end(lingerer);
      socket.destroy();
    }
  }

  private byConnection(): Map<Socket, Lingerer[]> {
    const found = new Map<Socket, Lingerer[]>();
    for (let one = this.longest; one !== undefined; one = one.behind) {
      const { socket } = one.request;
      const others = found.get(socket);
      if (others === undefined) found.set(socket, [one]);
      else others.push(one);
    }
    return found;
  }
}

const sizeOf = (lingerers: readonly Lingerer[]): number =>
  lingerers.reduce((sum, { bytes }) => sum + bytes, 0);
