import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountId, DAY_MS, MINUTE_MS, type PaymentRequestId } from '@florin/kernel';
import { CancelPaymentRequest } from '../payment-request/cancel-payment-request.js';
import { ConcludeAttempt } from '../payment-request/conclude-attempt.js';
import { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import { ExpireDueRequests } from '../payment-request/expire-due-requests.js';
import type { Payee, PayeeDirectory } from '../payment-request/payee.js';
import { OpenPaymentPage } from '../payment-request/payment-page.js';
import type { NewPaymentRequest, PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentRequestReader } from '../payment-request/payment-request.reader.js';
import { PayPaymentRequest } from '../payment-request/pay-payment-request.js';
import { ResolveStuckAttempts } from '../payment-request/resolve-stuck-attempts.js';
import type { PaymentProcessor } from '../processor/payment-processor.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import type { SubscriptionReader } from '../subscription/subscription.reader.js';
import { aCard, aNewRequest, PlainPageSecrets, SteppedClock } from './builders.js';
import { Crash } from './crash.js';
import { type CrashPoint, PAYMENT_CRASH_POINTS, withCallPoints, withCommitPoints } from './crash-points.js';
import { DuringCharge, ProcessorHooks } from './hooked-processor.js';
import { paymentRequestListsContract } from './payment-request-lists.contract.js';

export {
  aCard,
  aChargingRequest,
  aNewRequest,
  aPayee,
  SequentialIds,
  PlainPageSecrets,
  SteppedClock,
} from './builders.js';
export { DuringCharge, ProcessorHooks, withHooks } from './hooked-processor.js';

export interface PayingHarness {
  readonly unitOfWork: PaymentsUnitOfWork;
  readonly reader: PaymentRequestReader;
  readonly payees: PayeeDirectory;
  readonly subscriptions: SubscriptionReader;
  readonly processor: PaymentProcessor;
  openPayee(): Promise<AccountId>;
  /** Closing also cancels the pending requests, as closing an account does. */
  setPayee(accountId: AccountId, status: Payee['status']): Promise<void>;
  /** The settled credits of an account. */
  credits(accountId: AccountId): Promise<readonly { readonly amount: number; readonly reference: string }[]>;
  /** The sum of approved charges that are not reversed. */
  taken(): Promise<number>;
  events(id: PaymentRequestId): Promise<readonly string[]>;
  /** All stored data as text. */
  allKept(): Promise<string>;
}

const STUCK_AFTER_MS = MINUTE_MS;
const DECLINED = '4000000000000002';

/** Contract of payments, for every implementation of the stores and the processor. */
export function payingContract(
  name: string,
  open: (clock: SteppedClock, hooks: ProcessorHooks) => Promise<PayingHarness>,
): void {
  let clock: SteppedClock;
  let hooks: ProcessorHooks;
  let harness: PayingHarness;
  let accountId: AccountId;
  const secrets = new PlainPageSecrets();

  beforeEach(async () => {
    clock = new SteppedClock();
    hooks = new ProcessorHooks();
    harness = await open(clock, hooks);
    accountId = await harness.openPayee();
  });

  async function create(change: Partial<NewPaymentRequest> = {}): Promise<PaymentRequest> {
    const creation = new CreatePaymentRequest(harness.unitOfWork, secrets, clock);
    const created = await creation.execute(aNewRequest({ accountId, ...change }));
    if (created.replayed) throw new Error('Unexpected replay.');
    return created.value;
  }

  async function aRequest(): Promise<{ id: PaymentRequestId; secret: string }> {
    const { id } = await create();
    return { id, secret: secrets.secretOf(id) };
  }

  function pay(secret: string, card = aCard(), crashAt?: CrashPoint) {
    const crash = new Crash(crashAt);
    const unitOfWork = withCommitPoints(harness.unitOfWork, crash.reach);
    const processor = withCallPoints(harness.processor, crash.reach);
    const { reader } = harness;
    const conclusion = new ConcludeAttempt(unitOfWork, processor, clock);
    const paying = new PayPaymentRequest(unitOfWork, reader, secrets, processor, conclusion, clock);
    return crash.run(paying.execute(secret, card));
  }

  function resolveStuck(processor = harness.processor): Promise<number> {
    const conclusion = new ConcludeAttempt(harness.unitOfWork, processor, clock);
    return new ResolveStuckAttempts(harness.reader, processor, conclusion, clock, STUCK_AFTER_MS).execute();
  }

  const expireDue = () => new ExpireDueRequests(harness.reader, harness.unitOfWork, clock).execute();
  const cancel = (id: PaymentRequestId) =>
    new CancelPaymentRequest(harness.reader, harness.unitOfWork, clock).execute(id, accountId);
  const requestOf = async (id: PaymentRequestId): Promise<PaymentRequest> =>
    (await harness.reader.find(id, accountId))!;
  const stateOf = async (secret: string) => {
    const { reader, payees, subscriptions } = harness;
    return (await new OpenPaymentPage(reader, payees, subscriptions, secrets, clock).execute(secret))?.state;
  };
  const credited = async () =>
    (await harness.credits(accountId)).reduce((sum, { amount }) => sum + amount, 0);

  describe(`paying a request on ${name}`, () => {
    it('charges once and credits the account once, with the request’s id as reference', async () => {
      const { id, secret } = await aRequest();
      expect(await stateOf(secret)).toBe('payable');
      expect(await pay(secret)).toMatchObject({ attempt: { status: 'approved' } });
      expect(await stateOf(secret)).toBe('paid');
      expect(await harness.credits(accountId)).toEqual([{ amount: 7500, reference: id }]);
      expect(await harness.taken()).toBe(7500);
      expect(await pay(secret)).toEqual({ obstacle: 'paid' });
      expect(await harness.taken()).toBe(7500);
      expect(await harness.events(id)).toEqual(['payment_request.created', 'payment_request.succeeded']);
    });

    it('charges once when eight browser tabs pay concurrently', async () => {
      const { secret } = await aRequest();
      const results = await Promise.all(Array.from({ length: 8 }, () => pay(secret)));
      expect(results.filter(({ attempt }) => attempt !== undefined)).toHaveLength(1);
      expect([await harness.taken(), await credited()]).toEqual([7500, 7500]);
    });

    it('stores nothing of the card but brand and last four digits', async () => {
      const { secret } = await aRequest();
      await pay(secret, { ...aCard('5105105105105100'), code: '947' });
      const stored = await harness.allKept();
      expect(stored).toContain('5100');
      expect(stored).not.toMatch(/510510|"947"/);
    });

    it('can be retried after a decline, and fails at the fifth', async () => {
      const { id, secret } = await aRequest();
      for (let declines = 1; declines < 5; declines++) {
        await pay(secret, aCard(DECLINED));
        expect(await stateOf(secret)).toBe('declined');
      }
      await pay(secret, aCard(DECLINED));
      expect(await stateOf(secret)).toBe('failed');
      expect(await requestOf(id)).toMatchObject({ status: 'failed', declines: 5 });
      expect(await pay(secret)).toEqual({ obstacle: 'failed' });
      expect(await harness.taken()).toBe(0);
    });

    it('resolves the outcome at the processor when the charge call fails', async () => {
      const { id, secret } = await aRequest();
      hooks.afterCharge = () => Promise.reject(new Error('connection lost'));
      await pay(secret);
      expect((await requestOf(id)).status).toBe('succeeded');

      const second = await aRequest();
      hooks.beforeCharge = () => Promise.reject(new Error('connection refused'));
      await pay(second.secret);
      expect(await requestOf(second.id)).toMatchObject({ status: 'pending', charging: false });
      expect(await stateOf(second.secret)).toBe('not_charged');
    });

    it('refuses an expired request, before and after its status is updated', async () => {
      const { id, secret } = await aRequest();
      clock.advance(DAY_MS);
      for (const expired of [1, 0]) {
        expect(await stateOf(secret)).toBe('expired');
        expect(await pay(secret)).toEqual({ obstacle: 'expired' });
        expect(await expireDue()).toBe(expired);
      }
      expect(await requestOf(id)).toMatchObject({ status: 'canceled', cancelReason: 'expired' });
      expect(await harness.taken()).toBe(0);
    });

    it('refuses an inactive account, a canceled request and an unknown secret', async () => {
      const { id, secret } = await aRequest();
      await harness.setPayee(accountId, 'inactive');
      expect(await pay(secret)).toEqual({ obstacle: 'unavailable' });
      await harness.setPayee(accountId, 'active');
      await cancel(id);
      expect(await pay(secret)).toEqual({ obstacle: 'canceled' });
      expect(await pay('unknown')).toEqual({ obstacle: 'unknown' });
      expect(await harness.taken()).toBe(0);
    });

    it('credits the charge when the account was suspended meanwhile', async () => {
      const { id, secret } = await aRequest();
      hooks.afterCharge = () => harness.setPayee(accountId, 'inactive');
      await pay(secret);
      expect((await requestOf(id)).status).toBe('succeeded');
      expect(await credited()).toBe(7500);
    });

    it('reverses the charge when the account was closed meanwhile', async () => {
      const { id, secret } = await aRequest();
      hooks.afterCharge = () => harness.setPayee(accountId, 'closed');
      expect(await pay(secret)).toMatchObject({ attempt: { status: 'reversed' } });
      expect(await requestOf(id)).toMatchObject({ cancelReason: 'account_closed', charging: false });
      expect([await harness.taken(), await credited()]).toEqual([0, 0]);
      expect(await harness.events(id)).toEqual([
        'payment_request.created',
        'payment_request.canceled',
        'payment_request.reversed',
      ]);
    });

    it('retries a failed reversal later, without an error for the customer', async () => {
      const { id, secret } = await aRequest();
      hooks.afterCharge = () => harness.setPayee(accountId, 'closed');
      hooks.beforeReverse = () => Promise.reject(new Error('processor unavailable'));
      expect(await pay(secret)).toMatchObject({ attempt: { status: 'reversing' } });
      expect(await harness.taken()).toBe(7500);
      hooks.beforeReverse = () => Promise.resolve();
      clock.advance(STUCK_AFTER_MS);
      expect(await resolveStuck()).toBe(1);
      expect(await requestOf(id)).toMatchObject({ cancelReason: 'account_closed', charging: false });
      expect([await harness.taken(), await credited()]).toEqual([0, 0]);
    });

    it('is neither canceled nor expired while a card is being charged', async () => {
      const { id, secret } = await aRequest();
      const duringCharge = new DuringCharge(async () => {
        await expect(cancel(id)).rejects.toMatchObject({ code: 'not_cancellable' });
        clock.advance(2 * DAY_MS);
        expect(await harness.reader.findDue(clock.now(), 100)).toEqual([]);
        expect(await expireDue()).toBe(0);
      });
      hooks.afterCharge = duringCharge.run;
      await pay(secret);
      await duringCharge.assertPassed();
      expect((await requestOf(id)).status).toBe('succeeded');
    });
  });

  describe(`a payment on ${name} whose process crashed`, () => {
    for (const point of PAYMENT_CRASH_POINTS) {
      it(`${point} has one outcome after it was resolved, and is charged at most once`, async () => {
        const { id, secret } = await aRequest();
        if (point.includes('revers')) hooks.afterCharge = () => harness.setPayee(accountId, 'closed');
        await expect(pay(secret, aCard(), point)).rejects.toThrow(point);

        expect(await resolveStuck()).toBe(0);
        clock.advance(STUCK_AFTER_MS);
        await resolveStuck();
        const { charging, status } = await requestOf(id);
        expect(charging).toBe(false);
        expect(await harness.taken()).toBe(await credited());
        expect(status === 'succeeded' ? 7500 : 0).toBe(await credited());
        expect(await resolveStuck()).toBe(0);
      });
    }

    it('can be paid again when the first charge did not reach the processor', async () => {
      const { id, secret } = await aRequest();
      await expect(pay(secret, aCard(), 'after intent commit')).rejects.toThrow();
      expect(await stateOf(secret)).toBe('processing');
      clock.advance(STUCK_AFTER_MS);
      expect(await resolveStuck()).toBe(1);
      await pay(secret);
      expect(await requestOf(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
      expect(await harness.taken()).toBe(7500);
    });

    it('is voided when it was only slow and was resolved meanwhile', async () => {
      const { id, secret } = await aRequest();
      const duringCharge = new DuringCharge(async () => {
        clock.advance(STUCK_AFTER_MS);
        expect(await resolveStuck()).toBe(1);
      });
      hooks.beforeCharge = duringCharge.run;
      expect(await pay(secret)).toMatchObject({ attempt: { status: 'voided' } });
      await duringCharge.assertPassed();
      expect(await requestOf(id)).toMatchObject({ status: 'pending', charging: false });
      expect(await harness.taken()).toBe(0);
    });

    it('does not delay others when it cannot be resolved', async () => {
      const [broken, fine] = [await aRequest(), await aRequest()];
      for (const { secret } of [broken, fine]) {
        await expect(pay(secret, aCard(), 'after charge')).rejects.toThrow();
      }
      const { processor } = harness;
      const partlyFailing = Object.create(processor) as PaymentProcessor;
      partlyFailing.resolve = (key) =>
        key.startsWith(broken.id)
          ? Promise.reject(new Error('processor unavailable'))
          : processor.resolve(key);
      clock.advance(STUCK_AFTER_MS);
      await expect(resolveStuck(partlyFailing)).rejects.toThrow('Failed items: 1.');
      expect((await requestOf(fine.id)).status).toBe('succeeded');
      expect((await requestOf(broken.id)).charging).toBe(true);
    });

    it('is concluded once by four concurrent resolvers', async () => {
      const { id, secret } = await aRequest();
      await expect(pay(secret, aCard(), 'after charge')).rejects.toThrow();
      clock.advance(STUCK_AFTER_MS);
      await Promise.all([resolveStuck(), resolveStuck(), resolveStuck(), resolveStuck()]);
      expect((await requestOf(id)).status).toBe('succeeded');
      expect([await harness.taken(), await credited()]).toEqual([7500, 7500]);
    });
  });

  describe(`payment requests on ${name}`, () => {
    it('are canceled once, with an event', async () => {
      const { id } = await aRequest();
      expect(await cancel(id)).toMatchObject({ status: 'canceled', cancelReason: 'requested' });
      expect(await harness.events(id)).toEqual(['payment_request.created', 'payment_request.canceled']);
      await expect(cancel(id)).rejects.toMatchObject({ code: 'not_cancellable' });
      expect(await harness.events(id)).toHaveLength(2);
    });

    it('expire once each when three jobs run concurrently', async () => {
      const requests = [await aRequest(), await aRequest(), await aRequest()];
      clock.advance(DAY_MS);
      const counts = await Promise.all([expireDue(), expireDue(), expireDue()]);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
      for (const { id } of requests) {
        expect(await harness.events(id)).toEqual(['payment_request.created', 'payment_request.canceled']);
      }
    });

    it('are all found by a cursor reader while many are created concurrently', async () => {
      const oldest = await aRequest();
      const readIds = [oldest.id];
      const readNext = async (): Promise<void> => {
        const { items } = await harness.reader.list({ accountId }, { limit: 100, before: readIds.at(-1)! });
        readIds.push(...items.map(({ id }) => id).reverse());
      };
      for (let round = 0; round < 5; round++) {
        const pending = new Set(Array.from({ length: 12 }, () => aRequest()));
        for (const creating of pending) void creating.finally(() => pending.delete(creating));
        while (pending.size > 0) await readNext();
      }
      await readNext();
      expect(new Set(readIds).size).toBe(61);
    });

    it('have their attempts in order, all or those with some statuses', async () => {
      const { id, secret } = await aRequest();
      const other = await aRequest();
      await pay(secret, aCard(DECLINED));
      await pay(secret, aCard('4000000000000119'));
      await pay(secret);
      await pay(other.secret, aCard('4000000000009995'));
      const requests = [await requestOf(id), await requestOf(other.id), await create()];
      const found = async (...parameters: Parameters<PaymentRequestReader['findAttempts']>) =>
        (await harness.reader.findAttempts(...parameters)).map(
          ({ paymentRequestId, number, status, declineReason }) =>
            paymentRequestId === id ? [number, status, declineReason] : [status, declineReason],
        );
      expect(await found(requests.slice(0, 1))).toEqual([
        [1, 'declined', 'card_declined'],
        [2, 'failed', undefined],
        [3, 'approved', undefined],
      ]);
      expect(await found(requests.slice(1))).toEqual([['declined', 'insufficient_funds']]);
      expect(await found(requests, ['approved'])).toEqual([[3, 'approved', undefined]]);
      expect(await found(requests.slice(2))).toEqual([]);
      expect(await found([])).toEqual([]);
    });
  });

  paymentRequestListsContract(name, () => ({ accountId, clock, reader: harness.reader, create, cancel }));
}
