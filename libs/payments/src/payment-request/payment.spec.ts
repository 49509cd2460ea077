import { describe, expect, it } from '@jest/globals';
import { MemoryPaymentRequestReader, MemoryPaymentsUnitOfWork } from '../memory/memory-stores.js';
import { aChargingRequest, anAccountId, aPaymentRequest, NOON, SequentialIds } from '../testing/builders.js';
import { type Attempt, transitionAttempt } from './attempt.js';
import { DescribePayments } from './describe-payments.js';
import { GetPayment } from './get-payment.js';
import { GetPaymentRequest } from './get-payment-request.js';
import { paymentOf } from './payment.js';

const LATER = new Date('2026-03-15T10:00:00Z');
const { request: charging, attempt: started } = aChargingRequest();
const first = transitionAttempt(started, 'decline', NOON, 'card_declined');
const second = transitionAttempt({ ...started, number: 2 }, 'decline', NOON, 'insufficient_funds');
const failed = transitionAttempt({ ...started, number: 3 }, 'fail', NOON);
const approved = transitionAttempt({ ...started, number: 4, brand: 'amex', last4: '0005' }, 'approve', LATER);
const paidRequest = { ...charging, status: 'succeeded', charging: false, attempts: 4 } as const;
const pendingRequest = { ...charging, charging: false, attempts: 3 };

describe('a payment', () => {
  it('that was paid has the time, the card and the reason of the latest decline before it', () => {
    expect(paymentOf(paidRequest, [first, second, failed, approved])).toEqual({
      request: paidRequest,
      paidAt: approved.endedAt,
      card: { brand: 'amex', last4: '0005' },
      lastDeclineReason: 'insufficient_funds',
    });
    expect(approved.endedAt).toEqual(LATER);
  });

  it('that is not paid has no time and no card', () => {
    const unpaid = { request: pendingRequest, paidAt: undefined, card: undefined };
    expect(paymentOf(pendingRequest)).toEqual({ ...unpaid, lastDeclineReason: undefined });
    expect(paymentOf(pendingRequest, [failed])).toEqual({ ...unpaid, lastDeclineReason: undefined });
    expect(paymentOf(pendingRequest, [first, failed])).toEqual({
      ...unpaid,
      lastDeclineReason: 'card_declined',
    });
  });

  it('is not paid before its request is, if the attempt was approved between the two reads', () => {
    expect(paymentOf(pendingRequest, [approved])).toMatchObject({ paidAt: undefined, card: undefined });
  });
});

describe('reading payments', () => {
  const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
  const reader = new MemoryPaymentRequestReader(unitOfWork);
  const untried = aPaymentRequest();
  const { requests, attempts } = unitOfWork.state;
  for (const request of [paidRequest, untried]) requests.set(request.id, request);
  const all: readonly Attempt[] = [first, second, failed, approved];
  for (const attempt of all) attempts.set(`${attempt.paymentRequestId} ${attempt.number}`, attempt);

  it('keeps the order of the list, and gives each request its own attempts', async () => {
    expect(await new DescribePayments(reader).execute([untried, paidRequest])).toEqual([
      paymentOf(untried),
      paymentOf(paidRequest, all),
    ]);
  });

  it('returns one with all attempts, to its account only', async () => {
    const get = new GetPayment(new GetPaymentRequest(reader), reader);
    const { id, accountId } = paidRequest;
    expect(await get.execute(id, accountId)).toEqual({ ...paymentOf(paidRequest, all), attempts: all });
    expect(await get.execute(untried.id, undefined)).toEqual({ ...paymentOf(untried), attempts: [] });
    await expect(get.execute(id, anAccountId())).rejects.toMatchObject({ code: 'not_found' });
  });
});
