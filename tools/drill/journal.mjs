// Records the responses that the clients received, for comparison with the database after the drill.
import { randomUUID } from 'node:crypto';

/**
 * One create request, identified by its reference and idempotency key.
 * - `outcome` is `open` while it is unknown, then `acknowledged` or `refused`.
 * - `end` is the acknowledged final status.
 * - `notes` are the possible values in its metadata: the last acknowledged one, and those with an unknown outcome.
 * - `elements` are the transactions of a batch, each with its own outcome. They are sent only with their `batch`.
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

/** Transactions that are sent under one idempotency key. */
export function newBatch(bodies, atomic) {
  const batch = newEntry('batch', {
    reference: `batch ${bodies[0].reference}`,
    transactions: bodies,
    atomic,
  });
  batch.elements = bodies.map((body) => ({ ...newEntry('transaction', body), key: undefined, batch }));
  return batch;
}

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
      'batch_failed',
      'conflict',
    ]);
    if (response !== undefined) {
      acknowledge(entry, response);
      this.#recordRecovery();
    } else if (refused === 'insufficient_funds' || refused === 'batch_failed') {
      for (const one of [entry, ...(entry.elements ?? [])]) one.outcome = 'refused';
    }
    return response;
  }

  /** Each requested object, so a batch counts as its transactions. */
  get writes() {
    return [...this.entries].flatMap((entry) => entry.elements ?? [entry]);
  }

  count(outcome) {
    return this.writes.filter((entry) => entry.outcome === outcome).length;
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

function acknowledge(entry, response) {
  entry.outcome = 'acknowledged';
  if (entry.body.settle) entry.end = 'succeeded';
  if (entry.elements === undefined) {
    entry.id = response.id;
    return;
  }
  response.results.forEach(({ transaction }, index) => {
    if (transaction === undefined) entry.elements[index].outcome = 'refused';
    else acknowledge(entry.elements[index], transaction);
  });
  // A repeated request must get the same results.
  entry.id = response.results.map(({ transaction, error }) => transaction?.id ?? error).join(' ');
}

const describe = (error) =>
  error.code === undefined
    ? (error.stack ?? String(error))
    : `${error.status} ${error.code}: ${error.message}`;
