/** Latencies between the end of the warm-up and the end of the measurement. */
export class Samples {
  #beginAt;
  #endAt;
  #lastAt;
  #latencies = [];
  #total = 0;
  #refused = 0;
  #perRequest;

  /** `perRequest` is the number of transactions in each request. */
  constructor({ warmUpSeconds, seconds, perRequest = 1 }) {
    this.#perRequest = perRequest;
    this.#beginAt = performance.now() + warmUpSeconds * 1000;
    this.#endAt = this.#beginAt + seconds * 1000;
    this.#lastAt = this.#beginAt;
  }

  get isOver() {
    return performance.now() >= this.#endAt;
  }

  add(startedAt, isDone) {
    const now = performance.now();
    this.#total += 1;
    if (now < this.#beginAt || now > this.#endAt) return;
    this.#lastAt = now;
    if (isDone) this.#latencies.push(now - startedAt);
    else this.#refused += 1;
  }

  summary() {
    const sorted = Float64Array.from(this.#latencies).sort();
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
    return {
      total: this.#total * this.#perRequest,
      refused: this.#refused,
      // Requests that can be sent only once may run out earlier.
      perSecond: (sorted.length * this.#perRequest) / ((this.#lastAt - this.#beginAt) / 1000),
      p50: at(0.5),
      p99: at(0.99),
    };
  }
}
