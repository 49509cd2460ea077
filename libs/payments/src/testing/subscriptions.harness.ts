import type { AccountId, Ids, IdempotentRequest, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import { ConcludeAttempt } from '../payment-request/conclude-attempt.js';
import { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import { PayPaymentRequest } from '../payment-request/pay-payment-request.js';
import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentRequestReader } from '../payment-request/payment-request.reader.js';
import type { Card } from '../processor/card.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { BillDueSubscriptions } from '../subscription/bill-due-subscriptions.js';
import { CancelSubscription } from '../subscription/cancel-subscription.js';
import { CreateSubscription } from '../subscription/create-subscription.js';
import { PauseSubscription } from '../subscription/pause-subscription.js';
import { ResumeSubscription } from '../subscription/resume-subscription.js';
import { BILLED_STATUSES, type NewSubscription, type Subscription } from '../subscription/subscription.js';
import type { SubscriptionReader } from '../subscription/subscription.reader.js';
import { aCard, PlainPageSecrets, type SteppedClock } from './builders.js';
import { HookedProcessor } from './hooked-processor.js';
import { aNewSubscription } from './subscription-builders.js';

/** The parts of an adapter under test, and access to its stored data. */
export interface SubscriptionsHarness {
  readonly unitOfWork: PaymentsUnitOfWork;
  readonly reader: SubscriptionReader;
  readonly requests: PaymentRequestReader;
  readonly clock: SteppedClock;
  readonly ids: Ids;
  readonly openAccount: () => Promise<AccountId>;
  readonly setAccount: (accountId: AccountId, status: 'active' | 'inactive') => Promise<void>;
  /** Every bill of the subscription, oldest first. */
  readonly bills: (id: SubscriptionId) => Promise<readonly StoredBill[]>;
  /** The types of the events of a subscription or a request, oldest first. */
  readonly events: (id: SubscriptionId | PaymentRequestId) => Promise<readonly string[]>;
}

export interface StoredBill {
  readonly period: number;
  readonly window: number;
  readonly paymentId: PaymentRequestId;
}

export interface SubscriptionsFixture extends SubscriptionsHarness {
  readonly create: (
    input?: Partial<NewSubscription>,
    idempotentRequest?: IdempotentRequest<Subscription>,
  ) => Promise<Subscription>;
  readonly createSubscription: CreateSubscription;
  readonly bill: () => Promise<number>;
  /** Pays the latest request, by default with a card that is approved. */
  readonly pay: (subscription: Subscription, processor?: HookedProcessor, card?: Card) => Promise<void>;
  readonly current: (subscription: Subscription) => Promise<Subscription>;
  readonly request: (id: PaymentRequestId) => Promise<PaymentRequest>;
  readonly pause: PauseSubscription;
  readonly resume: ResumeSubscription;
  readonly cancel: CancelSubscription;
  /** Advances the clock to a later instant. */
  readonly goTo: (instant: Date) => void;
}

export function createFixture(harness: SubscriptionsHarness): SubscriptionsFixture {
  const { unitOfWork, reader, requests, clock } = harness;
  const secrets = new PlainPageSecrets();
  const issue = new CreatePaymentRequest(unitOfWork, secrets, clock);
  const createSubscription = new CreateSubscription(unitOfWork, issue, clock);
  const billDue = new BillDueSubscriptions(reader, unitOfWork, issue, clock);
  return {
    ...harness,
    createSubscription,
    create: async (input = {}, idempotentRequest) => {
      const accountId = input.accountId ?? (await harness.openAccount());
      const outcome = await createSubscription.execute(
        aNewSubscription({ ...input, accountId }),
        idempotentRequest,
      );
      if (outcome.replayed) throw new Error('Unexpected replay.');
      return outcome.value;
    },
    bill: () => billDue.execute(),
    pay: async ({ latestPaymentId }, processor = new HookedProcessor(), card = aCard()) => {
      const conclusion = new ConcludeAttempt(unitOfWork, processor, clock);
      const paying = new PayPaymentRequest(unitOfWork, requests, secrets, processor, conclusion, clock);
      const { obstacle } = await paying.execute(secrets.secretOf(latestPaymentId), card);
      if (obstacle !== undefined) throw new Error(`Not payable: ${obstacle}`);
    },
    current: async ({ id }) => requireValue(await reader.find(id, undefined)),
    request: async (id) => requireValue(await requests.find(id, undefined)),
    pause: new PauseSubscription(reader, unitOfWork, clock),
    resume: new ResumeSubscription(reader, unitOfWork, issue, clock),
    cancel: new CancelSubscription(reader, unitOfWork, clock),
    goTo: (instant) => {
      clock.advance(instant.getTime() - clock.now().getTime());
    },
  };
}

export async function cancelAll({ reader, cancel }: SubscriptionsFixture): Promise<void> {
  for (const status of BILLED_STATUSES) {
    for (const { id, accountId } of (await reader.list({ status }, { limit: 100 })).items) {
      await cancel.execute(id, accountId);
    }
  }
}

function requireValue<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Not found.');
  return value;
}
