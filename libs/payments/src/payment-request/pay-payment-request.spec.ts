import { describe, expect, it, jest } from '@jest/globals';
import { MINUTE_MS } from '@florin/kernel';
import { LateResults } from '../processor/late-results.js';
import {
  type ChargeOrder,
  type ChargeOutcome,
  type PaymentProcessor,
  ChargeTimeoutError,
} from '../processor/payment-processor.js';
import {
  aCard,
  aNewRequest,
  aPayee,
  PlainPageSecrets,
  SequentialIds,
  SteppedClock,
} from '../testing/builders.js';
import { HookedProcessor, ProcessorHooks } from '../testing/hooked-processor.js';
import {
  MemoryPayeeDirectory,
  MemoryPaymentRequestReader,
  MemoryPaymentsUnitOfWork,
} from '../memory/memory-stores.js';
import { MemorySubscriptionReader } from '../memory/memory-subscriptions.js';
import { payingContract } from '../testing/paying.contract.js';
import { cancelPendingRequests } from './cancel-pending-requests.js';
import { ConcludeAttempt } from './conclude-attempt.js';
import { CreatePaymentRequest } from './create-payment-request.js';
import { PayPaymentRequest } from './pay-payment-request.js';
import { ResolveStuckAttempts } from './resolve-stuck-attempts.js';

function memoryHarness(clock: SteppedClock, hooks: ProcessorHooks) {
  const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
  const processor = new HookedProcessor(hooks);
  const payee = aPayee();
  return {
    unitOfWork,
    processor,
    reader: new MemoryPaymentRequestReader(unitOfWork),
    payees: new MemoryPayeeDirectory(unitOfWork),
    subscriptions: new MemorySubscriptionReader(unitOfWork),
    openPayee: () => {
      unitOfWork.state.payees.set(payee.accountId, payee);
      return Promise.resolve(payee.accountId);
    },
    setPayee: async (accountId: typeof payee.accountId, status: typeof payee.status) => {
      const isClosing = status === 'closed';
      if (isClosing) await unitOfWork.run((stores) => cancelPendingRequests(stores, accountId, clock.now()));
      unitOfWork.state.payees.set(accountId, { ...payee, status });
    },
    credits: () =>
      Promise.resolve(
        [...unitOfWork.state.credits.values()].map(({ amount, reference }) => ({ amount, reference })),
      ),
    taken: () => Promise.resolve(processor.taken()),
    events: (id: string) =>
      Promise.resolve(
        unitOfWork.state.events.filter(({ subjectId }) => subjectId === id).map(({ type }) => type),
      ),
    allKept: () => {
      const { requests, attempts, events } = unitOfWork.state;
      return Promise.resolve(JSON.stringify([...requests.values(), ...attempts.values(), ...events]));
    },
  };
}

/** Creates a request and returns a function that pays it by card. */
async function setUpPayment(
  harness: ReturnType<typeof memoryHarness>,
  clock: SteppedClock,
  processor: PaymentProcessor = harness.processor,
  lateResults?: LateResults,
) {
  const { unitOfWork, reader } = harness;
  const accountId = await harness.openPayee();
  const secrets = new PlainPageSecrets();
  const created = await new CreatePaymentRequest(unitOfWork, secrets, clock).execute(
    aNewRequest({ accountId }),
  );
  if (created.replayed) throw new Error('Unexpected replay.');
  const concludeAttempt = new ConcludeAttempt(unitOfWork, processor, clock);
  const paying = new PayPaymentRequest(
    unitOfWork,
    reader,
    secrets,
    processor,
    concludeAttempt,
    clock,
    lateResults,
  );
  return {
    accountId,
    conclusion: concludeAttempt,
    pay: () => paying.execute(secrets.secretOf(created.value.id), aCard()),
  };
}

payingContract('memory', (clock, hooks) => Promise.resolve(memoryHarness(clock, hooks)));

