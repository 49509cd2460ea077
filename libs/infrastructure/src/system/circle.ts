/** A round robin: work waits by caller, and callers take turns, so that whoever brings very much waits only behind its own. */
export class Circle<Work> {
  /** Whose turn is next comes first. Nobody is here for whom nothing waits. */
  readonly #works = new Map<string, Work[]>();

  get isEmpty(): boolean {
    return this.#works.size === 0;
  }

  add(whom: string, work: Work): void {
    const works = this.#works.get(whom);
    if (works === undefined) this.#works.set(whom, [work]);
    else works.push(work);
  }

  /** The next work, and for whom it is done then stands behind all others. */
  take(): Work | undefined {
    const [first] = this.#works;
    if (first === undefined) return undefined;
    const [whom, works] = first;
    const work = works.shift();
    this.#works.delete(whom);
    if (works.length > 0) this.#works.set(whom, works);
    return work;
  }

  of(whom: string): readonly Work[] {
    return this.#works.get(whom) ?? [];
  }

  /** The latest work of whoever has most, if that is more than so many, which is one at least: something stays. */
  takeLatestOfMost(moreThan: number): Work | undefined {
    const most = [...this.#works.values()].reduce(
      (one, other) => (other.length > one.length ? other : one),
      [],
    );
    return most.length > moreThan ? most.pop() : undefined;
  }
}
