const EVERY_MS = 100;
const PATIENCE_MS = 5_000;

/** Asks again and again whether the service lives, as whoever would restart it does. */
export class Liveness {
  #slowest = 0;
  #failed = 0;
  #asked = 0;
  #timer;

  constructor(url) {
    this.#timer = setInterval(() => void this.#ask(`${url}/health/live`), EVERY_MS);
  }

  end() {
    clearInterval(this.#timer);
    return { slowest: this.#slowest, failed: this.#failed, asked: this.#asked };
  }

  async #ask(address) {
    this.#asked += 1;
    const begun = performance.now();
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
      await response.arrayBuffer();
      if (response.status !== 200) this.#failed += 1;
    } catch {
      this.#failed += 1;
    }
    this.#slowest = Math.max(this.#slowest, performance.now() - begun);
  }
}
