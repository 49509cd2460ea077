import {
  type AccountId,
  addMilliseconds,
  type EventId,
  stateMachine,
  transition,
  type WebhookDeliveryId,
  type WebhookEndpointId,
} from '@florin/kernel';
import type { WebhookEndpoint } from '../endpoint/webhook-endpoint.js';
import { refusal } from '../errors.js';
import { retryDelay } from './retry-schedule.js';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type DeliveryAction = 'succeed' | 'postpone' | 'give_up' | 'send_again';

/** A failed attempt postpones the delivery until the schedule ends; then it is given up. */
export const DELIVERY_STATE_MACHINE = stateMachine<DeliveryStatus, DeliveryAction>({
  initial: ['pending'],
  transitions: {
    pending: { succeed: 'succeeded', postpone: 'pending', give_up: 'failed', send_again: 'pending' },
    succeeded: { send_again: 'pending' },
    failed: { send_again: 'pending' },
  },
});

/** The type of the event that is sent by testing an endpoint. It is not stored as an event. */
export const TEST_EVENT = 'webhook_endpoint.test';
/** Attempts by hand are not limited, so only the latest are kept. */
export const MAX_KEPT_ATTEMPTS = 20;
const GONE = 410;

export interface DeliveryAttempt {
  readonly at: Date;
  /** Undefined without a response. */
  readonly statusCode: number | undefined;
  /** Why there is no response. */
  readonly error: string | undefined;
  readonly durationMs: number;
  /** The beginning of the response's body. */
  readonly response: string | undefined;
}

export interface WebhookDelivery {
  readonly id: WebhookDeliveryId;
  /** The account of the event. Undefined for the test of an endpoint without an account. */
  readonly accountId: AccountId | undefined;
  readonly endpointId: WebhookEndpointId;
  readonly eventId: EventId;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  /** Undefined once it has ended. */
  readonly nextAttemptAt: Date | undefined;
  /** Failed attempts since the delivery was created or last sent again by hand. */
  readonly failures: number;
  readonly attempts: readonly DeliveryAttempt[];
  readonly createdAt: Date;
}

export const isSuccess = ({ statusCode }: DeliveryAttempt): boolean =>
  statusCode !== undefined && statusCode >= 200 && statusCode < 300;

export const isGone = ({ statusCode }: DeliveryAttempt): boolean => statusCode === GONE;

interface RetryHints {
  /** From 0 to 1. */
  readonly jitter: number;
  /** What the receiver asked for. */
  readonly retryAfterMs: number | undefined;
}

export function recordAttempt(
  delivery: WebhookDelivery,
  attempt: DeliveryAttempt,
  { jitter, retryAfterMs }: RetryHints,
  now: Date,
): WebhookDelivery {
  const attempts = [...delivery.attempts, attempt].slice(-MAX_KEPT_ATTEMPTS);
  const recorded = { ...delivery, attempts, nextAttemptAt: undefined };
  if (isSuccess(attempt)) return { ...recorded, status: nextStatus(delivery, 'succeed'), failures: 0 };
  const failures = delivery.failures + 1;
  const delay = retryDelay(failures, jitter, retryAfterMs);
  return delay === undefined
    ? { ...recorded, failures, status: nextStatus(delivery, 'give_up') }
    : {
        ...recorded,
        failures,
        status: nextStatus(delivery, 'postpone'),
        nextAttemptAt: addMilliseconds(now, delay),
      };
}

/** By hand: now, and with the whole schedule of retries. */
export function sendAgain(delivery: WebhookDelivery, endpoint: WebhookEndpoint, now: Date): WebhookDelivery {
  requireEnabled(endpoint);
  if (delivery.eventType === TEST_EVENT)
    throw refusal('conflict', 'A test is not repeated. Test the webhook endpoint again instead.');
  return { ...delivery, status: nextStatus(delivery, 'send_again'), nextAttemptAt: now, failures: 0 };
}

export function requireEnabled({ status }: WebhookEndpoint): void {
  if (status === 'disabled') throw refusal('conflict', 'The webhook endpoint is disabled. Enable it first.');
}

const nextStatus = (delivery: WebhookDelivery, action: DeliveryAction): DeliveryStatus =>
  transition(DELIVERY_STATE_MACHINE, delivery.status, action, (status) =>
    refusal('conflict', `The webhook delivery is ${status}.`),
  );