describe('payment processor', () => {
  it('is never called while a unit of work is open', async () => {
    const clock = new SteppedClock();
    const hooks = new ProcessorHooks();
    const harness = memoryHarness(clock, hooks);
    const { unitOfWork, processor, reader } = harness;
    const { accountId, conclusion, pay } = await setUpPayment(harness, clock);

    const calls: string[] = [];
    const record = (call: string) => () => {
      calls.push(unitOfWork.isOpen ? `${call}, inside a unit of work` : call);
      return Promise.resolve();
    };
    const fail = () => Promise.reject(new Error('processor unavailable'));
    const resolveStuck = new ResolveStuckAttempts(reader, processor, conclusion, clock, MINUTE_MS);

    // Every call fails at first, so that every caller of the processor is covered.
    hooks.beforeCharge = record('charge');
    hooks.afterCharge = () => harness.setPayee(accountId, 'closed').then(fail);
    hooks.beforeResolve = () => record('resolve')().then(fail);
    await pay();
    expect(calls.splice(0)).toEqual(['charge', 'resolve']);

    clock.advance(MINUTE_MS);
    hooks.beforeResolve = record('resolve');
    hooks.beforeReverse = () => record('reverse')().then(fail);
    expect(await resolveStuck.execute()).toBe(0);
    expect(calls.splice(0)).toEqual(['resolve', 'reverse']);

    hooks.beforeReverse = record('reverse');
    expect(await resolveStuck.execute()).toBe(1);
    expect(calls).toEqual(['reverse']);
  });
});

describe('a charge that timed out', () => {
  /** Charges when `release` resolves; until then `resolve` returns voided, or fails. */
  class SlowProcessor extends HookedProcessor {
    readonly release = Promise.withResolvers<undefined>();
    failsToResolve = false;

    override charge(order: ChargeOrder): Promise<ChargeOutcome> {
      const lateOutcome = this.release.promise.then(() => super.charge(order));
      return Promise.reject(new ChargeTimeoutError('timeout', lateOutcome));
    }

    override resolve(): Promise<ChargeOutcome> {
      return this.failsToResolve ? Promise.reject(new Error('timeout')) : Promise.resolve({ kind: 'voided' });
    }
  }

  class RecordingLateResults extends LateResults {
    readonly pauses: number[] = [];
    readonly exhausted: string[] = [];

    pause(milliseconds: number): Promise<void> {
      this.pauses.push(milliseconds);
      return Promise.resolve();
    }

    onRetriesExhausted(key: string, error: unknown): void {
      this.exhausted.push(`${key}: ${(error as Error).message}`);
    }
  }

  /** `failures` is how often the unit of work fails after the late outcome. */
  async function pay(processor: SlowProcessor, late = new RecordingLateResults(), failures = 0) {
    const clock = new SteppedClock();
    const harness = memoryHarness(clock, processor.hooks);
    const { unitOfWork } = harness;
    const { attempt } = await (await setUpPayment(harness, clock, processor, late)).pay();
    const run = jest.spyOn(unitOfWork, 'run');
    for (let count = 0; count < failures; count++) run.mockRejectedValueOnce(new Error('unavailable'));
    processor.release.resolve(undefined);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    return { attempt, credits: unitOfWork.state.credits.size };
  }

  it('is reversed when it is approved after the attempt was voided', async () => {
    const processor = new SlowProcessor();
    expect(await pay(processor)).toMatchObject({ attempt: { status: 'voided' }, credits: 0 });
    expect(processor.taken()).toBe(0);
  });

  it('is reversed after database failures, and reported when the retries are exhausted', async () => {
    const [processor, late] = [new SlowProcessor(), new RecordingLateResults()];
    await pay(processor, late, 2);
    expect([processor.taken(), late.pauses, late.exhausted]).toEqual([0, [0, 1_000, 5_000], []]);
    const lost = new RecordingLateResults();
    await pay(new SlowProcessor(), lost, 6);
    expect(lost.exhausted).toEqual([expect.stringMatching(/^pay_\w+\.1: unavailable$/)]);
  });

  it('is reversed when only the last retry succeeds', async () => {
    const [processor, late] = [new SlowProcessor(), new RecordingLateResults()];
    await pay(processor, late, 5);
    expect([processor.taken(), late.exhausted]).toEqual([0, []]);
  });

  it('is reversed after a failed reversal, and reported when every reversal fails', async () => {
    for (const [failures, taken, reported] of [
      [1, 0, 0],
      [6, 7_500, 1],
    ] as const) {
      const [processor, late] = [new SlowProcessor(), new RecordingLateResults()];
      let calls = 0;
      processor.hooks.beforeReverse = () =>
        ++calls <= failures ? Promise.reject(new Error('unavailable')) : Promise.resolve();
      expect(await pay(processor, late)).toMatchObject({ attempt: { status: 'voided' }, credits: 0 });
      expect([processor.taken(), late.exhausted.length]).toEqual([taken, reported]);
    }
  });

  it('is credited when it is approved before the attempt was resolved', async () => {
    const processor = new SlowProcessor();
    processor.failsToResolve = true;
    expect(await pay(processor)).toMatchObject({ attempt: { status: 'started' }, credits: 1 });
    expect(processor.taken()).toBeGreaterThan(0);
  });
});
