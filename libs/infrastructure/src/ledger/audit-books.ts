import { safeInteger } from '../postgres/columns.js';
import type { AuditRule } from './audit-rule.js';
import { BOOK_RULES } from './audit-rules.js';

export interface AuditCheck {
  /** Names the damage that breaking the rule is. */
  readonly code: string;
  /** The rule, in words. */
  readonly name: string;
  /** How many rows it was held against. */
  readonly rows: number;
  /** How many things break it. */
  readonly broken: number;
  /** Those that do, the first hundred of them in the order of their columns: the same each time. */
  readonly findings: readonly Readonly<Record<string, unknown>>[];
}

export interface BooksAudit {
  readonly checks: readonly AuditCheck[];
}

/** Whatever answers a statement with its rows. */
export interface Queryable {
  query<Rows>(sql: string): Promise<Rows>;
}

const MOST_FINDINGS = 100;

/**
 * Holds every rule of the books against all that is written. Each rule is one statement and so sees one moment: it
 * can be run beside a working service. It reads everything, which takes its time on a large database.
 */
export async function auditBooks(
  database: Queryable,
  rules: readonly AuditRule[] = BOOK_RULES,
  onCheck?: (check: AuditCheck) => void,
): Promise<BooksAudit> {
  const checks: AuditCheck[] = [];
  const counts = new Map<string, number>();
  for (const rule of rules) {
    const rows = counts.get(rule.table) ?? (await countRows(database, rule.table));
    counts.set(rule.table, rows);
    const check = { code: rule.code, name: rule.name, rows, ...(await findBroken(database, rule)) };
    checks.push(check);
    onCheck?.(check);
  }
  return { checks };
}

async function countRows(database: Queryable, table: string): Promise<number> {
  const [row] = await database.query<{ count: string }[]>(`SELECT count(*) FROM ${table}`);
  return safeInteger(row?.count);
}

async function findBroken(
  database: Queryable,
  { broken }: AuditRule,
): Promise<Pick<AuditCheck, 'broken' | 'findings'>> {
  const [row] = await database.query<{ count: string; findings: Record<string, unknown>[] }[]>(
    `WITH finding AS MATERIALIZED (${broken})
     SELECT (SELECT count(*) FROM finding) AS count,
       coalesce((SELECT json_agg(first) FROM (SELECT * FROM finding ORDER BY finding LIMIT ${MOST_FINDINGS}) first), '[]')
         AS findings`,
  );
  return { broken: safeInteger(row?.count), findings: row?.findings ?? [] };
}
