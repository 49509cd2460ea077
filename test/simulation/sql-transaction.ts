import type { Database, Row, TableName } from './database.js';
import type { LockMode } from './locks.js';

/** What a SQL transaction asks of whoever runs it: a stop before each statement, at which anything may happen. */
export type Statement = () => Promise<void>;

type Writes = Map<TableName, Map<string, unknown>>;

/**
 * One SQL transaction at READ COMMITTED: each statement sees what was committed before it, and its own writes. Whoever
 * reads without a lock and then writes overwrites what came in between, exactly as it would on a real server.
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

  /** All rows that match, locked in the order of their keys; one that no longer matches when its lock comes is left out. */
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

  /** Waits for whoever is writing under the same unique value; the caller then looks whether it is taken. */
  async claim(value: string): Promise<void> {
    await this.acquire(value, 'exclusive');
  }

  async write<Name extends TableName>(table: Name, key: string, row: Row[Name]): Promise<void> {
    await this.begin();
    await this.writeNow(table, key, row);
  }

  /** As a part of a statement that has begun already. */
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

  /** Whoever was let in goes on when its turn comes, not in the middle of the one who let it in. */
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
