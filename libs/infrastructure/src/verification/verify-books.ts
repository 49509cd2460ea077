import type { DataSource } from 'typeorm';
import { inSnapshot, type Snapshot } from '../operations/snapshot.js';
import { safeInteger } from '../postgres/columns.js';
import { BOOK_RULES } from './book-rules.js';
import { PAYMENT_RULES } from './payment-rules.js';
import type { AuditRule } from './rule.js';
import { SUBSCRIPTION_RULES } from './subscription-rules.js';

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

const RULES = [...BOOK_RULES, ...PAYMENT_RULES, ...SUBSCRIPTION_RULES];

/** How many rules there are, for whoever shows how far the work is. */
export const VERIFIED_RULES = RULES.length;

export interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly onCheck?: (check: AuditCheck) => void;
}

/**
 * Holds every rule against all that is written, and against one and the same moment, so that no two rules can disagree
 * about what was there. It can be run beside a working service, and takes its time on a large database.
 */
export const verifyBooks = (dataSource: DataSource, options: VerifyOptions = {}): Promise<BooksAudit> =>
  inSnapshot(dataSource, (snapshot) => holdAgainst(snapshot, RULES, options.onCheck), options.signal);

/** Each rule is one statement, and so sees one moment by itself. */
export async function holdAgainst(
  database: Snapshot,
  rules: readonly AuditRule[],
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

async function countRows(database: Snapshot, table: string): Promise<number> {
  const [row] = await database.query<{ count: string }[]>(`SELECT count(*) FROM ${table}`);
  return safeInteger(row?.count);
}

const MOST_FINDINGS = 100;

async function findBroken(
  database: Snapshot,
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
