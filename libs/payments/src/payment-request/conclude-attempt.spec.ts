import { describe, expect, it, jest } from '@jest/globals';
import { type Clock, addMilliseconds, MINUTE_MS, SECOND_MS } from '@florin/kernel';
import type { ChargeOutcome } from '../processor/payment-processor.js';
import { aChargingRequest, aPayee, aCard, SequentialIds, NOON, SteppedClock } from '../testing/builders.js';
import { HookedProcessor } from '../testing/hooked-processor.js';
import { MemoryPaymentsUnitOfWork } from '../memory/memory-stores.js';
import { chargeKeyOf } from './attempt.js';
import { ConcludeAttempt } from './conclude-attempt.js';
import { close, type PaymentRequest } from './payment-request.js';
import type { PayeeBalances } from './payment-request.repository.js';

const APPROVED: ChargeOutcome = { kind: 'approved' };
const DECLINED: ChargeOutcome = { kind: 'declined', reason: 'card_declined' };
const closed = (request: PaymentRequest) => close(request, NOON).state;

class RunningClock extends SteppedClock {
  override now(): Date {
    return this.advance(1);
  }
}

async function concludeWith(
  outcome: ChargeOutcome,
  clock: Clock,
  change = (request: PaymentRequest) => request,
) {
  const { request, attempt } = aChargingRequest();
  const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
  unitOfWork.state.payees.set(request.accountId, aPayee({ accountId: request.accountId }));
  await unitOfWork.run(async ({ requests }) => {
    await requests.add(change(request), 'digest');
    await requests.addAttempt(attempt);
  });
  const processor = new HookedProcessor();
  await processor.charge({ key: chargeKeyOf(attempt), money: request, card: aCard() });
  const conclusion = new ConcludeAttempt(unitOfWork, processor, clock);
  const { endedAt } = await conclusion.execute(attempt, outcome);
  return { endedAt, events: unitOfWork.state.events.map(({ type, occurredAt }) => ({ type, occurredAt })) };
}

describe('time of the event that ends an attempt', () => {
  it.each([
    ['payment_request.succeeded', APPROVED],
    ['payment_request.declined', DECLINED],
  ])('is not before the request’s last change: %s', async (type, outcome) => {
    const { events } = await concludeWith(outcome, new SteppedClock(addMilliseconds(NOON, -MINUTE_MS)));
    expect(events).toEqual([{ type, occurredAt: NOON }]);
  });

  it('is not before its credit, also when the clock of the credit was ahead', async () => {
    const { request, attempt } = aChargingRequest();
    const ahead = addMilliseconds(NOON, 5 * SECOND_MS);
    const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds(ahead));
    await unitOfWork.run(async ({ requests }) => {
      await requests.add(request, 'digest');
      await requests.addAttempt(attempt);
    });
    const processor = new HookedProcessor();
    const conclusion = new ConcludeAttempt(unitOfWork, processor, new SteppedClock());
    expect((await conclusion.execute(attempt, APPROVED)).endedAt).toEqual(ahead);
    expect(unitOfWork.state.events).toMatchObject([{ occurredAt: ahead }]);
  });

  it('is not before its credit, also when the credit takes long', async () => {
    const { request, attempt } = aChargingRequest();
    const clock = new SteppedClock();
    const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
    await unitOfWork.run(async ({ requests }) => {
      await requests.add(request, 'digest');
      await requests.addAttempt(attempt);
    });
    const run = unitOfWork.run.bind(unitOfWork);
    jest.spyOn(unitOfWork, 'run').mockImplementation((work) =>
      run((stores) => {
        const credit: PayeeBalances['credit'] = (paid, now) => {
          clock.advance(MINUTE_MS);
          return stores.balances.credit(paid, now);
        };
        return work({ ...stores, balances: { ...stores.balances, credit } });
      }),
    );
    const conclusion = new ConcludeAttempt(unitOfWork, new HookedProcessor(), clock);
    expect((await conclusion.execute(attempt, APPROVED)).endedAt).toEqual(addMilliseconds(NOON, MINUTE_MS));
    expect(unitOfWork.state.events).toMatchObject([{ occurredAt: addMilliseconds(NOON, MINUTE_MS) }]);
  });

  it('is the time of the reversal, not of the closure before it', async () => {
    const afterwards = addMilliseconds(NOON, MINUTE_MS);
    const { events } = await concludeWith(APPROVED, new SteppedClock(afterwards), closed);
    expect(events).toEqual([{ type: 'payment_request.reversed', occurredAt: afterwards }]);
  });

  it('equals endedAt of the attempt, also when time passes between two clock reads', async () => {
    const { events, endedAt } = await concludeWith(APPROVED, new RunningClock(), closed);
    expect(events).toEqual([{ type: 'payment_request.reversed', occurredAt: endedAt }]);
  });
});

describe('a processor that approves a charge after another outcome', () => {
  async function contradict(first: ChargeOutcome) {
    const { request, attempt } = aChargingRequest();
    const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
    unitOfWork.state.payees.set(request.accountId, aPayee({ accountId: request.accountId }));
    await unitOfWork.run(async ({ requests }) => {
      await requests.add(request, 'digest');
      await requests.addAttempt(attempt);
    });
    const processor = new HookedProcessor();
    const conclusion = new ConcludeAttempt(unitOfWork, processor, new SteppedClock());
    await conclusion.execute(attempt, first);
    await processor.charge({ key: chargeKeyOf(attempt), money: request, card: aCard() });
    return { processor, request, again: () => conclusion.execute(attempt, APPROVED) };
  }

  it.each([{ kind: 'voided' }, { kind: 'failed' }, DECLINED] as const)(
    'has the charge reversed after the outcome $kind',
    async (first) => {
      const { processor, again } = await contradict(first);
      expect(await again()).toMatchObject({ status: first.kind });
      expect(processor.taken()).toBe(0);
    },
  );

  it('causes no error when the reversal fails too', async () => {
    const { processor, again } = await contradict({ kind: 'voided' });
    processor.hooks.beforeReverse = () => Promise.reject(new Error('connection lost'));
    expect(await again()).toMatchObject({ status: 'voided' });
  });

  it('keeps a charge that was already recorded as approved', async () => {
    const { processor, request, again } = await contradict(APPROVED);
    expect(await again()).toMatchObject({ status: 'approved' });
    expect(processor.taken()).toBe(request.amount);
  });
});
