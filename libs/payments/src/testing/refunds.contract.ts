import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountId, idFromUuid, type IdempotentRequest, MINUTE_MS, type RefundId } from '@florin/kernel';
import { ConcludeAttempt } from '../payment-request/conclude-attempt.js';
import { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import { GetPaymentRequest } from '../payment-request/get-payment-request.js';
import type { Payee } from '../payment-request/payee.js';
import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentRequestReader } from '../payment-request/payment-request.reader.js';
import { PayPaymentRequest } from '../payment-request/pay-payment-request.js';
import type { PaymentProcessor } from '../processor/payment-processor.js';
import { ConcludeRefund } from '../refund/conclude-refund.js';
import { CreateRefund } from '../refund/create-refund.js';
import type { NewRefund, Refund } from '../refund/refund.js';
import type { RefundReader } from '../refund/refund.reader.js';
import { ResolveStuckRefunds } from '../refund/resolve-stuck-refunds.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { aCard, aNewRequest, PlainPageSecrets, SteppedClock } from './builders.js';
import { Crash } from './crash.js';
import { type CrashPoint, REFUND_CRASH_POINTS, withCallPoints, withCommitPoints } from './crash-points.js';
import { ProcessorHooks } from './hooked-processor.js';

export { aPayee, SequentialIds, type SteppedClock } from './builders.js';

interface RefundsHarness {
  readonly unitOfWork: PaymentsUnitOfWork;
  readonly reader: PaymentRequestReader;
  readonly refunds: RefundReader;
  readonly processor: PaymentProcessor;
  openPayee(): Promise<AccountId>;
  setPayee(accountId: AccountId, status: Exclude<Payee['status'], 'closed'>): Promise<void>;
  /** Takes money from the account, so that it cannot refund all of its payments. */
  spend(accountId: AccountId, amount: number): Promise<void>;
  balance(accountId: AccountId): Promise<{ readonly available: number; readonly held: number }>;
  /** The sum of succeeded refunds at the processor. */
  returned(): Promise<number>;
  events(id: RefundId): Promise<readonly string[]>;
}

const STUCK_AFTER_MS = MINUTE_MS;
const AMOUNT = 7500;
const REFUNDS_FAIL = '4000000000005126';

