const INTERVAL_MS = 100;
const TIMEOUT_MS = 5_000;

/** Probes /health/live periodically, like an orchestrator. */
export class Liveness {
  #slowest = 0;
  #failed = 0;
  #probes = 0;
  #timer;

  constructor(url) {
    this.#timer = setInterval(() => void this.#probe(`${url}/health/live`), INTERVAL_MS);
  }

  end() {
    clearInterval(this.#timer);
    return { slowest: this.#slowest, failed: this.#failed, probes: this.#probes };
  }

  async #probe(url) {
    this.#probes += 1;
    const startedAt = performance.now();
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await response.arrayBuffer();
      if (response.status !== 200) this.#failed += 1;
    } catch {
      this.#failed += 1;
    }
    this.#slowest = Math.max(this.#slowest, performance.now() - startedAt);
  }
}
