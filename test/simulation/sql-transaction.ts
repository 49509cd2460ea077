import type { Database, Row, TableName } from './database.js';
import type { LockMode } from './locks.js';

/** Called before each statement: pauses the task, and throws for a simulated fault. */
export type Statement = () => Promise<void>;

type Writes = Map<TableName, Map<string, unknown>>;

/**
 * One SQL transaction at READ COMMITTED: each statement sees the rows committed before it, and its own writes. A read
 * without a lock followed by a write is a lost update, as on a real server.
 */
export class SqlTransaction {
  private readonly writes: Writes = new Map();
  private isOpen = true;

  constructor(
    readonly name: string,
    private readonly database: Database,
    private readonly statement: Statement,
  ) {}

  async read<Name extends TableName>(table: Name, key: string): Promise<Row[Name] | undefined> {
    await this.begin();
    return this.peek(table, key);
  }

  async select<Name extends TableName>(table: Name, test: (row: Row[Name]) => boolean): Promise<Row[Name][]> {
    await this.begin();
    return this.matching(table, test).map(([, row]) => row);
  }

  async lock<Name extends TableName>(
    table: Name,
    key: string,
    mode: LockMode = 'exclusive',
  ): Promise<Row[Name] | undefined> {
    await this.begin();
    await this.acquire(`${table} ${key}`, mode);
    return this.peek(table, key);
  }

  /** Locks the matching rows in the order of their keys. Skips rows that no longer match once they are locked. */
  async lockWhere<Name extends TableName>(
    table: Name,
    test: (row: Row[Name]) => boolean,
  ): Promise<Row[Name][]> {
    await this.begin();
    const locked: Row[Name][] = [];
    const found = this.matching(table, test).sort(([left], [right]) => (left < right ? -1 : 1));
    for (const [key] of found) {
      await this.acquire(`${table} ${key}`, 'exclusive');
      const row = this.peek(table, key);
      if (row !== undefined && test(row)) locked.push(row);
    }
    return locked;
  }

  /** Waits for other writers of the same unique value. The caller then checks whether it exists. */
  async claim(value: string): Promise<void> {
    await this.acquire(value, 'exclusive');
  }

  async write<Name extends TableName>(table: Name, key: string, row: Row[Name]): Promise<void> {
    await this.begin();
    await this.writeNow(table, key, row);
  }

  /** Part of the current statement, so without another pause. */
  async writeNow<Name extends TableName>(
    table: Name,
    key: string,
    row: Row[Name] | undefined,
  ): Promise<void> {
    await this.acquire(`${table} ${key}`, 'exclusive');
    const rows = this.writes.get(table) ?? new Map<string, unknown>();
    rows.set(key, row);
    this.writes.set(table, rows);
  }

  commit(): void {
    this.requireOpen();
    this.isOpen = false;
    try {
      this.database.commit(this.writes);
    } finally {
      this.database.locks.releaseAll(this);
    }
  }

  rollBack(): void {
    this.isOpen = false;
    this.database.locks.releaseAll(this);
  }

  peek<Name extends TableName>(table: Name, key: string): Row[Name] | undefined {
    const own = this.writes.get(table);
    if (own?.has(key) === true) return own.get(key) as Row[Name] | undefined;
    return this.database.tables[table].get(key);
  }

  private matching<Name extends TableName>(
    table: Name,
    test: (row: Row[Name]) => boolean,
  ): [string, Row[Name]][] {
    const own = this.writes.get(table) as Map<string, Row[Name] | undefined> | undefined;
    const found: [string, Row[Name]][] = [];
    for (const [key, row] of this.database.tables[table]) {
      if (own?.has(key) !== true && test(row)) found.push([key, row]);
    }
    for (const [key, row] of own ?? []) if (row !== undefined && test(row)) found.push([key, row]);
    return found;
  }

  /** A granted waiter continues at its next turn, not inside the task that released the lock. */
  private async acquire(name: string, mode: LockMode): Promise<void> {
    const waiting = this.database.locks.acquire(this, name, mode);
    if (waiting === undefined) return;
    await waiting;
    await this.begin();
  }

  private begin(): Promise<void> {
    this.requireOpen();
    return this.statement();
  }

  private requireOpen(): void {
    if (!this.isOpen) throw new Error('A store was used after its SQL transaction had ended.');
  }
}
