/** What was answered in how much time, between the end of the warm-up and the end of the measurement. */
export class Samples {
  #begin;
  #end;
  #last;
  #latencies = [];
  #total = 0;
  #refused = 0;

  constructor({ warmUpSeconds, seconds }) {
    this.#begin = performance.now() + warmUpSeconds * 1000;
    this.#end = this.#begin + seconds * 1000;
    this.#last = this.#begin;
  }

  get isOver() {
    return performance.now() >= this.#end;
  }

  add(begun, isDone) {
    const now = performance.now();
    this.#total += 1;
    if (now < this.#begin || now > this.#end) return;
    this.#last = now;
    if (isDone) this.#latencies.push(now - begun);
    else this.#refused += 1;
  }

  summary() {
    const sorted = Float64Array.from(this.#latencies).sort();
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
    return {
      total: this.#total,
      refused: this.#refused,
      // Requests that can be sent only once may run out before the time does.
      perSecond: sorted.length / ((this.#last - this.#begin) / 1000),
      p50: at(0.5),
      p99: at(0.99),
    };
  }
}