/** Contract of refunds, for every implementation of the stores and the processor. */
export function refundsContract(
  name: string,
  open: (clock: SteppedClock, hooks: ProcessorHooks) => Promise<RefundsHarness>,
): void {
  let clock: SteppedClock;
  let hooks: ProcessorHooks;
  let harness: RefundsHarness;
  let accountId: AccountId;
  const secrets = new PlainPageSecrets();

  beforeEach(async () => {
    clock = new SteppedClock();
    hooks = new ProcessorHooks();
    harness = await open(clock, hooks);
    accountId = await harness.openPayee();
  });

  async function createRequest(): Promise<PaymentRequest> {
    const creation = new CreatePaymentRequest(harness.unitOfWork, secrets, clock);
    const created = await creation.execute(aNewRequest({ accountId }));
    if (created.replayed) throw new Error('Unexpected replay.');
    return created.value;
  }

  async function aPayment(number?: string): Promise<PaymentRequest> {
    const { unitOfWork, reader, processor } = harness;
    const request = await createRequest();
    const conclusion = new ConcludeAttempt(unitOfWork, processor, clock);
    const pay = new PayPaymentRequest(unitOfWork, reader, secrets, processor, conclusion, clock);
    await pay.execute(secrets.secretOf(request.id), aCard(number));
    return paymentOf(request);
  }

  const paymentOf = async ({ id }: PaymentRequest): Promise<PaymentRequest> =>
    (await harness.reader.find(id, accountId))!;

  function createRefund(
    { id }: Pick<PaymentRequest, 'id'>,
    input: Partial<NewRefund> = {},
    crashAt?: CrashPoint,
    idempotentRequest?: IdempotentRequest<Refund>,
  ) {
    const crash = new Crash(crashAt);
    const unitOfWork = withCommitPoints(harness.unitOfWork, crash.reach);
    const processor = withCallPoints(harness.processor, crash.reach);
    const { reader } = harness;
    const conclusion = new ConcludeRefund(reader, unitOfWork, processor, clock);
    const creation = new CreateRefund(new GetPaymentRequest(reader), unitOfWork, conclusion, clock);
    const terms = { amount: undefined, reason: undefined, ...input };
    return crash.run(creation.execute(id, accountId, terms, idempotentRequest));
  }

  async function refund(...args: Parameters<typeof createRefund>): Promise<Refund> {
    const created = await createRefund(...args);
    if (created.replayed) throw new Error('Unexpected replay.');
    return created.value;
  }

  function resolveStuck(): Promise<number> {
    const { reader, unitOfWork, processor, refunds } = harness;
    const conclusion = new ConcludeRefund(reader, unitOfWork, processor, clock);
    return new ResolveStuckRefunds(refunds, conclusion, clock, STUCK_AFTER_MS).execute();
  }
  const refundsOf = async (payment: PaymentRequest) =>
    (await harness.refunds.list(payment, { limit: 100 })).items;
  const unreachable = () => Promise.reject(new Error('processor unavailable'));

  describe(`a refund on ${name}`, () => {
    it('returns the whole payment without an amount, and is recorded once', async () => {
      const payment = await aPayment();
      const refunded = await refund(payment, { reason: 'returned goods' });
      expect(refunded).toMatchObject({ status: 'succeeded', amount: AMOUNT, reason: 'returned goods' });
      expect(await harness.refunds.find(refunded.id, accountId)).toEqual(refunded);
      expect((await paymentOf(payment)).refundedAmount).toBe(AMOUNT);
      expect(await harness.returned()).toBe(AMOUNT);
      expect(await harness.balance(accountId)).toEqual({ available: 0, held: 0 });
      expect(await harness.events(refunded.id)).toEqual(['refund.created', 'refund.succeeded']);
    });

    it('returns a part, then what is left, and never more', async () => {
      const payment = await aPayment();
      await aPayment();
      await refund(payment, { amount: 5000 });
      await expect(refund(payment, { amount: 2501 })).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await refund(payment)).toMatchObject({ amount: 2500, status: 'succeeded' });
      await expect(refund(payment)).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(refund(payment, { amount: 1 })).rejects.toMatchObject({ code: 'invalid_request' });
      expect((await paymentOf(payment)).refundedAmount).toBe(AMOUNT);
      expect(await harness.balance(accountId)).toEqual({ available: AMOUNT, held: 0 });
    });

    it('needs a succeeded payment of the account', async () => {
      const pending = await createRequest();
      await expect(refund(pending)).rejects.toMatchObject({ code: 'conflict' });
      const unknown = idFromUuid('pay', '0195968a-6f4d-7000-8000-00000000ffff');
      await expect(refund({ id: unknown })).rejects.toMatchObject({ code: 'not_found' });
    });

    it('needs the money, after the amount was checked', async () => {
      const payment = await aPayment();
      await harness.spend(accountId, 1);
      await expect(refund(payment, { amount: AMOUNT + 1 })).rejects.toMatchObject({
        code: 'invalid_request',
      });
      await expect(refund(payment)).rejects.toMatchObject({ code: 'insufficient_funds' });
      expect(await refundsOf(payment)).toEqual([]);
      expect(await refund(payment, { amount: AMOUNT - 1 })).toMatchObject({ status: 'succeeded' });
    });

    it('is refused while the account is suspended; one that was created before succeeds', async () => {
      const payment = await aPayment();
      hooks.beforeRefund = () => harness.setPayee(accountId, 'inactive');
      expect(await refund(payment, { amount: 100 })).toMatchObject({ status: 'succeeded' });
      await expect(refund(payment)).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await harness.balance(accountId)).toEqual({ available: AMOUNT - 100, held: 0 });
    });

    it('releases the money when it fails, and does not count', async () => {
      const payment = await aPayment(REFUNDS_FAIL);
      for (let round = 0; round < 2; round++) {
        const failed = await refund(payment);
        expect(failed).toMatchObject({ status: 'failed', failureReason: 'refund_declined', amount: AMOUNT });
        expect(await harness.events(failed.id)).toEqual(['refund.created', 'refund.failed']);
      }
      expect((await paymentOf(payment)).refundedAmount).toBe(0);
      expect(await harness.balance(accountId)).toEqual({ available: AMOUNT, held: 0 });
      expect(await harness.returned()).toBe(0);
    });

    it('stays pending and counts while the processor does not respond', async () => {
      const payment = await aPayment();
      hooks.beforeRefund = unreachable;
      const pending = await refund(payment, { amount: 5000 });
      expect(pending.status).toBe('pending');
      expect(await harness.balance(accountId)).toEqual({ available: 2500, held: 5000 });
      expect((await paymentOf(payment)).refundedAmount).toBe(0);
      await expect(refund(payment, { amount: 2501 })).rejects.toMatchObject({ code: 'invalid_request' });
      hooks.beforeRefund = () => Promise.resolve();
      expect(await resolveStuck()).toBe(0);
      clock.advance(STUCK_AFTER_MS);
      expect(await resolveStuck()).toBe(1);
      expect(await harness.refunds.find(pending.id, accountId)).toMatchObject({ status: 'succeeded' });
      expect(await harness.returned()).toBe(5000);
    });

    it('never exceeds the payment when many are created at once', async () => {
      const payment = await aPayment();
      await aPayment();
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, () => refund(payment, { amount: 1000 })),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
      expect((await paymentOf(payment)).refundedAmount).toBe(7000);
      expect(await harness.returned()).toBe(7000);
      expect(await harness.balance(accountId)).toEqual({ available: 2 * AMOUNT - 7000, held: 0 });
    });

    it('is created once for one idempotency key, whose response has its id', async () => {
      const payment = await aPayment();
      const request: IdempotentRequest<Refund> = {
        accountId,
        principal: 'user_one',
        path: '/v1/payments/refunds',
        key: 'once',
        fingerprint: 'one body',
        present: ({ id }) => ({ id }),
      };
      const send = () => createRefund(payment, { amount: 100 }, undefined, request);
      const first = await send();
      if (first.replayed) throw new Error('Unexpected replay.');
      expect(await send()).toEqual({ replayed: true, response: { id: first.value.id } });
      expect(await harness.returned()).toBe(100);
    });

    it('is concluded once by concurrent workers', async () => {
      const payment = await aPayment();
      hooks.beforeRefund = unreachable;
      await refund(payment);
      hooks.beforeRefund = () => Promise.resolve();
      clock.advance(STUCK_AFTER_MS);
      await Promise.all([resolveStuck(), resolveStuck(), resolveStuck()]);
      const [refunded] = await refundsOf(payment);
      expect(await harness.events(refunded!.id)).toEqual(['refund.created', 'refund.succeeded']);
      expect((await paymentOf(payment)).refundedAmount).toBe(AMOUNT);
    });
  });

  describe(`a refund on ${name} whose process crashed`, () => {
    it.each(REFUND_CRASH_POINTS)('%s is returned once after it was resolved', async (point) => {
      const payment = await aPayment();
      await expect(refund(payment, {}, point)).rejects.toThrow(point);
      expect(await resolveStuck()).toBe(0);
      clock.advance(STUCK_AFTER_MS);
      expect(await resolveStuck()).toBe(point === 'after refund outcome commit' ? 0 : 1);
      expect(await refundsOf(payment)).toMatchObject([{ status: 'succeeded', amount: AMOUNT }]);
      expect(await harness.returned()).toBe(AMOUNT);
      expect(await harness.balance(accountId)).toEqual({ available: 0, held: 0 });
      expect(await resolveStuck()).toBe(0);
    });

    it('does not delay others when it cannot be resolved', async () => {
      const payment = await aPayment();
      hooks.beforeRefund = unreachable;
      for (let count = 0; count < 3; count++) await refund(payment, { amount: 100 });
      clock.advance(STUCK_AFTER_MS);
      let calls = 0;
      hooks.beforeRefund = () => (++calls === 1 ? unreachable() : Promise.resolve());
      await expect(resolveStuck()).rejects.toThrow('Failed items: 1.');
      expect((await refundsOf(payment)).map(({ status }) => status).sort()).toEqual([
        'pending',
        'succeeded',
        'succeeded',
      ]);
      expect(await resolveStuck()).toBe(1);
    });
  });

  describe(`refunds read from ${name}`, () => {
    it('are those of one payment, newest first, in pages', async () => {
      const [payment, other] = [await aPayment(), await aPayment()];
      const created: RefundId[] = [];
      for (const amount of [1, 2, 3, 4]) created.unshift((await refund(payment, { amount })).id);
      await refund(other);
      const read = async (cursor: { after?: RefundId; before?: RefundId }, limit: number) => {
        const { items, hasMore } = await harness.refunds.list(payment, { ...cursor, limit });
        return [items.map(({ id }) => created.indexOf(id)), hasMore];
      };
      expect(await read({}, 3)).toEqual([[0, 1, 2], true]);
      expect(await read({ after: created[2]! }, 3)).toEqual([[3], false]);
      expect(await read({ before: created[2]! }, 1)).toEqual([[1], true]);
    });

    it('are found in their own account only, or in any', async () => {
      const payment = await aPayment();
      const refunded = await refund(payment);
      expect(await harness.refunds.find(refunded.id, undefined)).toEqual(refunded);
      const another = await harness.openPayee();
      expect(await harness.refunds.find(refunded.id, another)).toBeUndefined();
    });

    it('are pending in order of creation, behind a position', async () => {
      const payment = await aPayment();
      hooks.beforeRefund = unreachable;
      const created: Refund[] = [];
      for (const amount of [1, 2, 3]) {
        created.push(await refund(payment, { amount }));
        clock.advance(MINUTE_MS);
      }
      const [first, second] = created;
      expect(await harness.refunds.findPending(second!.createdAt, 10)).toEqual(created.slice(0, 2));
      const after = { at: first!.createdAt, id: first!.id };
      expect(await harness.refunds.findPending(clock.now(), 1, after)).toEqual([second]);
    });
  });
}
