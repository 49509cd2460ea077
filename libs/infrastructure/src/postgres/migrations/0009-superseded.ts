import { SqlMigration } from './sql-migration.js';

/** One statement, so that the table always has the constraint. */
const reasons = (...words: readonly string[]): string => `
  ALTER TABLE payment_requests
    DROP CONSTRAINT payment_requests_reason_check,
    ADD CONSTRAINT payment_requests_reason_check CHECK (
      (status = 'canceled') = (cancel_reason IS NOT NULL)
      AND cancel_reason IN (${words.map((word) => `'${word}'`).join(', ')})
    )`;

const BEFORE = ['requested', 'expired', 'account_closed'];

/** Requests that were superseded before this migration stay `requested`, as in their events. */
export class Superseded0000000000009 extends SqlMigration {
  readonly apply = [reasons(...BEFORE, 'superseded')];
  readonly revert = [
    `UPDATE payment_requests SET cancel_reason = 'requested' WHERE cancel_reason = 'superseded'`,
    reasons(...BEFORE),
  ];
}
