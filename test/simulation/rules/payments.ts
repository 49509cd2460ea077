import {
  type Attempt,
  ATTEMPT_STATE_MACHINE,
  isBillable,
  MAX_DECLINES,
  type PaymentRequest,
  type Subscription,
  type SubscriptionStatus,
} from '@florin/payments';
import { isUnended } from '../stores/payment-stores.js';
import { type Commit, requireSame, requireTimesInOrder } from './commit.js';

const FINAL: readonly (keyof PaymentRequest)[] = [
  'id',
  'accountId',
  'amount',
  'currency',
  'customerEmail',
  'expiresAt',
  'createdAt',
  'subscriptionId',
];

/** What must be true of payment requests and subscriptions after each commit. */
export function checkPaymentInvariants(commit: Commit): void {
  for (const { key, before, after } of commit.of('attempts')) checkAttempt(commit, key, before, after);
  for (const { key, before, after } of commit.of('requests')) {
    if (after === undefined) commit.report(`${key} is gone`);
    else checkPaymentRequest(commit, key, before, after);
  }
  for (const { key, before, after } of commit.of('subscriptions')) {
    if (after === undefined) commit.report(`${key} is gone`);
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
    commit.report(`the attempt ${key} is gone`);
    return;
  }
  commit.require(
    isUnended(after.status) === (after.endedAt === undefined),
    `the attempt ${key} has no fitting end`,
  );
  const allowedStatuses =
    before === undefined ? ['started'] : Object.values(ATTEMPT_STATE_MACHINE.transitions[before.status]);
  if (before?.status !== after.status)
    commit.require(
      allowedStatuses.some((way) => way === after.status),
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
    commit.require(commit.hasEvent(key, 'payment_request.created'), `no event tells that ${key} was created`);
    commit.require(!commit.wasClosed(accountId), `${key} was created in a closed account`);
  } else {
    requireSame(commit, key, before, after, FINAL);
    if (before.status !== 'pending') {
      commit.require(before.status === status, `${key} was ${before.status} and became ${status}`);
      requireSame(commit, key, before, after, ['updatedAt', 'canceledAt', 'transactionId']);
      commit.require(
        !commit.hasEvent(key, `payment_request.${status}`),
        `it is told twice that ${key} is ${status}`,
      );
    }
  }
  if (status !== 'pending' && before?.status !== status)
    commit.require(
      commit.hasEvent(key, `payment_request.${status}`),
      `no event tells that ${key} is ${status}`,
    );
  const unended = [...commit.tables.attempts.values()].filter(
    (attempt) => attempt.paymentRequestId === key && isUnended(attempt.status),
  );
  commit.require(
    unended.length === Number(charging),
    `${key} is ${charging ? '' : 'not '}being charged, with ${unended.length} attempts open`,
  );
  commit.require(
    (status === 'failed') === declines >= MAX_DECLINES,
    `${key} is ${status} after ${declines} declines`,
  );
  requireCredited(commit, after);
}

/** The money of a paid request is on the books exactly once, and that of no other. */
function requireCredited(
  { tables, report }: Commit,
  { id, amount, accountId, status, transactionId }: PaymentRequest,
): void {
  const credits = [...tables.transactions.values()].filter(({ reference }) => reference === id);
  const isRight = credits.every(
    (credit) => credit.amount === amount && credit.accountId === accountId && credit.id === transactionId,
  );
  if (!isRight || credits.length !== Number(status === 'succeeded'))
    report(`${id} is ${status}, and ${credits.length} credits stand for it`);
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
      `no event tells that ${key} is ${status}`,
    );
  if (before !== undefined) {
    requireSame(commit, key, before, after, ['id', 'accountId', 'amount', 'currency', 'createdAt']);
    if (before.status === 'canceled') commit.report(`${key} was canceled and then changed`);
    commit.require(period.number >= before.period.number, `${key} went back to an earlier period`);
  }
  const request = commit.tables.requests.get(latestPaymentId);
  commit.require(
    request?.subscriptionId === key,
    `${key} asks with ${latestPaymentId}, which is not its own`,
  );
  if (!isBillable(after) && before?.status !== status)
    commit.require(request?.status !== 'pending' || request.charging, `${key} is ${status} and still asks`);
  if (commit.wasClosed(accountId)) commit.report(`${key} was changed in a closed account`);
}
