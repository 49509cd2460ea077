export type LockMode = 'shared' | 'exclusive';

export interface Holder {
  readonly name: string;
}

interface Lock {
  readonly holders: Map<Holder, LockMode>;
  readonly waiting: { readonly holder: Holder; readonly mode: LockMode; readonly grant: () => void }[];
}

/** A cycle of waits. All code locks in the same order, so a deadlock is a finding. */
export class Deadlock extends Error {
  override readonly name = 'Deadlock';
}

/** Row locks as in PostgreSQL: held until the end of the SQL transaction, granted in the order of requests. */
export class Locks {
  private readonly locks = new Map<string, Lock>();
  private readonly waitsFor = new Map<Holder, string>();
  /** The locks that each holder has or waits for. */
  private readonly namesByHolder = new Map<Holder, Set<string>>();

  get isEmpty(): boolean {
    return this.locks.size === 0;
  }

  /** Returns undefined if the lock is granted immediately, otherwise a promise. Throws Deadlock for a cycle of waits. */
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
    const cycle = this.findWaitCycle(holder);
    if (cycle !== undefined) throw new Deadlock(`wait cycle: ${cycle.join(', ')}`);
    return new Promise<void>((grant) => lock.waiting.push({ holder, mode, grant }));
  }

  releaseAll(holder: Holder): void {
    this.waitsFor.delete(holder);
    for (const name of this.namesByHolder.get(holder) ?? []) {
      const lock = this.locks.get(name);
      if (lock === undefined) continue;
      const position = lock.waiting.findIndex((waiting) => waiting.holder === holder);
      if (position >= 0) lock.waiting.splice(position, 1);
      lock.holders.delete(holder);
      this.grantNext(lock);
      if (lock.holders.size === 0 && lock.waiting.length === 0) this.locks.delete(name);
    }
    this.namesByHolder.delete(holder);
  }

  private remember(holder: Holder, name: string): void {
    const names = this.namesByHolder.get(holder) ?? new Set();
    this.namesByHolder.set(holder, names.add(name));
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

  /** Searches the wait-for graph from a holder back to itself. */
  private findWaitCycle(start: Holder): string[] | undefined {
    const visited = new Set<Holder>();
    const walk = (holder: Holder, path: readonly string[]): string[] | undefined => {
      const wanted = this.waitsFor.get(holder);
      if (wanted === undefined) return undefined;
      const lock = this.locks.get(wanted);
      const extended = [...path, `${holder.name} for ${wanted}`];
      for (const next of [
        ...(lock?.holders.keys() ?? []),
        ...(lock?.waiting ?? []).map((waiting) => waiting.holder),
      ]) {
        if (next === start && holder !== start) return extended;
        if (next === holder || visited.has(next)) continue;
        visited.add(next);
        const found = walk(next, extended);
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
