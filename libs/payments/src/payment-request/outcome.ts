import { type Json, notBefore, type TransactionId } from '@florin/kernel';
import type { ChargeOutcome, DeclineReason } from '../processor/payment-processor.js';
import { type Attempt, stepped } from './attempt.js';
import {
  happened,
  MAX_DECLINES,
  moved,
  type PaymentRequest,
  type PaymentRequestEvent,
} from './payment-request.js';

/** What an outcome makes of a request and its attempt; both are written together, with the events. */
export interface Concluded {
  readonly request: PaymentRequest;
  readonly attempt: Attempt;
  readonly events: readonly PaymentRequestEvent[];
}

/** `credited` is absent when the account was closed meanwhile; then the charge is reversed. */
export function conclude(
  request: PaymentRequest,
  attempt: Attempt,
  outcome: ChargeOutcome,
  credited: TransactionId | undefined,
  now: Date,
): Concluded {
  switch (outcome.kind) {
    case 'approved':
      if (credited === undefined) return { request, attempt: stepped(attempt, 'reverse', now), events: [] };
      return paid(request, stepped(attempt, 'approve', now), credited, now);
    case 'declined':
      return declined(request, stepped(attempt, 'decline', now, outcome.reason), outcome.reason, now);
    case 'failed':
      return { request: released(request, now), attempt: stepped(attempt, 'fail', now), events: [] };
    case 'voided':
      return { request: released(request, now), attempt: stepped(attempt, 'void', now), events: [] };
  }
}

/** The processor has given the money back. A request that is still pending may be tried again. */
export function givenBack(request: PaymentRequest, attempt: Attempt, now: Date): Concluded {
  const events = [happened('payment_request.reversed', request, cardOf(attempt))];
  return { request: released(request, now), attempt: stepped(attempt, 'give_back', now), events };
}

function paid(request: PaymentRequest, attempt: Attempt, transactionId: TransactionId, now: Date): Concluded {
  const thing = moved(request, 'pay', { charging: false, transactionId }, now);
  const told = { transaction_id: transactionId, ...cardOf(attempt) };
  return { request: thing, attempt, events: [happened('payment_request.succeeded', thing, told)] };
}

function declined(request: PaymentRequest, attempt: Attempt, reason: DeclineReason, now: Date): Concluded {
  // The account was closed while the card was being asked; there is nothing left to count for.
  if (request.status !== 'pending') return { request: released(request, now), attempt, events: [] };
  const declines = request.declines + 1;
  const isLast = declines >= MAX_DECLINES;
  const thing = moved(request, isLast ? 'exhaust' : 'decline', { declines, charging: false }, now);
  const told = { declines, reason, ...cardOf(attempt) };
  const events = [happened('payment_request.declined', thing, told)];
  if (isLast) events.push(happened('payment_request.failed', thing, { declines }));
  return { request: thing, attempt, events };
}

/** An ended request keeps the time at which it ended. */
const released = (request: PaymentRequest, now: Date): PaymentRequest => ({
  ...request,
  charging: false,
  updatedAt: request.status === 'pending' ? notBefore(request.updatedAt, now) : request.updatedAt,
});

const cardOf = ({ brand, last4 }: Attempt): Record<string, Json> => ({ card: { brand, last4 } });
