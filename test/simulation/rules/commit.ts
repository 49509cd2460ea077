import type { Change, Row, TableName, Tables } from '../database.js';

/** The changes of one commit, and all rows after it. */
export class Commit {
  constructor(
    readonly changes: readonly Change[],
    readonly tables: Tables,
    readonly report: (finding: string) => void,
  ) {}

  of<Name extends TableName>(table: Name): Extract<Change, { table: Name }>[] {
    return this.changes.filter((change) => change.table === table) as Extract<Change, { table: Name }>[];
  }

  /** Whether this commit contains the event. */
  hasEvent(subjectId: string, type: string): boolean {
    return this.of('events').some(({ after }) => after?.subjectId === subjectId && after.type === type);
  }

  hasAuditEntry(subjectId: string, action: string): boolean {
    return this.of('audit').some(({ after }) => after?.subjectId === subjectId && after.action === action);
  }

  /** Whether an earlier commit closed the account. */
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

/** `updatedAt` never decreases, whatever the clock skew. */
export function requireTimesInOrder(
  commit: Commit,
  key: string,
  before: Timed | undefined,
  after: Timed,
): void {
  const earliest = before?.updatedAt ?? after.createdAt;
  if (earliest !== undefined && after.updatedAt < earliest) {
    commit.report(`updatedAt of ${key} decreased`);
  }
}

/** The named fields are immutable. */
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
