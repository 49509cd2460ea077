import { describe, expect, it, jest } from '@jest/globals';
import { MINUTE_MS } from '@florin/kernel';
import { NoFaultPoints } from '../processor/fault-points.js';
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

/** A new request, and somebody who pays it by card. */
async function payable(
  harness: ReturnType<typeof memoryHarness>,
  clock: SteppedClock,
  processor: PaymentProcessor = harness.processor,
  lateResults?: LateResults,
) {
  const { unitOfWork, reader } = harness;
  const accountId = await harness.openPayee();
  const [secrets, faults] = [new PlainPageSecrets(), new NoFaultPoints()];
  const created = await new CreatePaymentRequest(unitOfWork, secrets, clock).execute(
    aNewRequest({ accountId }),
  );
  if (created.replayed) throw new Error('It is new.');
  const concludeAttempt = new ConcludeAttempt(unitOfWork, processor, faults, clock);
  const paying = new PayPaymentRequest(
    unitOfWork,
    reader,
    secrets,
    processor,
    concludeAttempt,
    faults,
    clock,
    lateResults,
  );
  return {
    accountId,
    conclusion: concludeAttempt,
    pay: () => paying.execute(secrets.secretOf(created.value.id), aCard()),
  };
}

payingContract('memory', (clock, moments) => Promise.resolve(memoryHarness(clock, moments)));

describe('the processor', () => {
  it('is never called while a unit of work is open', async () => {
    const clock = new SteppedClock();
    const moments = new ProcessorHooks();
    const parts = memoryHarness(clock, moments);
    const { unitOfWork, processor, reader } = parts;
    const { accountId, conclusion, pay } = await payable(parts, clock);

    const calls: string[] = [];
    const look = (call: string) => () => {
      calls.push(unitOfWork.isOpen ? `${call}, inside a unit of work` : call);
      return Promise.resolve();
    };
    const isAway = () => Promise.reject(new Error('The processor is away.'));
    const stuck = new ResolveStuckAttempts(reader, processor, conclusion, clock, MINUTE_MS);

    // What breaks has to be asked again by whoever resolves the attempt, so that all who ever call are looked at.
    moments.beforeCharge = look('charge');
    moments.afterCharge = () => parts.setPayee(accountId, 'closed').then(isAway);
    moments.beforeResolve = () => look('resolve')().then(isAway);
    await pay();
    expect(calls.splice(0)).toEqual(['charge', 'resolve']);

    clock.advance(MINUTE_MS);
    moments.beforeResolve = look('resolve');
    moments.beforeReverse = () => look('reverse')().then(isAway);
    expect(await stuck.execute()).toBe(0);
    expect(calls.splice(0)).toEqual(['resolve', 'reverse']);

    moments.beforeReverse = look('reverse');
    expect(await stuck.execute()).toBe(1);
    expect(calls).toEqual(['reverse']);
  });
});

describe('a charge that somebody stopped waiting for', () => {
  /** One that takes the money when it is told to, and until then says of it that it never will. */
  class SlowProcessor extends HookedProcessor {
    readonly going = Promise.withResolvers<undefined>();
    isSilent = false;

    override charge(order: ChargeOrder): Promise<ChargeOutcome> {
      const charging = this.going.promise.then(() => super.charge(order));
      return Promise.reject(new ChargeTimeoutError('It did not answer.', charging));
    }

    override resolve(): Promise<ChargeOutcome> {
      return this.isSilent ? Promise.reject(new Error('Silence.')) : Promise.resolve({ kind: 'voided' });
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

  /** The unit of work fails so often once the answer has come. */
  async function paid(processor: SlowProcessor, late = new RecordingLateResults(), failures = 0) {
    const clock = new SteppedClock();
    const parts = memoryHarness(clock, processor.hooks);
    const { unitOfWork } = parts;
    const { attempt } = await (await payable(parts, clock, processor, late)).pay();
    const run = jest.spyOn(unitOfWork, 'run');
    for (let count = 0; count < failures; count++) run.mockRejectedValueOnce(new Error('away'));
    processor.going.resolve(undefined);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    return { attempt, credits: unitOfWork.state.credits.size };
  }

  it('is given back when the money is taken after all, though it was said that it never would be', async () => {
    const processor = new SlowProcessor();
    expect(await paid(processor)).toMatchObject({ attempt: { status: 'voided' }, credits: 0 });
    expect(processor.taken()).toBe(0);
  });

  it('is given back though the database is away for a while, and told of when it stays away', async () => {
    const [processor, late] = [new SlowProcessor(), new RecordingLateResults()];
    await paid(processor, late, 2);
    expect([processor.taken(), late.pauses, late.exhausted]).toEqual([0, [0, 1_000, 5_000], []]);
    const lost = new RecordingLateResults();
    await paid(new SlowProcessor(), lost, 6);
    expect(lost.exhausted).toEqual([expect.stringMatching(/^pay_\w+\.1: away$/)]);
  });

  it('is given back though the database comes back only in the last pause', async () => {
    const [processor, late] = [new SlowProcessor(), new RecordingLateResults()];
    await paid(processor, late, 5);
    expect([processor.taken(), late.exhausted]).toEqual([0, []]);
  });

  it('is given back though the processor fails to at first, and told of when it always does', async () => {
    for (const [failures, taken, told] of [
      [1, 0, 0],
      [6, 7_500, 1],
    ] as const) {
      const [processor, late] = [new SlowProcessor(), new RecordingLateResults()];
      let asked = 0;
      processor.hooks.beforeReverse = () =>
        ++asked <= failures ? Promise.reject(new Error('away')) : Promise.resolve();
      expect(await paid(processor, late)).toMatchObject({ attempt: { status: 'voided' }, credits: 0 });
      expect([processor.taken(), late.exhausted.length]).toEqual([taken, told]);
    }
  });

  it('is credited when it comes before anybody could tell anything else', async () => {
    const processor = new SlowProcessor();
    processor.isSilent = true;
    expect(await paid(processor)).toMatchObject({ attempt: { status: 'started' }, credits: 1 });
    expect(processor.taken()).toBeGreaterThan(0);
  });
});
