import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Limits } from './limits.js';
import type { Traffic } from './traffic.js';

/** How many requests are begun before the event loop comes round again. */
const PORTION = 16;

/**
 * Where requests wait that come while many are under way, in the order in which they came. What is let in at once may
 * be a tenth of a second's work to begin with, during which nothing would be read: those who are to be refused, and
 * whoever asks whether the service is alive, would wait for all of it. So it is begun in small portions.
 *
 * Where fewer are under way each is begun as it comes: what comes together is read and written together.
 */
export class Line {
  private readonly waiting: [IncomingMessage, ServerResponse][] = [];
  private begun = 0;

  constructor(
    private readonly serve: (request: IncomingMessage, response: ServerResponse) => void,
    private readonly traffic: Pick<Traffic, 'queue' | 'unqueue' | 'underWay'>,
    private readonly limits: Pick<Limits, 'begunAtOnce'>,
  ) {}

  join(request: IncomingMessage, response: ServerResponse): void {
    const isCalm = this.waiting.length === 0 && this.traffic.underWay < this.limits.begunAtOnce;
    if (isCalm) {
      this.serve(request, response);
    } else if (this.begun < PORTION) {
      this.begin(request, response);
    } else {
      this.waiting.push([request, response]);
      this.traffic.queue();
    }
  }

  /** A full portion brings the next one, so that nobody waits unless that is on its way. */
  private begin(request: IncomingMessage, response: ServerResponse): void {
    this.begun += 1;
    if (this.begun === PORTION) setImmediate(this.goOn);
    this.serve(request, response);
  }

  private readonly goOn = (): void => {
    this.begun = 0;
    for (let next = this.next(); next !== undefined; next = this.next()) {
      const [request, response] = next;
      if (!response.destroyed) this.begin(request, response);
      this.traffic.unqueue();
    }
  };

  private next(): [IncomingMessage, ServerResponse] | undefined {
    return this.begun < PORTION ? this.waiting.shift() : undefined;
  }
}
