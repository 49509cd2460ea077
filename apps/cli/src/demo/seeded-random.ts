/** The same seed produces the same sequence. */
export interface SeededRandom {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number;
  /** An integer, both ends included. */
  between(least: number, most: number): number;
  boolean(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  // A counter with the finalizer of MurmurHash3; not for secrets.
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    boolean: (probability) => next() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('Cannot pick from an empty list');
      return item;
    },
  };
}
