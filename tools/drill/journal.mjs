// Records the responses that the clients received, for comparison with the database after the drill.
import { randomUUID } from 'node:crypto';

/**
 * One create request, identified by its reference and idempotency key.
 * - `outcome` is `open` while it is unknown, then `acknowledged` or `refused`.
 * - `end` is the acknowledged final status.
 * - `notes` are the possible values in its metadata: the last acknowledged one, and those with an unknown outcome.
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

/** Error codes after which the outcome is unknown. A retry with the idempotency key resolves it. */
const UNKNOWN_OUTCOME_CODES = new Set([
  'network_error',
  'unavailable',
  'rate_limited',
  'unexpected_response',
]);

export class Journal {
  /** In the order of their requests. */
  entries = new Set();
  /** Responses that no fault may cause: internal errors, wrong rejections, lost objects. */
  problems = [];
  /** Calls that failed after all retries of the client. */
  givenUp = 0;
  /** Milliseconds of each call with all retries. */
  latencies = [];
  #waitingSince;
  /** Milliseconds from the end of each fault to the next acknowledged write. */
  recoveries = [];

  /** Returns the response, or the code of an error in `allowedErrors`. Both are absent for an unknown outcome. */
  async run(description, call, allowedErrors = []) {
    const startedAt = performance.now();
    try {
      return { response: await call() };
    } catch (error) {
      if (UNKNOWN_OUTCOME_CODES.has(error.code)) {
        this.givenUp += 1;
        return {};
      }
      if (!allowedErrors.includes(error.code))
        this.problems.push(`${description} failed with ${describe(error)}`);
      return { refused: error.code };
    } finally {
      this.latencies.push(performance.now() - startedAt);
    }
  }

  /** Records a create and its outcome. After `conflict` (key in use) the outcome is unknown, too. */
  async create(entry, call) {
    this.entries.add(entry);
    const { response, refused } = await this.run(`creating ${entry.body.reference}`, call, [
      'insufficient_funds',
      'conflict',
    ]);
    if (response !== undefined) {
      entry.outcome = 'acknowledged';
      entry.id = response.id;
      this.#recordRecovery();
    } else if (refused === 'insufficient_funds') {
      entry.outcome = 'refused';
    }
    return response;
  }

  count(outcome) {
    return [...this.entries].filter((entry) => entry.outcome === outcome).length;
  }

  /** Starts the measurement of the recovery, which ends with the next acknowledged write. */
  expectRecovery() {
    this.#waitingSince ??= performance.now();
  }

  get isRecovering() {
    return this.#waitingSince !== undefined;
  }

  #recordRecovery() {
    if (this.#waitingSince === undefined) return;
    this.recoveries.push(performance.now() - this.#waitingSince);
    this.#waitingSince = undefined;
  }
}

const describe = (error) =>
  error.code === undefined
    ? (error.stack ?? String(error))
    : `${error.status} ${error.code}: ${error.message}`;
