import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  anAccountId,
  aPayee,
  aPaymentRequest,
  NOON,
  PlainPageSecrets,
  SequentialIds,
  SteppedClock,
} from '../testing/builders.js';
import { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import { MemoryPaymentsUnitOfWork } from '../memory/memory-stores.js';
import { MemorySubscriptionReader } from '../memory/memory-subscriptions.js';
import { aSubscription } from '../testing/subscription-builders.js';
import { CancelSubscription } from './cancel-subscription.js';
import { GetSubscription } from './get-subscription.js';
import { PauseSubscription } from './pause-subscription.js';
import { recordOutcome } from './record-outcome.js';
import { ResumeSubscription } from './resume-subscription.js';

const notFound = { code: 'not_found', message: expect.stringContaining('subscription') };

describe('getting a subscription', () => {
  const subscription = aSubscription();
  let unitOfWork: MemoryPaymentsUnitOfWork;
  let reader: MemorySubscriptionReader;

  beforeEach(() => {
    unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
    unitOfWork.state.payees.set(subscription.accountId, aPayee({ accountId: subscription.accountId }));
    unitOfWork.state.subscriptions.set(subscription.id, subscription);
    reader = new MemorySubscriptionReader(unitOfWork);
  });

  it('returns it to its account and to callers that see all accounts', async () => {
    const get = new GetSubscription(reader);
    expect(await get.execute(subscription.id, subscription.accountId)).toEqual(subscription);
    expect(await get.execute(subscription.id, undefined)).toEqual(subscription);
  });

  it('is not_found for other accounts in every use case, like an unknown subscription', async () => {
    const clock = new SteppedClock();
    const requests = new CreatePaymentRequest(unitOfWork, new PlainPageSecrets(), clock);
    for (const useCase of [
      new GetSubscription(reader),
      new PauseSubscription(reader, unitOfWork, clock),
      new ResumeSubscription(reader, unitOfWork, requests, clock),
      new CancelSubscription(reader, unitOfWork, clock),
    ]) {
      await expect(useCase.execute(subscription.id, anAccountId())).rejects.toMatchObject(notFound);
      await expect(useCase.execute(aSubscription().id, undefined)).rejects.toMatchObject(notFound);
      await expect(useCase.execute(undefined, undefined)).rejects.toMatchObject(notFound);
    }
    expect(unitOfWork.state.subscriptions.get(subscription.id)).toEqual(subscription);
    expect(unitOfWork.state.events).toEqual([]);
  });

  it('throws when the subscription of a paid request does not exist', async () => {
    const request = aPaymentRequest({ status: 'succeeded', subscriptionId: aSubscription().id });
    const recording = unitOfWork.run((stores) => recordOutcome(stores, request, NOON));
    await expect(recording).rejects.toThrow('not found');
  });
});
