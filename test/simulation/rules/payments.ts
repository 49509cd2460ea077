import {
  type Attempt,
  ATTEMPT_STATE_MACHINE,
  isBillable,
  MAX_DECLINES,
  type PaymentRequest,
  type Subscription,
  type SubscriptionStatus,
} from '@florin/payments';
import { isOpenAttempt } from '../stores/payment-stores.js';
import { type Commit, requireSame, requireTimesInOrder } from './commit.js';

const IMMUTABLE: readonly (keyof PaymentRequest)[] = [
  'id',
  'accountId',
  'amount',
  'currency',
  'customerEmail',
  'expiresAt',
  'createdAt',
  'subscriptionId',
];

/** Invariants of payment requests and subscriptions, checked after each commit. */
export function checkPaymentInvariants(commit: Commit): void {
  for (const { key, before, after } of commit.of('attempts')) checkAttempt(commit, key, before, after);
  for (const { key, before, after } of commit.of('requests')) {
    if (after === undefined) commit.report(`${key} was deleted`);
    else checkPaymentRequest(commit, key, before, after);
  }
  for (const { key, before, after } of commit.of('subscriptions')) {
    if (after === undefined) commit.report(`${key} was deleted`);
    else checkSubscription(commit, key, before, after);
  }
  for (const { key, before } of commit.of('bills')) {
    commit.require(before === undefined, `${key} was billed twice`);
  }
}

function checkAttempt(
  commit: Commit,
  key: string,
  before: Attempt | undefined,
  after: Attempt | undefined,
): void {
  if (after === undefined) {
    commit.report(`the attempt ${key} was deleted`);
    return;
  }
  commit.require(
    isOpenAttempt(after.status) === (after.endedAt === undefined),
    `the attempt ${key} is ${after.status} with endedAt ${after.endedAt?.toISOString() ?? 'unset'}`,
  );
  const allowedStatuses =
    before === undefined ? ['started'] : Object.values(ATTEMPT_STATE_MACHINE.transitions[before.status]);
  if (before?.status !== after.status)
    commit.require(
      allowedStatuses.some((status) => status === after.status),
      `the attempt ${key} went from ${before?.status ?? 'nothing'} to ${after.status}`,
    );
}

function checkPaymentRequest(
  commit: Commit,
  key: string,
  before: PaymentRequest | undefined,
  after: PaymentRequest,
): void {
  const { status, accountId, declines, charging } = after;
  requireTimesInOrder(commit, key, before, after);
  if (before === undefined) {
    commit.require(
      commit.hasEvent(key, 'payment_request.created'),
      `no payment_request.created event for ${key}`,
    );
    commit.require(!commit.wasClosed(accountId), `${key} was created in a closed account`);
  } else {
    requireSame(commit, key, before, after, IMMUTABLE);
    if (before.status !== 'pending') {
      commit.require(before.status === status, `${key} was ${before.status} and became ${status}`);
      requireSame(commit, key, before, after, ['canceledAt', 'transactionId']);
      // Only a refund changes a request that has ended.
      if (before.refundedAmount === after.refundedAmount)
        requireSame(commit, key, before, after, ['updatedAt']);
      commit.require(
        !commit.hasEvent(key, `payment_request.${status}`),
        `a second payment_request.${status} event for ${key}`,
      );
    }
  }
  if (status !== 'pending' && before?.status !== status)
    commit.require(
      commit.hasEvent(key, `payment_request.${status}`),
      `no payment_request.${status} event for ${key}`,
    );
  const openAttempts = [...commit.tables.attempts.values()].filter(
    (attempt) => attempt.paymentRequestId === key && isOpenAttempt(attempt.status),
  );
  commit.require(
    openAttempts.length === Number(charging),
    `${key} is ${charging ? '' : 'not '}being charged, with ${openAttempts.length} attempts open`,
  );
  commit.require(
    (status === 'failed') === declines >= MAX_DECLINES,
    `${key} is ${status} after ${declines} declines`,
  );
  requireCredited(commit, after);
}

/** A paid request was credited exactly once; any other request was not credited. */
function requireCredited(
  { tables, report }: Commit,
  { id, amount, accountId, status, transactionId }: PaymentRequest,
): void {
  const credits = [...tables.transactions.values()].filter(
    ({ reference, type }) => reference === id && type === 'credit',
  );
  const isCorrect = credits.every(
    (credit) => credit.amount === amount && credit.accountId === accountId && credit.id === transactionId,
  );
  if (!isCorrect || credits.length !== Number(status === 'succeeded'))
    report(`${id} is ${status}, and has ${credits.length} credits`);
}

const EVENTS_BY_STATUS: Readonly<Record<SubscriptionStatus, readonly string[]>> = {
  active: ['subscription.resumed', 'subscription.paid', 'subscription.renewed'],
  past_due: ['subscription.past_due'],
  paused: ['subscription.paused'],
  canceled: ['subscription.canceled'],
};

function checkSubscription(
  commit: Commit,
  key: string,
  before: Subscription | undefined,
  after: Subscription,
): void {
  const { status, accountId, period, latestPaymentId } = after;
  requireTimesInOrder(commit, key, before, after);
  const expectedEvents =
    before === undefined
      ? ['subscription.created']
      : before.status === status
        ? []
        : EVENTS_BY_STATUS[status];
  if (expectedEvents.length > 0)
    commit.require(
      expectedEvents.some((type) => commit.hasEvent(key, type)),
      `no event for the change of ${key} to ${status}`,
    );
  if (before !== undefined) {
    requireSame(commit, key, before, after, ['id', 'accountId', 'amount', 'currency', 'createdAt']);
    if (before.status === 'canceled') commit.report(`${key} was canceled and then changed`);
    commit.require(period.number >= before.period.number, `${key} went back to an earlier period`);
  }
  const request = commit.tables.requests.get(latestPaymentId);
  commit.require(
    request?.subscriptionId === key,
    `the latest payment ${latestPaymentId} of ${key} is not its own`,
  );
  if (!isBillable(after) && before?.status !== status)
    commit.require(
      request?.status !== 'pending' || request.charging,
      `${key} is ${status} and its payment request is open`,
    );
  if (commit.wasClosed(accountId)) commit.report(`${key} was changed in a closed account`);
}
