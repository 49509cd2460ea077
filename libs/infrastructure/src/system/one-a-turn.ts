import { Circle } from './circle.js';

/**
 * Lets works begin one by one, each in a turn of the event loop of its own. Works that are all ready at the same moment
 * would otherwise be done in one go, and everybody else would wait for the last of them.
 * Callers take turns.
 */
export class OneATurn {
  readonly #waiting = new Circle<() => void>();

  for(whom: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.isEmpty) setImmediate(this.#next);
      this.#waiting.add(whom, resolve);
    });
  }

  /** What a promise leads to is done before the next turn begins. */
  readonly #next = (): void => {
    this.#waiting.take()?.();
    if (!this.#waiting.isEmpty) setImmediate(this.#next);
  };
}
