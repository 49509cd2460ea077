import type { CrashPoint } from './crash-points.js';

/** Simulates a crash: once the point is reached, `run` rejects and nothing after the point runs. Without a point, nothing. */
export class Crash {
  readonly #crashed = Promise.withResolvers<never>();

  constructor(private readonly point?: CrashPoint) {}

  readonly reach = async (point: CrashPoint): Promise<void> => {
    if (point !== this.point) return;
    this.#crashed.reject(new Error(`crashed ${point}`));
    await new Promise<never>(() => undefined);
  };

  run<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([work, this.#crashed.promise]);
  }
}
