import { type Json, notBefore, type TransactionId } from '@florin/kernel';
import type { ChargeOutcome, DeclineReason } from '../processor/payment-processor.js';
import { type Attempt, transitionAttempt } from './attempt.js';
import {
  createEvent,
  MAX_DECLINES,
  transitionRequest,
  type PaymentRequest,
  type PaymentRequestEvent,
} from './payment-request.js';

/** Request, attempt and events to save in one SQL transaction. */
export interface Conclusion {
  readonly request: PaymentRequest;
  readonly attempt: Attempt;
  readonly events: readonly PaymentRequestEvent[];
}

/** Without `creditId` an approved charge is reversed: the request or the account was closed meanwhile. */
export function conclude(
  request: PaymentRequest,
  attempt: Attempt,
  outcome: ChargeOutcome,
  creditId: TransactionId | undefined,
  now: Date,
): Conclusion {
  switch (outcome.kind) {
    case 'approved':
      if (creditId === undefined)
        return { request, attempt: transitionAttempt(attempt, 'reverse', now), events: [] };
      return approve(request, transitionAttempt(attempt, 'approve', now), creditId, now);
    case 'declined':
      return decline(
        request,
        transitionAttempt(attempt, 'decline', now, outcome.reason),
        outcome.reason,
        now,
      );
    case 'failed':
      return {
        request: releaseCharge(request, now),
        attempt: transitionAttempt(attempt, 'fail', now),
        events: [],
      };
    case 'voided':
      return {
        request: releaseCharge(request, now),
        attempt: transitionAttempt(attempt, 'void', now),
        events: [],
      };
  }
}

/** A request that is still pending can be paid again. */
export function completeReversal(request: PaymentRequest, attempt: Attempt, now: Date): Conclusion {
  const events = [createEvent('payment_request.reversed', request, cardOf(attempt))];
  return {
    request: releaseCharge(request, now),
    attempt: transitionAttempt(attempt, 'complete_reversal', now),
    events,
  };
}

function approve(
  request: PaymentRequest,
  attempt: Attempt,
  transactionId: TransactionId,
  now: Date,
): Conclusion {
  const updated = transitionRequest(request, 'pay', { charging: false, transactionId }, now);
  const data = { transaction_id: transactionId, ...cardOf(attempt) };
  return { request: updated, attempt, events: [createEvent('payment_request.succeeded', updated, data)] };
}

function decline(request: PaymentRequest, attempt: Attempt, reason: DeclineReason, now: Date): Conclusion {
  // The request was closed during the charge, so the decline does not count.
  if (request.status !== 'pending') return { request: releaseCharge(request, now), attempt, events: [] };
  const declines = request.declines + 1;
  const isLast = declines >= MAX_DECLINES;
  const updated = transitionRequest(
    request,
    isLast ? 'exhaust' : 'decline',
    { declines, charging: false },
    now,
  );
  const data = { declines, reason, ...cardOf(attempt) };
  const events = [createEvent('payment_request.declined', updated, data)];
  if (isLast) events.push(createEvent('payment_request.failed', updated, { declines }));
  return { request: updated, attempt, events };
}

/** Keeps `updatedAt` of an ended request. */
const releaseCharge = (request: PaymentRequest, now: Date): PaymentRequest => ({
  ...request,
  charging: false,
  updatedAt: request.status === 'pending' ? notBefore(request.updatedAt, now) : request.updatedAt,
});

const cardOf = ({ brand, last4 }: Attempt): Record<string, Json> => ({ card: { brand, last4 } });
