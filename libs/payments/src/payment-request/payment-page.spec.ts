import { beforeEach, describe, expect, it } from '@jest/globals';
import { billOf } from '../subscription/bill.js';
import {
  aPayee,
  aPaymentRequest,
  PlainPageSecrets,
  SequentialIds,
  SteppedClock,
} from '../testing/builders.js';
import {
  MemoryPayeeDirectory,
  MemoryPaymentRequestReader,
  MemoryPaymentsUnitOfWork,
} from '../memory/memory-stores.js';
import { MemorySubscriptionReader } from '../memory/memory-subscriptions.js';
import { aSubscription } from '../testing/subscription-builders.js';
import { OpenPaymentPage } from './payment-page.js';
import type { PaymentRequest } from './payment-request.js';

const secrets = new PlainPageSecrets();

describe('payment page', () => {
  const payee = aPayee();
  const { accountId } = payee;
  const subscription = aSubscription({ accountId });
  const bill = billOf(subscription);
  const { id: subscriptionId } = subscription;
  const billed = aPaymentRequest({ id: bill.paymentId, accountId, subscriptionId });
  let unitOfWork: MemoryPaymentsUnitOfWork;

  beforeEach(() => {
    unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
    const { state } = unitOfWork;
    state.payees.set(accountId, payee);
    state.subscriptions.set(subscriptionId, subscription);
    state.bills.push(bill);
  });

  function open(request: PaymentRequest) {
    const { state } = unitOfWork;
    const secret = secrets.secretOf(request.id);
    state.requests.set(request.id, request);
    state.pages.set(secrets.digestOf(secret), request.id);
    return pageAt(secret);
  }

  const pageAt = (secret: string) =>
    new OpenPaymentPage(
      new MemoryPaymentRequestReader(unitOfWork),
      new MemoryPayeeDirectory(unitOfWork),
      new MemorySubscriptionReader(unitOfWork),
      secrets,
      new SteppedClock(),
    ).execute(secret);

  it('shows the payee and a payable request', async () => {
    const request = aPaymentRequest({ accountId });
    const page = await open(request);
    expect(page).toMatchObject({ state: 'payable', request, payee });
    expect(page).toHaveProperty('period', undefined);
  });

  it('shows the billed period of a subscription, also after the next period has started', async () => {
    const { period } = subscription;
    unitOfWork.state.subscriptions.set(subscriptionId, {
      ...subscription,
      period: { number: period.number + 1, startAt: period.endAt, endAt: period.endAt },
    });
    expect(await open(billed)).toMatchObject({ period });
  });

  it('shows no period without a bill, and for a bill of an earlier billing cycle', async () => {
    expect(await open(aPaymentRequest({ accountId, subscriptionId }))).toHaveProperty('period', undefined);
    const billingCycle = { ...subscription.billingCycle, anchorPeriod: bill.period + 1 };
    unitOfWork.state.subscriptions.set(subscriptionId, { ...subscription, billingCycle });
    expect(await open(billed)).toHaveProperty('period', undefined);
    unitOfWork.state.subscriptions.delete(subscriptionId);
    expect(await open(billed)).toHaveProperty('period', undefined);
  });

  it('does not exist for an unknown secret or a deleted account', async () => {
    expect(await pageAt('guessed')).toBeUndefined();
    unitOfWork.state.payees.delete(accountId);
    expect(await open(billed)).toBeUndefined();
  });
});
