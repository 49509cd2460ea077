import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountId, addMilliseconds, HOUR_MS, MINUTE_MS, SECOND_MS } from '@florin/kernel';
import { ConcludeAttempt } from '../payment-request/conclude-attempt.js';
import { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import { GetPaymentRequest } from '../payment-request/get-payment-request.js';
import { PayPaymentRequest } from '../payment-request/pay-payment-request.js';
import type { NewPaymentRequest, PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentRequestReader } from '../payment-request/payment-request.reader.js';
import { SendPaymentRequest } from '../payment-request/send-payment-request.js';
import { ConcludeRefund } from '../refund/conclude-refund.js';
import { CreateRefund } from '../refund/create-refund.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { CreateSubscription } from '../subscription/create-subscription.js';
import { aCard, aNewRequest, PlainPageSecrets, SteppedClock } from './builders.js';
import { HookedProcessor } from './hooked-processor.js';
import { aNewSubscription } from './subscription-builders.js';

export { aNewRequest, aPayee, PlainPageSecrets, SequentialIds, SteppedClock } from './builders.js';

interface StoredMail {
  readonly kind: string;
  readonly subjectId: string;
  readonly dueAt: Date;
}

interface PaymentMailsHarness {
  readonly unitOfWork: PaymentsUnitOfWork;
  readonly reader: PaymentRequestReader;
  openPayee(): Promise<AccountId>;
  suspend(accountId: AccountId): Promise<void>;
  /** In the order in which they are due. */
  mails(accountId: AccountId): Promise<readonly StoredMail[]>;
}

const PER_HOUR = 3;
const REFUNDS_FAIL = '4000000000005126';

/** Contract of the mails to customers, for every implementation of the stores. */
export function paymentMailsContract(
  name: string,
  open: (clock: SteppedClock) => Promise<PaymentMailsHarness>,
): void {
  const secrets = new PlainPageSecrets();
  let clock: SteppedClock;
  let harness: PaymentMailsHarness;
  let accountId: AccountId;

  beforeEach(async () => {
    clock = new SteppedClock();
    harness = await open(clock);
    accountId = await harness.openPayee();
  });

  const creation = () => new CreatePaymentRequest(harness.unitOfWork, secrets, clock, PER_HOUR);
  const input = (changes: Partial<NewPaymentRequest> = {}) => aNewRequest({ accountId, ...changes });

  async function create(changes: Partial<NewPaymentRequest> = {}): Promise<PaymentRequest> {
    const created = await creation().execute(input(changes));
    if (created.replayed) throw new Error('Unexpected replay.');
    return created.value;
  }

  const send = (request: PaymentRequest) =>
    new SendPaymentRequest(harness.reader, harness.unitOfWork, clock, PER_HOUR).execute(
      request.id,
      accountId,
    );

  async function pay(request: PaymentRequest, processor = new HookedProcessor(), number?: string) {
    const { unitOfWork, reader } = harness;
    const conclusion = new ConcludeAttempt(unitOfWork, processor, clock);
    const paying = new PayPaymentRequest(unitOfWork, reader, secrets, processor, conclusion, clock);
    await paying.execute(secrets.secretOf(request.id), aCard(number));
  }

  async function refund(request: PaymentRequest, processor: HookedProcessor) {
    const { unitOfWork, reader } = harness;
    const conclusion = new ConcludeRefund(reader, unitOfWork, processor, clock);
    const refunding = new CreateRefund(new GetPaymentRequest(reader), unitOfWork, conclusion, clock);
    const refunded = await refunding.execute(request.id, accountId, { amount: undefined, reason: undefined });
    if (refunded.replayed) throw new Error('Unexpected replay.');
    return refunded.value;
  }

  const kinds = async () => (await harness.mails(accountId)).map(({ kind }) => kind);
  const limitReached = (seconds: number) => ({ code: 'rate_limited', retryAfterSeconds: seconds });

  describe(`mails to customers on ${name}`, () => {
    it('ask to pay if the request was created with send_email, and otherwise not', async () => {
      await create();
      const request = await create({ sendEmail: true });
      const mail = { kind: 'payment_request', subjectId: request.id, dueAt: request.createdAt };
      expect(await harness.mails(accountId)).toEqual([mail]);
    });

    it('confirm a payment and a refund, also if the request was not sent by email', async () => {
      const request = await create();
      const processor = new HookedProcessor();
      await pay(request, processor, '4000000000000002');
      expect(await kinds()).toEqual([]);
      await pay(request, processor);
      clock.advance(SECOND_MS);
      const { id } = await refund(request, processor);
      expect(await harness.mails(accountId)).toMatchObject([
        { kind: 'receipt', subjectId: request.id },
        { kind: 'refund', subjectId: id },
      ]);
    });

    it('confirm no refund that failed', async () => {
      const request = await create();
      const processor = new HookedProcessor();
      await pay(request, processor, REFUNDS_FAIL);
      expect(await refund(request, processor)).toMatchObject({ status: 'failed' });
      expect(await kinds()).toEqual(['receipt']);
    });

    it('send a request again after an hour, and not before', async () => {
      const request = await create({ sendEmail: true });
      clock.advance(HOUR_MS - 1);
      await expect(send(request)).rejects.toMatchObject(limitReached(1));
      clock.advance(1);
      await send(request);
      await expect(send(request)).rejects.toMatchObject(limitReached(3600));
      expect(await kinds()).toEqual(['payment_request', 'payment_request']);
    });

    it('do not exceed the hourly limit of the account: nothing is stored', async () => {
      const unsent = await create();
      for (let count = 0; count < PER_HOUR; count++) {
        await create({ sendEmail: true });
        clock.advance(MINUTE_MS);
      }
      const refused = limitReached((60 - PER_HOUR) * 60);
      await expect(create({ sendEmail: true })).rejects.toMatchObject(refused);
      await expect(creation().dryRun(input({ sendEmail: true }))).rejects.toMatchObject(refused);
      await expect(send(unsent)).rejects.toMatchObject(refused);
      const stored = await harness.reader.list({ accountId }, { limit: 100 });
      expect(stored.items).toHaveLength(1 + PER_HOUR);
      expect(await kinds()).toHaveLength(PER_HOUR);
      clock.advance((60 - PER_HOUR) * MINUTE_MS);
      await send(unsent);
      await expect(create({ sendEmail: true })).rejects.toMatchObject(limitReached(60));
    });

    it('with bills wait for the limit instead, so that billing does not fail', async () => {
      const subscribing = new CreateSubscription(harness.unitOfWork, creation(), clock);
      const startedAt = clock.now();
      for (let count = 0; count < 2 * PER_HOUR + 1; count++)
        await subscribing.execute(aNewSubscription({ accountId }));
      const hours = [0, 0, 0, 1, 1, 1, 2];
      const due = (await harness.mails(accountId)).map(({ dueAt }) => dueAt);
      expect(due).toEqual(hours.map((hour) => addMilliseconds(startedAt, hour * HOUR_MS)));
      await expect(create({ sendEmail: true })).rejects.toMatchObject({ code: 'rate_limited' });
    });

    it('are not sent with bills that would expire before their turn', async () => {
      const subscribing = new CreateSubscription(harness.unitOfWork, creation(), clock);
      for (let count = 0; count < 24 * PER_HOUR + 2; count++)
        await subscribing.execute(aNewSubscription({ accountId, interval: 'day' }));
      const mails = await harness.mails(accountId);
      expect(mails).toHaveLength(24 * PER_HOUR);
      expect(mails.at(-1)?.dueAt).toEqual(addMilliseconds(clock.now(), 23 * HOUR_MS));
    });

    it('send only a request that can be paid', async () => {
      const paid = await create();
      await pay(paid);
      await expect(send(paid)).rejects.toMatchObject({ code: 'conflict' });
      const expired = await create();
      clock.advance(24 * HOUR_MS);
      await expect(send(expired)).rejects.toMatchObject({ code: 'conflict' });
      const pending = await create();
      await harness.suspend(accountId);
      await expect(send(pending)).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await kinds()).toEqual(['receipt']);
    });
  });
}
