import type { Prefix } from '@florin/kernel';

/** One thing that is true of sound books. */
export interface AuditRule {
  /** Names the damage, for machines and for looking it up. */
  readonly code: string;
  /** The rule, in words. */
  readonly name: string;
  /** What it is held against, row by row. */
  readonly table: string;
  /** Selects whatever breaks the rule. Its columns tell what was found; those that end in `_id` hold ids. */
  readonly broken: string;
}

/** What was told of a kind of thing, and what is there of it, are the same. */
export function asTold(thing: string, kind: Prefix, idColumn: string): readonly AuditRule[] {
  const table = `${thing}s`;
  const words = table.replace('_', ' ');
  return [
    {
      // What is told stays: whoever takes a thing away leaves the events that tell of it.
      code: `${thing}_missing`,
      name: `events tell of ${words} that are there`,
      table: 'events',
      broken: `
        SELECT account_id, subject_id AS ${idColumn}, type AS event FROM events
        WHERE subject_kind = '${kind}' AND NOT EXISTS (SELECT FROM ${table}
          WHERE ${table}.account_id = events.account_id AND ${table}.id = events.subject_id)`,
    },
    {
      // What somebody says about it is told when it is created, and again whenever it is changed. Events that are older
      // than this rule tell less.
      code: `${thing}_altered`,
      name: `${words} have the reference and the metadata that were told of them last`,
      table,
      broken: `
        SELECT account_id, id AS ${idColumn}, reference, words ->> 'reference' AS told_reference,
          metadata, words -> 'metadata' AS told_metadata
        FROM ${table}
        JOIN (
          SELECT DISTINCT ON (account_id, subject_id) account_id, subject_id AS id, data AS words
          FROM events WHERE subject_kind = '${kind}' AND data ? 'metadata'
          ORDER BY account_id, subject_id, events.id DESC) newest USING (account_id, id)
        WHERE reference IS DISTINCT FROM words ->> 'reference' OR metadata::jsonb <> words -> 'metadata'`,
    },
  ];
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * The id as events tell it, of a column that holds a uuid: five bits for each digit, and two before the first. All in one
 * expression, because with a query of its own in it a statement is not worked on side by side.
 */
export function spelledId(kind: Prefix, column: string): string {
  const bits = `(B'00' || ('x' || replace(${column}::text, '-', ''))::bit(128))`;
  const digits = Array.from(
    { length: 26 },
    (_, place) => `substr('${DIGITS}', substring(${bits} FROM ${5 * place + 1} FOR 5)::integer + 1, 1)`,
  );
  return `'${kind}_' || ${digits.join(' || ')}`;
}
