import { SqlMigration } from './sql-migration.js';

// For the conditions on `amount`, see partial-index-hints.ts.
const INSTEAD_OF_OLD = [
  `DROP INDEX transactions_id_idx`,
  `CREATE INDEX transactions_id_idx ON transactions (id) WHERE amount > 0`,
  `DROP INDEX transactions_due_idx`,
  `CREATE INDEX transactions_all_status_idx ON transactions (status, id)
     WHERE status <> 'succeeded' AND amount > -1`,
  `DROP INDEX payment_requests_id_idx`,
  `CREATE INDEX payment_requests_id_idx ON payment_requests (id) WHERE amount > 0`,
  `DROP INDEX subscriptions_id_idx`,
  `CREATE INDEX subscriptions_id_idx ON subscriptions (id) WHERE amount > 0`,
  `DROP INDEX payment_attempts_unended_idx`,
  `CREATE INDEX payment_attempts_unended_idx ON payment_attempts (started_at, payment_request_id)
     WHERE ended_at IS NULL`,
];

const NEW = [
  `CREATE INDEX transactions_all_type_idx ON transactions (type, id) WHERE type <> 'payment' AND amount > -1`,
  `CREATE INDEX payment_requests_all_status_idx ON payment_requests (status, id) WHERE amount > -1`,
  `CREATE INDEX subscriptions_all_status_idx ON subscriptions (status, id) WHERE amount > -1`,
];

const BACK = [
  `DROP INDEX subscriptions_all_status_idx, payment_requests_all_status_idx, transactions_all_type_idx,
     payment_attempts_unended_idx, subscriptions_id_idx, payment_requests_id_idx, transactions_all_status_idx,
     transactions_id_idx`,
  `CREATE INDEX transactions_id_idx ON transactions (id)`,
  `CREATE INDEX transactions_due_idx ON transactions (id) WHERE status = 'pending'`,
  `CREATE INDEX payment_requests_id_idx ON payment_requests (id)`,
  `CREATE INDEX subscriptions_id_idx ON subscriptions (id)`,
  `CREATE INDEX payment_attempts_unended_idx ON payment_attempts (started_at) WHERE ended_at IS NULL`,
];

export class OverAllAccounts0000000000007 extends SqlMigration {
  readonly apply = [...INSTEAD_OF_OLD, ...NEW];
  readonly revert = BACK;
}
