/** Statements that may read more than they answer, and why that is bounded or wanted. One that no longer occurs has to go. */
export const ALLOWED_PLANS: readonly { readonly statement: RegExp; readonly reason: string }[] = [
  {
    statement: /FROM "(users|accounts)" "\w+"( WHERE .*)?( LIMIT \d+ OFFSET \d+)?$/,
    reason: 'lists with page numbers answer how many there are in all, and somebody has to count them',
  },
  {
    statement: /FROM transactions WHERE amount > 0 AND (status|type) = \$1( AND type = \$2)? ORDER/,
    reason:
      'most transactions have succeeded and most are payments, so that the newest are soon found among all',
  },
  {
    statement:
      /FROM (transactions|payment_requests|subscriptions) WHERE .*status = \$\d AND (type|reference) = \$\d/,
    reason:
      'of the few that two rare filters leave, the planner may take all and sort them, and no longer does when they are many',
  },
  {
    statement:
      /FROM (transactions|payment_requests|subscriptions) WHERE .*(account_id = .*(status|type)|reference) = \$\d .*id > \$\d ORDER/,
    reason: 'of the few that are newer than a cursor near the top, the planner may take all and sort them',
  },
  {
    statement:
      /FROM payment_requests WHERE .* = ANY \(ARRAY\( ?SELECT bill\.payment_id FROM subscription_bills/,
    reason:
      'a subscription has one request for each period, or a few for a long one; all are found and sorted',
  },
  {
    statement: /FROM transactions WHERE account_id = .*refund_of = \$\d/,
    reason: 'the refunds of a payment are few; all are found and sorted',
  },
  {
    statement: /^SELECT refund_of, sum\(amount\) AS refunded FROM transactions .* GROUP BY refund_of$/,
    reason: 'the refunds of a payment are few, and all of them are added up',
  },
  {
    statement: /FROM "sessions" "session" INNER JOIN "users".* FOR NO KEY UPDATE OF session$/,
    reason: 'closing an account ends all sessions of its users, in the order in which everybody locks them',
  },
  {
    statement:
      /FROM "(payment_requests|subscriptions)".* ORDER BY "\w+_id" ASC LIMIT 2000 FOR NO KEY UPDATE$/,
    reason: 'of less than closing an account ends at once there, the planner may take all and sort it',
  },
];
