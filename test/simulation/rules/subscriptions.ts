import { isBillable, type PaymentRequest, type Subscription } from '@florin/payments';
import type { Commit } from './commit.js';

/** Invariants between a subscription and its payment requests, checked after a commit that changed either. */
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
  const billed = requestsOf(commit, subscription);
  const paid = billed.filter(({ request }) => request.status === 'succeeded').map((bill) => bill.period);
  commit.require(new Set(paid).size === paid.length, `${id} was paid twice for one period`);
  // A late payment of a canceled subscription is credited, but does not change the subscription.
  if (status !== 'canceled')
    commit.require(
      (paidAt !== undefined) === paid.includes(period.number),
      `paidAt of ${id} does not match the payments of period ${period.number}`,
    );
  const isPayable = billed.some(({ request }) => request.status === 'pending' && !request.charging);
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
