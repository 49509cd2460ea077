/**
 * Remembers by name what was used lately, as much as there is room for. Kept in two halves: when the newer is full, it
 * becomes the older and takes its place, so that what nobody used meanwhile is forgotten, without a list of who was
 * used when.
 */
export class RecentlyUsed<Value> {
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();
  #size = 0;

  /** Room for so many, or for as much as they are big. */
  constructor(
    private readonly room: number,
    private readonly sizeOf: (value: Value, name: string) => number = () => 1,
  ) {}

  get(name: string): Value | undefined {
    return this.#newer.get(name) ?? this.#revive(name);
  }

  set(name: string, value: Value): void {
    const before = this.#newer.get(name);
    this.#size += this.sizeOf(value, name) - (before === undefined ? 0 : this.sizeOf(before, name));
    if (this.#size > this.room / 2) {
      [this.#newer, this.#older] = [new Map<string, Value>(), this.#newer];
      this.#size = this.sizeOf(value, name);
    }
    this.#newer.set(name, value);
  }

  delete(name: string): void {
    const before = this.#newer.get(name);
    if (before !== undefined) this.#size -= this.sizeOf(before, name);
    this.#newer.delete(name);
    this.#older.delete(name);
  }

  #revive(name: string): Value | undefined {
    const found = this.#older.get(name);
    if (found !== undefined) this.set(name, found);
    return found;
  }
}
