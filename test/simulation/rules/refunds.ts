import type { Refund } from '@florin/payments';
import { type Commit, requireSame, requireTimesInOrder } from './commit.js';

const IMMUTABLE: readonly (keyof Refund)[] = [
  'id',
  'accountId',
  'paymentId',
  'amount',
  'currency',
  'reason',
  'transactionId',
  'createdAt',
];

/** Refunds agree with their transactions and payments after each commit. */
export function checkRefundInvariants(commit: Commit): void {
  for (const { key, before, after } of commit.of('refunds')) {
    if (after === undefined) commit.report(`${key} was deleted`);
    else checkRefund(commit, key, before, after);
  }
  for (const { key, after } of commit.of('transactions')) {
    if (after?.refundId === undefined) continue;
    const status = commit.tables.refunds.get(after.refundId)?.status ?? 'missing';
    commit.require(status === after.status, `${key} is ${after.status}, and its refund is ${status}`);
  }
}

function checkRefund(commit: Commit, key: string, before: Refund | undefined, after: Refund): void {
  const { status, amount, transactionId } = after;
  requireTimesInOrder(commit, key, before, after);
  if (before === undefined) {
    commit.require(status === 'pending', `${key} started as ${status}`);
    commit.require(commit.hasEvent(key, 'refund.created'), `no refund.created event for ${key}`);
    commit.require(!commit.wasClosed(after.accountId), `${key} was created in a closed account`);
  } else {
    requireSame(commit, key, before, after, IMMUTABLE);
    commit.require(before.status === 'pending', `${key} was ${before.status} and changed again`);
    commit.require(commit.hasEvent(key, `refund.${status}`), `no refund.${status} event for ${key}`);
  }
  const hold = commit.tables.transactions.get(transactionId);
  commit.require(
    hold?.refundId === key && hold.type === 'payment' && hold.status === status && hold.amount === amount,
    `the transaction of ${key} is ${hold?.status ?? 'missing'} with ${hold?.amount ?? 0}`,
  );
  checkPayment(commit, after);
}

function checkPayment(commit: Commit, { paymentId }: Refund): void {
  const payment = commit.tables.requests.get(paymentId);
  const sumOf = (...statuses: readonly Refund['status'][]) =>
    [...commit.tables.refunds.values()]
      .filter((refund) => refund.paymentId === paymentId && statuses.includes(refund.status))
      .reduce((sum, { amount }) => sum + amount, 0);
  const [reserved, refunded] = [sumOf('pending', 'succeeded'), sumOf('succeeded')];
  if (payment?.status !== 'succeeded' || reserved > payment.amount)
    commit.report(`${reserved} are refunded of ${paymentId}, a ${payment?.status ?? 'missing'} payment`);
  const shown = payment?.refundedAmount ?? 0;
  commit.require(shown === refunded, `${paymentId} shows ${shown} refunded instead of ${refunded}`);
}
