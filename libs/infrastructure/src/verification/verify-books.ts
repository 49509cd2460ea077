import type { DataSource } from 'typeorm';
import { inSnapshot, type Snapshot } from '../operations/snapshot.js';
import { safeInteger } from '../postgres/columns.js';
import { checkEventLogs, EVENT_LOG_RULES, type EventLogAudit } from './event-log-checks.js';
import { ALL_LEDGER_RULES } from './ledger-rules.js';
import { PAYMENT_RULES } from './payment-rules.js';
import { REFUND_RULES } from './refund-rules.js';
import { REPORT_RULES } from './report-rules.js';
import type { AuditCheck, AuditRule } from './rule.js';
import { SUBSCRIPTION_RULES } from './subscription-rules.js';

export interface BooksAudit {
  readonly checks: readonly AuditCheck[];
}

/** With the numbers of events that are not chained yet and that were erased. */
export interface VerifiedBooks extends EventLogAudit {
  /** Entries of earlier releases, which `florin backfill` numbers. */
  readonly notNumbered: number;
}

const RULES = [
  ...ALL_LEDGER_RULES,
  ...PAYMENT_RULES,
  ...REFUND_RULES,
  ...SUBSCRIPTION_RULES,
  ...REPORT_RULES,
];

export const VERIFIED_RULES = RULES.length + EVENT_LOG_RULES;

interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly onCheck?: (check: AuditCheck) => void;
}

/** Checks every rule in one snapshot. Can run beside a running service. */
export const verifyBooks = (
  dataSource: DataSource,
  { onCheck, signal }: VerifyOptions = {},
): Promise<VerifiedBooks> =>
  inSnapshot(
    dataSource,
    async (snapshot) => {
      const { checks } = await checkRules(snapshot, RULES, onCheck);
      const log = await checkEventLogs(snapshot);
      for (const check of log.checks) onCheck?.(check);
      return { ...log, notNumbered: await countUnnumbered(snapshot), checks: [...checks, ...log.checks] };
    },
    signal,
  );

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

async function countUnnumbered(snapshot: Snapshot): Promise<number> {
  const [row] = await snapshot.query<{ count: string }[]>(
    `SELECT count(*) FROM entries WHERE line = 'account' AND position IS NULL`,
  );
  return safeInteger(row?.count);
}

async function countRows(database: Snapshot, table: string): Promise<number> {
  const [row] = await database.query<{ count: string }[]>(`SELECT count(*) FROM ${table}`);
  return safeInteger(row?.count);
}

async function findBroken(database: Snapshot, broken: string) {
  // Not ordered by the row itself, which Citus cannot send between nodes.
  const [row] = await database.query<{ count: string; findings: Record<string, unknown>[] }[]>(
    `WITH finding AS MATERIALIZED (${broken})
     SELECT (SELECT count(*) FROM finding) AS count,
       coalesce((SELECT json_agg(first) FROM (
         SELECT * FROM finding ORDER BY row_to_json(finding)::text LIMIT 100) first), '[]') AS findings`,
  );
  return { broken: safeInteger(row?.count), findings: row?.findings ?? [] };
}
