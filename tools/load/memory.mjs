const INTERVAL_MS = 500;

/** The largest resident set size of a process of the service, sampled until `end`. */
export class Memory {
  #most = 0;
  #url;
  #timer;

  constructor(url) {
    this.#url = `${url}/metrics`;
    this.#timer = setInterval(() => void this.#sample(), INTERVAL_MS);
  }

  async end() {
    clearInterval(this.#timer);
    await this.#sample();
    return this.#most;
  }

  async #sample() {
    // A sample that fails is missing; liveness is measured elsewhere.
    const text = await fetch(this.#url).then(
      (response) => response.text(),
      () => '',
    );
    for (const [, bytes] of text.matchAll(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/gm))
      this.#most = Math.max(this.#most, Number(bytes));
  }
}
