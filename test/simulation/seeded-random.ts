/** Chance that can be repeated: everything that is drawn in a history follows from its seed. */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    // Neighbouring seeds must not begin alike, so the seed is stirred before it is used.
    this.state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
    for (let round = 0; round < 4; round++) this.next();
  }

  /** From 0 up to, but never, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, but never, the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  /** By weight: a name with twice the weight comes twice as often. */
  weighted<Name extends string>(weights: readonly (readonly [Name, number])[]): Name {
    let left = this.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of weights) {
      left -= weight;
      if (left < 0) return name;
    }
    throw new Error('There is nothing to pick from.');
  }
}
