import { isBillable, type PaymentRequest, type Subscription } from '@florin/payments';
import type { Commit } from './commit.js';

/** What must be true of a subscription and its requests together, after a commit that changed either. */
export function checkSubscriptionBilling(commit: Commit): void {
  const touched = new Set<string>([
    ...commit.of('subscriptions').map(({ key }) => key),
    ...commit.of('requests').flatMap(({ after }) => after?.subscriptionId ?? []),
  ]);
  for (const id of touched) {
    const subscription = commit.tables.subscriptions.get(id);
    if (subscription !== undefined) checkBilling(commit, subscription);
  }
}

function checkBilling(commit: Commit, subscription: Subscription): void {
  const { id, status, period, paidAt } = subscription;
  const asked = requestsOf(commit, subscription);
  const paid = asked.filter(({ request }) => request.status === 'succeeded').map((one) => one.period);
  commit.require(new Set(paid).size === paid.length, `${id} was paid twice for one period`);
  // What comes in for a canceled one is on the books and changes nothing.
  if (status !== 'canceled')
    commit.require(
      (paidAt !== undefined) === paid.includes(period.number),
      `${id} is in period ${period.number}, and does not know whether that is paid`,
    );
  const isPayable = asked.some(({ request }) => request.status === 'pending' && !request.charging);
  commit.require(
    isBillable(subscription) || !isPayable,
    `${id} is ${status}, and its customer can still pay`,
  );
}

function requestsOf(
  { tables }: Commit,
  { id }: Subscription,
): { readonly period: number; readonly request: PaymentRequest }[] {
  return [...tables.bills.values()].flatMap(({ subscriptionId, period, paymentId }) => {
    const request = subscriptionId === id ? tables.requests.get(paymentId) : undefined;
    return request === undefined ? [] : [{ period, request }];
  });
}
