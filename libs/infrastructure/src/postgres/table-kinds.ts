/**
 * Where a table lives on Citus:
 * - `distributed`: on the nodes, by `account_id`, with all rows of an account on one node.
 * - `reference`: a copy on every node, for what every writer reads or foreign keys refer to.
 * - `coordinator`: on the coordinator, but in Citus's metadata, so that a SQL transaction that also writes to a shard is atomic.
 * - `local`: on the coordinator, unknown to Citus; never written together with a shard.
 */
export type TableKind = 'distributed' | 'reference' | 'coordinator' | 'local';

export const DISTRIBUTION_COLUMN = 'account_id';

/** All others are colocated with it. */
export const FIRST_DISTRIBUTED = 'books';

/** Every table of the schema. Global unique keys, such as that of emails, keep a table on the coordinator. */
export const TABLE_KINDS: Readonly<Record<string, TableKind>> = {
  accounts: 'reference',
  webhook_endpoints: 'reference',
  [FIRST_DISTRIBUTED]: 'distributed',
  transactions: 'distributed',
  entries: 'distributed',
  activity_deltas: 'distributed',
  events: 'distributed',
  webhook_deliveries: 'distributed',
  idempotency_keys: 'distributed',
  payment_requests: 'distributed',
  payment_attempts: 'distributed',
  refunds: 'distributed',
  subscriptions: 'distributed',
  subscription_bills: 'distributed',
  mails: 'distributed',
  account_logos: 'distributed',
  reconciliations: 'distributed',
  reconciliation_lines: 'distributed',
  users: 'coordinator',
  sessions: 'coordinator',
  password_resets: 'coordinator',
  api_keys: 'coordinator',
  audit_entries: 'coordinator',
  activity_days: 'coordinator',
  sandbox_charges: 'local',
  sandbox_refunds: 'local',
  rate_limits: 'local',
  secret_in_use: 'local',
  idempotency_key_move: 'local',
  job_runs: 'local',
  verify_runs: 'local',
  migrations: 'local',
};

/** References first, because the foreign keys of the others refer to them. */
export const PLACING_ORDER: readonly TableKind[] = ['reference', 'distributed', 'coordinator'];
