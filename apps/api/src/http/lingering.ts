import type { IncomingMessage } from 'node:http';

/** Nobody who is merely slow takes this long for a packet that is on its way. */
const PATIENCE_MS = 1_000;

/**
 * Requests that wait for their callers: for the rest of a body, or for an answer to be read. They cost memory and nothing
 * else, so that they take nobody's place. Where there are too many, whoever keeps us waiting longest is cut off. Refusing
 * those who come instead would let a few callers who neither send nor read keep everybody else out.
 */
export class Lingering {
  /** In the order in which the waiting began. */
  private readonly since = new Map<IncomingMessage, number>();

  constructor(
    private readonly most: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get count(): number {
    return this.since.size;
  }

  begin(request: IncomingMessage): void {
    const now = this.now();
    this.since.set(request, now);
    if (this.since.size > this.most) this.cutLongest(now);
  }

  end(request: IncomingMessage): void {
    this.since.delete(request);
  }

  private cutLongest(now: number): void {
    for (const [request, since] of this.since) {
      if (this.since.size <= this.most || now - since < PATIENCE_MS) return;
      this.since.delete(request);
      request.socket.destroy();
    }
  }
}
