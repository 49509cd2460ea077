import type { DataSource } from 'typeorm';
import { inSnapshot, type Snapshot } from '../operations/snapshot.js';
import { safeInteger } from '../postgres/columns.js';
import { ALL_LEDGER_RULES } from './ledger-rules.js';
import { PAYMENT_RULES } from './payment-rules.js';
import type { AuditRule } from './rule.js';
import { SUBSCRIPTION_RULES } from './subscription-rules.js';

export interface AuditCheck extends Pick<AuditRule, 'code' | 'name'> {
  readonly rows: number;
  readonly broken: number;
  /** The first hundred, ordered by their columns. */
  readonly findings: readonly Readonly<Record<string, unknown>>[];
}

export interface BooksAudit {
  readonly checks: readonly AuditCheck[];
}

const RULES = [...ALL_LEDGER_RULES, ...PAYMENT_RULES, ...SUBSCRIPTION_RULES];

export const VERIFIED_RULES = RULES.length;

interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly onCheck?: (check: AuditCheck) => void;
}

/** Checks every rule in one snapshot. Can run beside a running service. */
export const verifyBooks = (dataSource: DataSource, options: VerifyOptions = {}): Promise<BooksAudit> =>
  inSnapshot(dataSource, (snapshot) => checkRules(snapshot, RULES, options.onCheck), options.signal);

export async function checkRules(
  database: Snapshot,
  rules: readonly AuditRule[],
  onCheck?: (check: AuditCheck) => void,
): Promise<BooksAudit> {
  const checks: AuditCheck[] = [];
  const counts = new Map<string, number>();
  for (const { code, name, table, broken } of rules) {
    const rows = counts.get(table) ?? (await countRows(database, table));
    counts.set(table, rows);
    const check = { code, name, rows, ...(await findBroken(database, broken)) };
    checks.push(check);
    onCheck?.(check);
  }
  return { checks };
}

async function countRows(database: Snapshot, table: string): Promise<number> {
  const [row] = await database.query<{ count: string }[]>(`SELECT count(*) FROM ${table}`);
  return safeInteger(row?.count);
}

async function findBroken(database: Snapshot, broken: string) {
  const [row] = await database.query<{ count: string; findings: Record<string, unknown>[] }[]>(
    `WITH finding AS MATERIALIZED (${broken})
     SELECT (SELECT count(*) FROM finding) AS count,
       coalesce((SELECT json_agg(first) FROM (SELECT * FROM finding ORDER BY finding LIMIT 100) first), '[]') AS findings`,
  );
  return { broken: safeInteger(row?.count), findings: row?.findings ?? [] };
}
