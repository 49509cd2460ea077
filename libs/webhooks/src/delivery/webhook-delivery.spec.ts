import { addMilliseconds, HOUR_MS, MINUTE_MS } from '@florin/kernel';
import { describe, expect, it } from '@jest/globals';
import { aDelivery, anAttempt, anEndpoint, aTimeout, NOON } from '../testing/builders.js';
import {
  type DeliveryAttempt,
  isGone,
  isSuccess,
  MAX_KEPT_ATTEMPTS,
  recordAttempt,
  sendAgain,
  TEST_EVENT,
  type WebhookDelivery,
} from './webhook-delivery.js';

const LATER = addMilliseconds(NOON, HOUR_MS);
const record = (delivery: WebhookDelivery, attempt: DeliveryAttempt, retryAfterMs?: number) =>
  recordAttempt(delivery, attempt, { jitter: 0, retryAfterMs }, LATER);

describe('an attempt', () => {
  it.each([
    [199, false],
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [302, false],
    [410, false],
    [500, false],
  ])('with status code %d is a success: %s', (statusCode, expected) => {
    expect(isSuccess(anAttempt(statusCode))).toBe(expected);
    expect(isGone(anAttempt(statusCode))).toBe(statusCode === 410);
  });

  it('without a response is a failure', () => {
    expect(isSuccess(aTimeout())).toBe(false);
  });
});

describe('recording an attempt', () => {
  it('ends the delivery after a success', () => {
    const attempt = anAttempt(204);
    const before = aDelivery({ failures: 3, attempts: [aTimeout()] });
    expect(record(before, attempt)).toEqual({
      ...before,
      status: 'succeeded',
      nextAttemptAt: undefined,
      failures: 0,
      attempts: [aTimeout(), attempt],
    });
  });

  it('postpones the delivery after a failure, by the schedule or by what the receiver asks for', () => {
    const before = aDelivery({ failures: 1 });
    expect(record(before, aTimeout())).toEqual({
      ...before,
      status: 'pending',
      nextAttemptAt: addMilliseconds(LATER, 5 * MINUTE_MS),
      failures: 2,
      attempts: [aTimeout()],
    });
    const { nextAttemptAt } = record(before, anAttempt(503), HOUR_MS);
    expect(nextAttemptAt).toEqual(addMilliseconds(LATER, HOUR_MS));
  });

  it('adds the jitter to the delay', () => {
    const { nextAttemptAt } = recordAttempt(
      aDelivery(),
      aTimeout(),
      { jitter: 1, retryAfterMs: undefined },
      LATER,
    );
    expect(nextAttemptAt).toEqual(addMilliseconds(LATER, 6_000));
  });

  it('gives up after the tenth failure', () => {
    const delivery = record(aDelivery({ failures: 9 }), anAttempt(500));
    expect(delivery).toMatchObject({ status: 'failed', failures: 10, nextAttemptAt: undefined });
  });

  it('keeps the latest attempts', () => {
    const attempts = Array.from({ length: MAX_KEPT_ATTEMPTS }, (_, index) => anAttempt(500 + index));
    const kept = record(aDelivery({ attempts }), anAttempt(200)).attempts;
    expect(kept.map(({ statusCode }) => statusCode)).toEqual([
      ...attempts.slice(1).map(({ statusCode }) => statusCode),
      200,
    ]);
  });

  it.each(['succeeded', 'failed'] as const)('is refused if the delivery has %s', (status) => {
    const refusal = expect.objectContaining({
      code: 'conflict',
      message: `The webhook delivery is ${status}.`,
    });
    expect(() => record(aDelivery({ status }), anAttempt(200))).toThrow(refusal);
    expect(() => record(aDelivery({ status }), anAttempt(500))).toThrow(refusal);
  });
});

describe('sending again', () => {
  it.each(['pending', 'succeeded', 'failed'] as const)('starts a new schedule if %s', (status) => {
    const before = aDelivery({ status, failures: 10, attempts: [anAttempt(500)], nextAttemptAt: undefined });
    expect(sendAgain(before, anEndpoint(), LATER)).toEqual({
      ...before,
      status: 'pending',
      nextAttemptAt: LATER,
      failures: 0,
    });
  });

  it('is refused if the endpoint is disabled', () => {
    const message = 'The webhook endpoint is disabled. Enable it first.';
    const refusal = expect.objectContaining({ code: 'conflict', message });
    expect(() => sendAgain(aDelivery(), anEndpoint({ status: 'disabled' }), LATER)).toThrow(refusal);
  });

  it('is refused for a test, whose event is not stored', () => {
    const message = 'A test is not repeated. Test the webhook endpoint again instead.';
    const refusal = expect.objectContaining({ code: 'conflict', message });
    expect(() => sendAgain(aDelivery({ eventType: TEST_EVENT }), anEndpoint(), LATER)).toThrow(refusal);
  });
});
