import { type AuditRule, defineRules, subjectRules } from './rule.js';

export const SUBSCRIPTION_RULES: readonly AuditRule[] = [
  ...defineRules({
    bill_missing: {
      name: 'a request of a subscription is among its bills',
      table: 'payment_requests',
      broken: `
      SELECT request.account_id, request.id AS payment_id, request.subscription_id
      FROM payment_requests request
      LEFT JOIN subscription_bills bill ON bill.account_id = request.account_id AND bill.payment_id = request.id
      WHERE request.subscription_id IS DISTINCT FROM bill.subscription_id`,
    },
    latest_request_wrong: {
      name: 'the latest request of a subscription is the bill of its current period and window',
      table: 'subscriptions',
      broken: `
      SELECT account_id, id AS subscription_id, status, period_number AS period, window_number AS "window",
        latest_payment_id AS payment_id
      FROM subscriptions
      WHERE NOT EXISTS (SELECT FROM subscription_bills bill
        WHERE bill.account_id = subscriptions.account_id AND bill.subscription_id = subscriptions.id
          AND bill.period_number = subscriptions.period_number AND bill.window_number = subscriptions.window_number
          AND bill.payment_id = subscriptions.latest_payment_id)`,
    },
    paid_period_wrong: {
      name: 'the period of a subscription is paid exactly when a bill of it is paid',
      table: 'subscriptions',
      // A payment that arrives after the cancellation does not change the subscription.
      broken: `
      SELECT account_id, id AS subscription_id, status, period_number AS period, paid_at, payment_id
      FROM subscriptions
      LEFT JOIN (
        SELECT bill.account_id, bill.subscription_id AS id, bill.period_number, min(request.id::text) AS payment_id
        FROM subscription_bills bill
        JOIN payment_requests request ON request.account_id = bill.account_id AND request.id = bill.payment_id
        WHERE request.status = 'succeeded'
        GROUP BY bill.account_id, bill.subscription_id, bill.period_number) paid USING (account_id, id, period_number)
      WHERE (paid_at IS NULL) <> (payment_id IS NULL) AND (status <> 'canceled' OR paid_at IS NOT NULL)`,
    },
    due_time_wrong: {
      name: 'a subscription is due when its open request expires or its paid period ends',
      table: 'subscriptions',
      broken: `
      SELECT account_id, id AS subscription_id, status, paid_at, due_at, window_end_at, period_end_at
      FROM subscriptions
      WHERE status IN ('active', 'past_due')
        AND due_at <> CASE WHEN paid_at IS NULL THEN window_end_at ELSE period_end_at END`,
    },
    subscription_event_missing: {
      name: 'a subscription has one event for its creation and one for its cancellation',
      table: 'subscriptions',
      broken: `
      SELECT account_id, id AS subscription_id, status, coalesce(created, 0) AS created,
        coalesce(canceled, 0) AS canceled
      FROM subscriptions
      LEFT JOIN (
        SELECT account_id, subject_id AS id, count(*) FILTER (WHERE type = 'subscription.created') AS created,
          count(*) FILTER (WHERE type = 'subscription.canceled') AS canceled
        FROM events WHERE subject_kind = 'sub' GROUP BY account_id, subject_id) events USING (account_id, id)
      WHERE created IS DISTINCT FROM 1 OR canceled <> CASE status WHEN 'canceled' THEN 1 ELSE 0 END`,
    },
    subscription_state_wrong: {
      name: 'a subscription has the status of its newest event',
      table: 'subscriptions',
      broken: `
      SELECT account_id, id AS subscription_id, status, recorded
      FROM subscriptions
      JOIN (
        SELECT DISTINCT ON (account_id, subject_id) account_id, subject_id AS id, data ->> 'status' AS recorded
        FROM events WHERE subject_kind = 'sub' ORDER BY account_id, subject_id, events.id DESC) newest
        USING (account_id, id)
      WHERE status IS DISTINCT FROM recorded`,
    },
    subscription_event_contradicts: {
      name: 'the created event of a subscription has its amount, currency and interval',
      table: 'events',
      broken: `
      SELECT subscription.account_id, subscription.id AS subscription_id, subscription.amount,
        event.data ->> 'amount' AS recorded, subscription."interval", event.data ->> 'interval' AS recorded_interval
      FROM events event
      JOIN subscriptions subscription
        ON subscription.account_id = event.account_id AND subscription.id = event.subject_id
      WHERE event.type = 'subscription.created' AND (event.data ->> 'amount' = subscription.amount::text
        AND event.data ->> 'currency' = subscription.currency
        AND event.data ->> 'interval' = subscription."interval") IS NOT TRUE`,
    },
  }),
  ...subjectRules({ table: 'subscriptions', kind: 'sub', idColumn: 'subscription_id' }),
];
