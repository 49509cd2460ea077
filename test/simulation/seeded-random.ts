/** Deterministic pseudo-random numbers (mulberry32). */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    // Mixed, so that consecutive seeds do not start with similar numbers.
    this.state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
    for (let round = 0; round < 4; round++) this.next();
  }

  /** From 0 inclusive to 1 exclusive. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 inclusive to the bound exclusive. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  between(min: number, max: number): number {
    return min + this.below(max - min + 1);
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('The list is empty.');
    return item;
  }

  weighted<Name extends string>(weights: readonly (readonly [Name, number])[]): Name {
    let left = this.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of weights) {
      left -= weight;
      if (left < 0) return name;
    }
    throw new Error('The list is empty.');
  }
}
