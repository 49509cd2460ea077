import type { AuditRule } from '../ledger/audit-rules.js';

/** What payment requests and subscriptions promise about money that went through them. */
export const PAYMENT_RULES: readonly AuditRule[] = [
  {
    code: 'payment_uncredited',
    name: 'a paid request became a settled credit of its amount',
    table: 'payment_requests',
    broken: `
      SELECT request.account_id, request.id AS payment_id, request.amount, request.transaction_id,
        credit.type, credit.status, credit.amount AS credited
      FROM payment_requests request
      LEFT JOIN transactions credit
        ON credit.account_id = request.account_id AND credit.id = request.transaction_id
      WHERE request.status = 'succeeded' AND (credit.type = 'credit' AND credit.status = 'succeeded'
        AND credit.amount = request.amount AND credit.currency = request.currency) IS NOT TRUE`,
  },
  {
    code: 'payment_uncharged',
    name: 'a request is paid exactly when a card was charged for it',
    table: 'payment_requests',
    broken: `
      SELECT request.account_id, request.id AS payment_id, request.status, count(attempt.number) AS charges
      FROM payment_requests request
      LEFT JOIN payment_attempts attempt ON attempt.account_id = request.account_id
        AND attempt.payment_request_id = request.id AND attempt.status = 'approved'
      GROUP BY request.account_id, request.id
      HAVING count(attempt.number) <> CASE request.status WHEN 'succeeded' THEN 1 ELSE 0 END`,
  },
  {
    code: 'bill_missing',
    name: 'a request that a subscription issued has its place among its bills',
    table: 'payment_requests',
    broken: `
      SELECT request.account_id, request.id AS payment_id, request.subscription_id
      FROM payment_requests request
      LEFT JOIN subscription_bills bill ON bill.account_id = request.account_id AND bill.payment_id = request.id
      WHERE request.subscription_id IS DISTINCT FROM bill.subscription_id`,
  },
];
