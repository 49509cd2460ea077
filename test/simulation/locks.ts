export type LockMode = 'shared' | 'exclusive';

/** Whoever can hold a lock. */
export interface Holder {
  readonly name: string;
}

interface Lock {
  readonly holders: Map<Holder, LockMode>;
  readonly waiting: { readonly holder: Holder; readonly mode: LockMode; readonly grant: () => void }[];
}

/** Two who wait for each other. Everybody locks in one order, so this must never come to pass. */
export class Deadlock extends Error {
  override readonly name = 'Deadlock';
}

/** Row locks as PostgreSQL has them: held until the SQL transaction ends, and waited for in the order of arrival. */
export class Locks {
  private readonly locks = new Map<string, Lock>();
  private readonly waitsFor = new Map<Holder, string>();
  /** All that somebody holds or waits for. */
  private readonly known = new Map<Holder, Set<string>>();

  get isEmpty(): boolean {
    return this.locks.size === 0;
  }

  /** Undefined when the lock is had at once, else when it will be. A wait that would never end is refused. */
  acquire(holder: Holder, name: string, mode: LockMode): Promise<void> | undefined {
    const lock: Lock = this.locks.get(name) ?? { holders: new Map(), waiting: [] };
    this.locks.set(name, lock);
    const held = lock.holders.get(holder);
    if (held === 'exclusive' || held === mode) return undefined;
    this.remember(holder, name);
    if (lock.waiting.length === 0 && isFree(lock, holder, mode)) {
      lock.holders.set(holder, mode);
      return undefined;
    }
    this.waitsFor.set(holder, name);
    const circle = this.findWaitCycle(holder);
    if (circle !== undefined) throw new Deadlock(`They wait for each other: ${circle.join(', ')}.`);
    return new Promise<void>((grant) => lock.waiting.push({ holder, mode, grant }));
  }

  releaseAll(holder: Holder): void {
    this.waitsFor.delete(holder);
    for (const name of this.known.get(holder) ?? []) {
      const lock = this.locks.get(name);
      if (lock === undefined) continue;
      const position = lock.waiting.findIndex((waiting) => waiting.holder === holder);
      if (position >= 0) lock.waiting.splice(position, 1);
      lock.holders.delete(holder);
      this.grantNext(lock);
      if (lock.holders.size === 0 && lock.waiting.length === 0) this.locks.delete(name);
    }
    this.known.delete(holder);
  }

  private remember(holder: Holder, name: string): void {
    const names = this.known.get(holder) ?? new Set();
    this.known.set(holder, names.add(name));
  }

  private grantNext(lock: Lock): void {
    for (let next = lock.waiting[0]; next !== undefined; next = lock.waiting[0]) {
      if (!isFree(lock, next.holder, next.mode)) return;
      lock.waiting.shift();
      lock.holders.set(next.holder, next.mode);
      this.waitsFor.delete(next.holder);
      next.grant();
    }
  }

  /** The names on the way from somebody back to themselves, over whom each waits for. */
  private findWaitCycle(start: Holder): string[] | undefined {
    const seen = new Set<Holder>();
    const walk = (holder: Holder, path: readonly string[]): string[] | undefined => {
      const wanted = this.waitsFor.get(holder);
      if (wanted === undefined) return undefined;
      const lock = this.locks.get(wanted);
      const way = [...path, `${holder.name} for ${wanted}`];
      for (const next of [
        ...(lock?.holders.keys() ?? []),
        ...(lock?.waiting ?? []).map((one) => one.holder),
      ]) {
        if (next === start && holder !== start) return way;
        if (next === holder || seen.has(next)) continue;
        seen.add(next);
        const found = walk(next, way);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return walk(start, []);
  }
}

function isFree({ holders }: Lock, holder: Holder, mode: LockMode): boolean {
  for (const [other, held] of holders) {
    if (other !== holder && (mode === 'exclusive' || held === 'exclusive')) return false;
  }
  return true;
}
