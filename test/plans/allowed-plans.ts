/** Statements that may read more rows than they return, and why this is acceptable. Remove those that are no longer sent. */
export const ALLOWED_PLANS: readonly { readonly statement: RegExp; readonly reason: string }[] = [
  {
    statement: /FROM "(users|accounts)" "\w+"( WHERE .*)?( LIMIT \d+ OFFSET \d+)?$/,
    reason: 'lists with page numbers return the total, which requires a count',
  },
  {
    statement: /^DECLARE posted_lines/,
    reason: 'the entries of the period of a file are sorted once; all of them are compared with the file',
  },
  {
    statement: /json_agg\(json_build_object\('transactionId'.* LIMIT \$6\) AS line/,
    reason: 'the lines of one batch of a statement are put in order again after the join',
  },
  {
    statement: /FROM transactions WHERE amount > 0 AND (status|type) = \$1( AND type = \$2)? ORDER/,
    reason:
      'most transactions have succeeded and most are payments, so that a scan of the newest soon finds enough',
  },
  {
    statement: /FROM transactions WHERE amount > 0 AND .*(\(amount \+ 0\) >=|amount <=) \$\d/,
    reason: 'an index of amounts would cost every create; the newest transactions are scanned instead',
  },
  {
    statement: /FROM events WHERE occurred_at > '-infinity' AND type = \$1( AND id [<>] \$2)? ORDER/,
    reason:
      'an index of types without the account would cost every event; the few of a rare type are sorted, and of a common one the newest are scanned',
  },
  {
    statement: /FROM events WHERE occurred_at > '-infinity' AND type = \$1 AND subject_id = \$2/,
    reason: 'a subject has few events, which are sorted',
  },
  {
    statement: /FROM transactions WHERE account_id = .*amount <= \$\d AND (id >= \$\d AND id < |id > )\$\d/,
    reason: 'a range of amounts and of dates leaves few rows, which the planner may sort',
  },
  {
    statement: /FROM (transactions|payment_requests) WHERE .*(reference|customer_email) = \$\d/,
    reason:
      'few rows have a rare value, and the planner may sort them; of a common one the newest are scanned',
  },
  {
    statement:
      /FROM (transactions|payment_requests|subscriptions) WHERE .*status = \$\d AND (type|reference) = \$\d/,
    reason:
      'two selective filters leave few rows, which the planner may sort; it does not when there are many',
  },
  {
    statement:
      /FROM (transactions|payment_requests|subscriptions) WHERE .*(account_id = .*(status|type)|reference) = \$\d .*id > \$\d ORDER/,
    reason: 'few rows are newer than a cursor near the top, and the planner may sort them',
  },
  {
    statement: /FROM transactions WHERE transfer_id IS NOT NULL AND account_id = .*transfer_id > \$\d ORDER/,
    reason: 'few transfers are newer than a cursor near the top, and the planner may sort them',
  },
  {
    statement:
      /FROM payment_requests WHERE .* = ANY \(ARRAY\( ?SELECT bill\.payment_id FROM subscription_bills/,
    reason: 'a subscription has one or a few requests for each period, which are sorted',
  },
  {
    statement: /FROM transactions WHERE account_id = .*refund_of = \$\d/,
    reason: 'a payment has few refunds, which are sorted',
  },
  {
    statement: /^SELECT refund_of, sum\(amount\) AS refunded FROM transactions .* GROUP BY refund_of$/,
    reason: 'a payment has few refunds, which are summed',
  },
  {
    statement: /FROM "sessions" "session" INNER JOIN "users".* FOR NO KEY UPDATE OF session$/,
    reason: 'closing an account ends all sessions of its users, in the common lock order',
  },
  {
    statement: /FROM activity_days UNION ALL SELECT .* FROM activity_deltas/,
    reason: 'one row for each currency and day, and what was posted since the worker last added it up',
  },
  {
    statement: /^WITH taken AS \( DELETE FROM activity_deltas/,
    reason: 'any rows of the table, up to the limit',
  },
  {
    statement: /^WITH added AS \( INSERT INTO events .* WHERE EXISTS \(SELECT FROM webhook_endpoints\)$/,
    reason: 'only the first endpoint is read, to see whether there is one',
  },
  {
    statement: /^WITH RECURSIVE waiting AS .* UPDATE webhook_deliveries SET claimed_until/,
    reason: 'at most ten due deliveries of each endpoint are sorted',
  },
  {
    statement: /^WITH matching AS \( SELECT account_id, id, type FROM events WHERE account_id = \$9/,
    reason: 'a short period of an account has few events, which the planner may sort',
  },
  {
    statement: /^SELECT coalesce\(sum\(waiting\.count\), 0\)::int AS pending, .* FROM webhook_deliveries/,
    reason: 'a metric that counts all pending deliveries',
  },
  {
    statement: /(INTO|FROM) "?(job_runs|verify_runs|migrations)\b/,
    reason:
      'tables that do not grow: a row for each job or migration, and the last hundred runs of a command',
  },
  {
    statement:
      /FROM "(payment_requests|subscriptions)".* ORDER BY "\w+_id" ASC LIMIT 2000 FOR NO KEY UPDATE$/,
    reason: 'fewer rows than one batch of closing an account, which the planner may sort',
  },
];
