/**
 * Lets works begin one by one, each in a turn of the event loop of its own. Works that are all ready at the same moment
 * would otherwise be done in one go, and everybody else would wait for the last of them.
 */
export class OneATurn {
  readonly #waiting: (() => void)[] = [];

  mine(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#next);
    });
  }

  /** What a promise leads to is done before the next turn begins. */
  readonly #next = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
