import { describe, expect, it, jest } from '@jest/globals';
import { type Clock, addMilliseconds, MINUTE_MS, SECOND_MS } from '@florin/kernel';
import { NoFaultPoints } from '../processor/fault-points.js';
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

/** Time passes between any two looks at it. */
class RunningClock extends SteppedClock {
  override now(): Date {
    return this.advance(1);
  }
}

async function concluded(
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
  const conclusion = new ConcludeAttempt(unitOfWork, processor, new NoFaultPoints(), clock);
  const { endedAt } = await conclusion.execute(attempt, outcome);
  return { endedAt, told: unitOfWork.state.events.map(({ type, occurredAt }) => ({ type, occurredAt })) };
}

describe('the time of an event that tells of an attempt’s end', () => {
  it.each([
    ['payment_request.succeeded', APPROVED],
    ['payment_request.declined', DECLINED],
  ])('is not before the request’s last change: %s', async (type, outcome) => {
    const { told } = await concluded(outcome, new SteppedClock(addMilliseconds(NOON, -MINUTE_MS)));
    expect(told).toEqual([{ type, occurredAt: NOON }]);
  });

  it('is not before the credit that it became, though another process dated that by a clock ahead', async () => {
    const { request, attempt } = aChargingRequest();
    const ahead = addMilliseconds(NOON, 5 * SECOND_MS);
    const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds(ahead));
    await unitOfWork.run(async ({ requests }) => {
      await requests.add(request, 'digest');
      await requests.addAttempt(attempt);
    });
    const processor = new HookedProcessor();
    const conclusion = new ConcludeAttempt(unitOfWork, processor, new NoFaultPoints(), new SteppedClock());
    expect((await conclusion.execute(attempt, APPROVED)).endedAt).toEqual(ahead);
    expect(unitOfWork.state.events).toMatchObject([{ occurredAt: ahead }]);
  });

  it('is not before the credit that it became, however long that takes', async () => {
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
    const conclusion = new ConcludeAttempt(unitOfWork, new HookedProcessor(), new NoFaultPoints(), clock);
    expect((await conclusion.execute(attempt, APPROVED)).endedAt).toEqual(addMilliseconds(NOON, MINUTE_MS));
    expect(unitOfWork.state.events).toMatchObject([{ occurredAt: addMilliseconds(NOON, MINUTE_MS) }]);
  });

  it('is that of giving the money back, and not that of the closure before it', async () => {
    const afterwards = addMilliseconds(NOON, MINUTE_MS);
    const { told } = await concluded(APPROVED, new SteppedClock(afterwards), closed);
    expect(told).toEqual([{ type: 'payment_request.reversed', occurredAt: afterwards }]);
  });

  it('is that of the end itself, although time passes between two looks at the clock', async () => {
    const { told, endedAt } = await concluded(APPROVED, new RunningClock(), closed);
    expect(told).toEqual([{ type: 'payment_request.reversed', occurredAt: endedAt }]);
  });
});

describe('a processor that takes the money after it said that it did not', () => {
  async function contradicted(first: ChargeOutcome) {
    const { request, attempt } = aChargingRequest();
    const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
    unitOfWork.state.payees.set(request.accountId, aPayee({ accountId: request.accountId }));
    await unitOfWork.run(async ({ requests }) => {
      await requests.add(request, 'digest');
      await requests.addAttempt(attempt);
    });
    const processor = new HookedProcessor();
    const conclusion = new ConcludeAttempt(unitOfWork, processor, new NoFaultPoints(), new SteppedClock());
    await conclusion.execute(attempt, first);
    await processor.charge({ key: chargeKeyOf(attempt), money: request, card: aCard() });
    return { processor, request, again: () => conclusion.execute(attempt, APPROVED) };
  }

  it.each([{ kind: 'voided' }, { kind: 'failed' }, DECLINED] as const)(
    'is asked to give it back when it had said: $kind',
    async (first) => {
      const { processor, again } = await contradicted(first);
      expect(await again()).toMatchObject({ status: first.kind });
      expect(processor.taken()).toBe(0);
    },
  );

  it('breaks nothing when it does not even do that', async () => {
    const { processor, again } = await contradicted({ kind: 'voided' });
    processor.hooks.beforeReverse = () => Promise.reject(new Error('connection lost'));
    expect(await again()).toMatchObject({ status: 'voided' });
  });

  it('keeps the money that it said the same of before', async () => {
    const { processor, request, again } = await contradicted(APPROVED);
    expect(await again()).toMatchObject({ status: 'approved' });
    expect(processor.taken()).toBe(request.amount);
  });
});
