import type { Change, Row, TableName, Tables } from '../database.js';

/** One commit as a rule sees it: what it changed, and everything as it is after it. */
export class Commit {
  constructor(
    readonly changes: readonly Change[],
    readonly tables: Tables,
    readonly report: (finding: string) => void,
  ) {}

  of<Name extends TableName>(table: Name): Extract<Change, { table: Name }>[] {
    return this.changes.filter((change) => change.table === table) as Extract<Change, { table: Name }>[];
  }

  /** Whether an event of that type about that thing is written in this very commit. */
  hasEvent(subjectId: string, type: string): boolean {
    return this.of('events').some(({ after }) => after?.subjectId === subjectId && after.type === type);
  }

  hasAuditEntry(subjectId: string, action: string): boolean {
    return this.of('audit').some(({ after }) => after?.subjectId === subjectId && after.action === action);
  }

  /** Whether the account was closed by an earlier commit, and not only by this one. */
  wasClosed(accountId: string): boolean {
    const closing = this.of('accounts').some(
      ({ key, before }) => key === accountId && before?.status !== 'closed',
    );
    return !closing && this.tables.accounts.get(accountId)?.status === 'closed';
  }

  require(holds: boolean, finding: string): void {
    if (!holds) this.report(finding);
  }
}

type Timed = { readonly updatedAt: Date; readonly createdAt?: Date };

/** A thing's times never run backwards, whatever the clocks of the processes say. */
export function requireTimesInOrder(
  commit: Commit,
  key: string,
  before: Timed | undefined,
  after: Timed,
): void {
  const earliest = before?.updatedAt ?? after.createdAt;
  if (earliest !== undefined && after.updatedAt < earliest) {
    commit.report(`${key} was changed before it was changed the last time`);
  }
}

/** The fields named are what they were when the thing was made. */
export function requireSame<Entity extends Row[TableName]>(
  commit: Commit,
  key: string,
  before: Entity,
  after: Entity,
  fields: readonly (keyof Entity)[],
): void {
  for (const field of fields) {
    const [old, now] = [before[field], after[field]];
    if (old !== now && JSON.stringify(old) !== JSON.stringify(now))
      commit.report(`${String(field)} of ${key} was changed`);
  }
}
