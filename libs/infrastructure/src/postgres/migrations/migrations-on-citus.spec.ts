import { describe, expect, it } from '@jest/globals';
import { TABLE_KINDS } from '../table-kinds.js';
import { MIGRATIONS } from './index.js';
import { placeOnCitus } from './sql-migration.js';
import { RunningTotals0000000000026 } from './0026-running-totals.js';
import { KeyOfEvents0000000000008 } from './0008-key-of-events.js';
import { AuditTrail0000000000006 } from './0006-audit-trail.js';
import { PasswordResets0000000000025 } from './0025-password-resets.js';

/** The last migration that runs before `florin distribute` on every database. */
const LAST_BEFORE = 29;

type Statements = Readonly<Record<'apply' | 'revert', readonly string[]>>;

const withoutParentheses = (sql: string): string => {
  const shorter = sql.replaceAll(/\([^()]*\)/g, '');
  return shorter === sql ? sql : withoutParentheses(shorter);
};

/** Of one statement. See CONTRIBUTING.md for the reasons. */
function problemsOf(sql: string): string[] {
  const plain = withoutParentheses(sql.replaceAll(/'[^']*'/g, "''"));
  const problems: [boolean, string][] = [
    [/^\s*ALTER TABLE\b/i.test(sql) && plain.includes(','), 'one subcommand for each ALTER TABLE'],
    [/^\s*DROP (TABLE|INDEX)\b/i.test(sql) && plain.includes(','), 'one name for each DROP'],
    [/\bREFERENCING\b/i.test(sql), 'no transition tables'],
    [
      /\bTRUNCATE\b/i.test(plain) && /\b(UPDATE|DELETE|INSERT)\b/i.test(plain),
      'TRUNCATE in a trigger of its own',
    ],
    [
      /^\s*CREATE TABLE\b/i.test(sql) && /\bREFERENCES\b/i.test(sql),
      'foreign keys after the table was placed',
    ],
  ];
  return problems.filter(([isBroken]) => isBroken).map(([, problem]) => problem);
}

/** A new table must be placed by the statement after it. */
function unplacedTables(statements: readonly string[]): string[] {
  return statements.flatMap((sql, index) => {
    const table = /^\s*CREATE TABLE (\w+)/i.exec(sql)?.[1];
    const kind = table === undefined ? undefined : TABLE_KINDS[table];
    if (table === undefined || kind === 'local') return [];
    return kind !== undefined && statements[index + 1] === placeOnCitus(table, kind) ? [] : [table];
  });
}

const statementsOf = (Migration: (typeof MIGRATIONS)[number]): Statements => new Migration() as never;

const newMigrations = MIGRATIONS.filter((Migration) => {
  const { name } = new Migration();
  return Number((name ?? Migration.name).slice(-13)) > LAST_BEFORE;
});

describe('a migration that may run on the distributed form', () => {
  it.each([
    [RunningTotals0000000000026, 'one subcommand for each ALTER TABLE'],
    [RunningTotals0000000000026, 'one name for each DROP'],
    [KeyOfEvents0000000000008, 'no transition tables'],
    [AuditTrail0000000000006, 'TRUNCATE in a trigger of its own'],
    [PasswordResets0000000000025, 'foreign keys after the table was placed'],
  ])('would not be like %p: %s', (Migration, problem) => {
    const { apply, revert } = statementsOf(Migration);
    expect([...apply, ...revert].flatMap(problemsOf)).toContain(problem);
  });

  it('places its tables', () => {
    const table = 'CREATE TABLE mails (account_id uuid)';
    expect(unplacedTables([table, 'CREATE INDEX mails_idx ON mails (id)'])).toEqual(['mails']);
    expect(unplacedTables([table, placeOnCitus('mails', 'distributed')])).toEqual([]);
    expect(unplacedTables(['CREATE TABLE job_runs (name text)'])).toEqual([]);
  });

  it('follows the rules', () => {
    const broken = newMigrations.flatMap((Migration) => {
      const { apply, revert } = statementsOf(Migration);
      return [...[...apply, ...revert].flatMap(problemsOf), ...unplacedTables(apply)].map(
        (problem) => `${Migration.name}: ${problem}`,
      );
    });
    expect(broken).toEqual([]);
  });
});
