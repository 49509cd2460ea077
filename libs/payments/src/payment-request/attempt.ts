import { type AccountId, stateMachine, notBefore, type PaymentRequestId, transition } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { CardBrand, CardSummary } from '../processor/card.js';
import type { ChargeKey, DeclineReason } from '../processor/payment-processor.js';
import type { PaymentRequest } from './payment-request.js';

export const ATTEMPT_STATUSES = [
  'started',
  'approved',
  'declined',
  'failed',
  'voided',
  'reversing',
  'reversed',
] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];
export type AttemptAction = 'approve' | 'decline' | 'fail' | 'void' | 'reverse' | 'complete_reversal';

export const ATTEMPT_STATE_MACHINE = stateMachine<AttemptStatus, AttemptAction>({
  initial: ['started'],
  transitions: {
    started: {
      approve: 'approved',
      decline: 'declined',
      fail: 'failed',
      void: 'voided',
      reverse: 'reversing',
    },
    // The charge was approved but cannot be credited; the reversal is retried until it succeeds.
    reversing: { complete_reversal: 'reversed' },
    approved: {},
    declined: {},
    failed: {},
    voided: {},
    reversed: {},
  },
});

/** One card charged for one request. Committed before the call to the processor, and again with its outcome. */
export interface Attempt {
  readonly accountId: AccountId;
  readonly paymentRequestId: PaymentRequestId;
  /** Counts from 1 within its request. */
  readonly number: number;
  readonly status: AttemptStatus;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly declineReason: DeclineReason | undefined;
  readonly startedAt: Date;
  readonly endedAt: Date | undefined;
}

/** Idempotency key at the processor: charging twice with one key charges once. */
export const chargeKeyOf = ({
  paymentRequestId,
  number,
}: Pick<Attempt, 'paymentRequestId' | 'number'>): ChargeKey => `${paymentRequestId}.${number}` as ChargeKey;

export interface StartedAttempt {
  readonly request: PaymentRequest;
  readonly attempt: Attempt;
}

/** Only for a payable request: check `obstacleTo` first. */
export function startAttempt(
  request: PaymentRequest,
  { brand, last4 }: CardSummary,
  now: Date,
): StartedAttempt {
  if (request.status !== 'pending' || request.charging) {
    throw refusal('conflict', 'The payment request cannot be paid now.');
  }
  const number = request.attempts + 1;
  const attempt: Attempt = {
    accountId: request.accountId,
    paymentRequestId: request.id,
    number,
    status: 'started',
    brand,
    last4,
    declineReason: undefined,
    startedAt: now,
    endedAt: undefined,
  };
  return {
    request: { ...request, attempts: number, charging: true, updatedAt: notBefore(request.updatedAt, now) },
    attempt,
  };
}

export function transitionAttempt(
  attempt: Attempt,
  action: AttemptAction,
  now: Date,
  declineReason?: DeclineReason,
): Attempt {
  const status = transition(ATTEMPT_STATE_MACHINE, attempt.status, action, (state) =>
    refusal('conflict', `The attempt is already ${state}.`),
  );
  const endedAt = notBefore(attempt.startedAt, now);
  return { ...attempt, status, declineReason, endedAt: status === 'reversing' ? undefined : endedAt };
}
