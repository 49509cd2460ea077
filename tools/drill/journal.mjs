// What the clients were told, kept outside of everything that is attacked. The books are later held against it.
import { randomUUID } from 'node:crypto';

/**
 * One create that a client asks for, known by its reference and its idempotency key.
 * - `outcome` is `open` while nobody knows whether it took effect, then `acknowledged` or `refused`.
 * - `id` is what the answer called it, `end` the status that a client was told it came to.
 * - `notes` are the values that its metadata may hold: the last that was acknowledged, and those of which nobody knows.
 */
export const newEntry = (kind, body) => ({
  kind,
  key: randomUUID(),
  body,
  outcome: 'open',
  id: undefined,
  end: undefined,
  notes: new Set([undefined]),
  acknowledgedNote: undefined,
});

/** Answers that say nothing about whether the request took effect, or will. The key of a create finds out. */
const TELLS_NOTHING = new Set(['network_error', 'unavailable', 'rate_limited', 'unexpected_response']);

export class Journal {
  /** In the order in which they were asked for. */
  entries = new Set();
  /** What must never be heard, whatever the fault: internal errors, wrong refusals, things that are gone. */
  problems = [];
  /** Calls that the client gave up on after all its attempts. */
  givenUp = 0;
  /** How long each call took with all its attempts, in milliseconds. */
  latencies = [];
  #waitingSince;
  /** How long it took each time from the end of a fault to the next acknowledged write, in milliseconds. */
  recoveries = [];

  /** Runs a call to its end; answers what came back, or undefined when nobody knows or it was refused as `mayRefuse` allows. */
  async told(what, call, mayRefuse = []) {
    const startedAt = performance.now();
    try {
      return { answer: await call() };
    } catch (error) {
      if (TELLS_NOTHING.has(error.code)) {
        this.givenUp += 1;
        return {};
      }
      if (!mayRefuse.includes(error.code)) this.problems.push(`${what} was answered ${describe(error)}`);
      return { refused: error.code };
    } finally {
      this.latencies.push(performance.now() - startedAt);
    }
  }

  /** Records a create before it is sent, and what came of it. A key that is still in use says nothing either. */
  async create(entry, call) {
    this.entries.add(entry);
    const { answer, refused } = await this.told(`creating ${entry.body.reference}`, call, [
      'insufficient_funds',
      'conflict',
    ]);
    if (answer !== undefined) {
      entry.outcome = 'acknowledged';
      entry.id = answer.id;
      this.#acknowledged();
    } else if (refused === 'insufficient_funds') {
      entry.outcome = 'refused';
    }
    return answer;
  }

  count(outcome) {
    return [...this.entries].filter((entry) => entry.outcome === outcome).length;
  }

  /** The fault is over: from here to the next acknowledged write is how long it took to recover. */
  expectRecovery() {
    this.#waitingSince ??= performance.now();
  }

  get isRecovering() {
    return this.#waitingSince !== undefined;
  }

  #acknowledged() {
    if (this.#waitingSince === undefined) return;
    this.recoveries.push(performance.now() - this.#waitingSince);
    this.#waitingSince = undefined;
  }
}

const describe = (error) =>
  error.code === undefined
    ? (error.stack ?? String(error))
    : `${error.status} ${error.code}: ${error.message}`;
