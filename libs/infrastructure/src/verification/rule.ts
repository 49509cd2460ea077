import type { Prefix } from '@florin/kernel';

export interface AuditRule {
  readonly code: string;
  readonly name: string;
  /** The row count of this table is reported as the number of rows checked. */
  readonly table: string;
  /** SQL that selects the rows that break the rule. Columns that end in `_id` are uuids. */
  readonly broken: string;
}

export interface AuditCheck extends Pick<AuditRule, 'code' | 'name'> {
  readonly rows: number;
  readonly broken: number;
  /** The first hundred, ordered by their columns. */
  readonly findings: readonly Readonly<Record<string, unknown>>[];
}

export const defineRules = (byCode: Readonly<Record<string, Omit<AuditRule, 'code'>>>): AuditRule[] =>
  Object.entries(byCode).map(([code, rule]) => ({ code, ...rule }));

interface Subject {
  readonly table: 'transactions' | 'payment_requests' | 'subscriptions' | 'refunds';
  readonly kind: Prefix;
  readonly idColumn: string;
}

const nounOf = ({ table }: Subject): string => table.slice(0, -1);

/** `isEnd` is the SQL condition for events that end the subject. Their type ends in its status. */
export function eventMissingRule(code: string, subject: Subject, isEnd: string): AuditRule {
  const { table, kind, idColumn } = subject;
  const noun = nounOf(subject);
  return {
    code,
    name: `a ${noun.replace('_', ' ')} has one event for its creation and one for its end`,
    table,
    broken: `
      SELECT account_id, id AS ${idColumn}, status, coalesce(created, 0) AS created, coalesce(ended, 0) AS ended, recorded
      FROM ${table}
      LEFT JOIN (
        SELECT account_id, subject_id AS id, count(*) FILTER (WHERE type = '${noun}.created') AS created,
          count(*) FILTER (WHERE ${isEnd}) AS ended,
          max(substr(type, ${noun.length + 2})) FILTER (WHERE ${isEnd}) AS recorded
        FROM events WHERE subject_kind = '${kind}' GROUP BY account_id, subject_id) events USING (account_id, id)
      WHERE created IS DISTINCT FROM 1
        OR CASE WHEN status = 'pending' THEN ended <> 0 ELSE ended <> 1 OR recorded <> status END`,
  };
}

export function subjectRules(subject: Subject): AuditRule[] {
  const { table, kind, idColumn } = subject;
  const plural = table.replace('_', ' ');
  return defineRules({
    [`${nounOf(subject)}_missing`]: {
      name: `events refer to existing ${plural}`,
      table: 'events',
      broken: `
        SELECT account_id, subject_id AS ${idColumn}, type AS event FROM events
        WHERE subject_kind = '${kind}' AND NOT EXISTS (SELECT FROM ${table}
          WHERE ${table}.account_id = events.account_id AND ${table}.id = events.subject_id)`,
    },
    [`${nounOf(subject)}_altered`]: {
      name: `${plural} have the reference and metadata of their newest event`,
      table,
      // Older events have no metadata.
      broken: `
        SELECT account_id, id AS ${idColumn}, reference, words ->> 'reference' AS recorded_reference,
          metadata, words -> 'metadata' AS recorded_metadata
        FROM ${table}
        JOIN (
          SELECT DISTINCT ON (account_id, subject_id) account_id, subject_id AS id, data AS words
          FROM events WHERE subject_kind = '${kind}' AND data ? 'metadata'
          ORDER BY account_id, subject_id, events.id DESC) newest USING (account_id, id)
        WHERE reference IS DISTINCT FROM words ->> 'reference' OR metadata::jsonb <> words -> 'metadata'`,
    },
  });
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** SQL for the public id of a uuid, in base 32. One expression, because a subquery would prevent a parallel plan. */
export function publicId(kind: Prefix, column: string): string {
  const bits = `(B'00' || ('x' || replace(${column}::text, '-', ''))::bit(128))`;
  const digits = Array.from(
    { length: 26 },
    (_, place) => `substr('${DIGITS}', substring(${bits} FROM ${5 * place + 1} FOR 5)::integer + 1, 1)`,
  );
  return `'${kind}_' || ${digits.join(' || ')}`;
}
