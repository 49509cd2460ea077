import { jest } from '@jest/globals';
import pg from 'pg';

/** A statement as the service sent it. */
export interface SentStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** SQL transaction control, catalog queries, and what the rate limiter deletes by its own timer every five minutes. */
const HOUSEKEEPING =
  /^DELETE FROM "rate_limits"|^\s*(BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|SHOW|DISCARD|FETCH|CLOSE)\b|^\s*SELECT (pg_|version|current_|1\s*;?$)|pg_catalog|information_schema/i;

/** Enum values such as a status or a type of events: the plan may differ for each value. */
const CLOSED_SET = /^[a-z_]{1,20}(\.[a-z_]{1,20})?$/;

/** Records the statements of all clients of this process, one for each text and set of enum values. */
export function recordStatements(): ReadonlyMap<string, SentStatement> {
  const sent = new Map<string, SentStatement>();
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')?.value as Query;
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...request: unknown[]
  ) {
    const statement = statementIn(request);
    if (statement !== undefined && !HOUSEKEEPING.test(statement.text)) {
      const choices = statement.values.filter((value) => typeof value === 'string' && CLOSED_SET.test(value));
      sent.set([statement.text, ...choices].join(' '), statement);
    }
    return original.apply(this, request);
  });
  return sent;
}

type Query = (this: pg.Client, ...request: unknown[]) => never;

function statementIn([first, second]: readonly unknown[]): SentStatement | undefined {
  const values = Array.isArray(second) ? (second as unknown[]) : [];
  if (typeof first === 'string') return { name: undefined, text: first, values };
  const { name, text, values: own } = (first ?? {}) as Partial<SentStatement>;
  return text === undefined ? undefined : { name, text, values: own ?? values };
}
