import { expectStatus, type Holder } from './account-holders.js';
import { sql } from './payments.js';
import type { Fields, RunningApi } from './running-api.js';

export interface SubscriptionFields extends Fields {
  readonly id: string;
  readonly latest_payment_id: string;
  readonly latest_payment_url: string;
}

export async function subscribe(
  api: RunningApi,
  account: Holder,
  change: Fields = {},
): Promise<SubscriptionFields> {
  const body = {
    account_id: account.id,
    customer_email: 'grace@example.com',
    amount: 1900,
    currency: 'USD',
    interval: 'day',
    ...change,
  };
  const response = await api.request('POST', '/v1/subscriptions', { body, token: account.token });
  return expectStatus(response, 201).body as SubscriptionFields;
}

export async function subscriptionOf(
  api: RunningApi,
  account: Holder,
  id: string,
): Promise<SubscriptionFields> {
  const response = await api.request('GET', `/v1/subscriptions/${id}`, { token: account.token });
  return expectStatus(response, 200).body as SubscriptionFields;
}

/** As immutable expressions: Citus updates no column with its own value and a time zone of the session. */
const ONE_DAY_EARLIER = [
  'anchor_at',
  'period_start_at',
  'period_end_at',
  'window_end_at',
  'due_at',
  'created_at',
]
  .map((column) => `${column} = (${column} AT TIME ZONE 'UTC' - interval '1 day') AT TIME ZONE 'UTC'`)
  .join(', ');

/** Moves all times of every subscription one day into the past. */
export const advanceOneDay = (databaseUrl: string): Promise<unknown> =>
  sql(databaseUrl, `UPDATE subscriptions SET ${ONE_DAY_EARLIER}`);

/** The billed periods, payment requests and renewal events of each subscription. */
export const billsOf = (
  databaseUrl: string,
): Promise<{ periods: number[]; requests: number; renewals: number }[]> =>
  sql(
    databaseUrl,
    `SELECT
       array(SELECT period_number FROM subscription_bills bill
             WHERE bill.account_id = subscription.account_id AND bill.subscription_id = subscription.id
             ORDER BY period_number) AS periods,
       (SELECT count(*)::integer FROM payment_requests request
        WHERE request.account_id = subscription.account_id AND request.subscription_id = subscription.id) AS requests,
       (SELECT count(*)::integer FROM events event
        WHERE event.account_id = subscription.account_id AND event.subject_id = subscription.id
          AND event.type = 'subscription.renewed') AS renewals
     FROM subscriptions subscription`,
  );
