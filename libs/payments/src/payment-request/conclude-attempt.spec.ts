import { describe, expect, it } from '@jest/globals';
import { later, MINUTE_MS } from '@florin/kernel';
import { NoFaultPoints } from '../processor/fault-points.js';
import type { ChargeOutcome } from '../processor/payment-processor.js';
import { aChargingRequest, aPayee, aCard, NOON, SteppedClock } from '../testing/builders.js';
import { MemoryProcessor } from '../testing/memory-processor.js';
import { MemoryPaymentsUnitOfWork } from '../testing/memory-stores.js';
import { chargeKeyOf } from './attempt.js';
import { ConcludeAttempt } from './conclude-attempt.js';
import { close, type PaymentRequest } from './payment-request.js';

const APPROVED: ChargeOutcome = { kind: 'approved' };
const DECLINED: ChargeOutcome = { kind: 'declined', reason: 'card_declined' };

async function eventsAfter(outcome: ChargeOutcome, now: Date, change = (request: PaymentRequest) => request) {
  const { request, attempt } = aChargingRequest();
  const unitOfWork = new MemoryPaymentsUnitOfWork();
  unitOfWork.state.payees.set(request.accountId, aPayee({ accountId: request.accountId }));
  await unitOfWork.run(async ({ requests }) => {
    await requests.add(change(request), 'digest');
    await requests.addAttempt(attempt);
  });
  const processor = new MemoryProcessor();
  await processor.charge({ key: chargeKeyOf(attempt), money: request, card: aCard() });
  const clock = new SteppedClock(now);
  await new ConcludeAttempt(unitOfWork, processor, new NoFaultPoints(), clock).execute(attempt, outcome);
  return unitOfWork.state.events.map(({ type, occurredAt }) => ({ type, occurredAt }));
}

describe('the time of an event that tells of an attempt’s end', () => {
  it.each([
    ['payment_request.succeeded', APPROVED],
    ['payment_request.declined', DECLINED],
  ])('is not before the request’s last change: %s', async (type, outcome) => {
    const behind = later(NOON, -MINUTE_MS);
    expect(await eventsAfter(outcome, behind)).toEqual([{ type, occurredAt: NOON }]);
  });

  it('is that of giving the money back, and not that of the closure before it', async () => {
    const afterwards = later(NOON, MINUTE_MS);
    const told = await eventsAfter(APPROVED, afterwards, (request) => close(request, NOON).thing);
    expect(told).toEqual([{ type: 'payment_request.reversed', occurredAt: afterwards }]);
  });
});
