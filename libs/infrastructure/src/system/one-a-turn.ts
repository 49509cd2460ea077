/**
 * Lets works begin one by one, each in a turn of the event loop of its own. Works that are all ready at the same moment
 * would otherwise be done in one go, and everybody else would wait for the last of them. Those for whom they are done
 * follow each other in a circle: who wants very many waits for himself.
 */
export class OneATurn {
  /** Whose turn is next comes first. Nobody is here who waits for nothing. */
  readonly #waiting = new Map<string, (() => void)[]>();

  for(whom: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.size === 0) setImmediate(this.#next);
      const works = this.#waiting.get(whom);
      if (works === undefined) this.#waiting.set(whom, [resolve]);
      else works.push(resolve);
    });
  }

  /** What a promise leads to is done before the next turn begins. */
  readonly #next = (): void => {
    const [first] = this.#waiting;
    if (first === undefined) return;
    const [whom, works] = first;
    const begin = works.shift();
    this.#waiting.delete(whom);
    if (works.length > 0) this.#waiting.set(whom, works);
    begin?.();
    if (this.#waiting.size > 0) setImmediate(this.#next);
  };
}
