/** Chance that can be had again: the same seed draws the same lots. */
export interface Chance {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True that often. */
  is(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  // A counter whose bits are stirred until they look like nothing: plenty for shops, nothing for secrets.
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
    is: (probability) => next() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('There is nothing to pick from');
      return item;
    },
  };
}
