import { describe, expect, it } from '@jest/globals';
import { type AccountId, addMilliseconds, SECOND_MS } from '@florin/kernel';
import { MemoryRefundReader } from '../memory/memory-refunds.js';
import { MemoryPaymentRequestReader, MemoryPaymentsUnitOfWork } from '../memory/memory-stores.js';
import { GetPaymentRequest } from '../payment-request/get-payment-request.js';
import type { RefundOutcome } from '../processor/payment-processor.js';
import { aPayee, aPaymentRequest, NOON, SequentialIds, SteppedClock } from '../testing/builders.js';
import { HookedProcessor, type ProcessorHooks } from '../testing/hooked-processor.js';
import { refundsContract } from '../testing/refunds.contract.js';
import { ConcludeRefund } from './conclude-refund.js';
import { CreateRefund } from './create-refund.js';

const ids = new SequentialIds();

function memoryHarness(_clock: SteppedClock, hooks: ProcessorHooks) {
  const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, ids);
  const processor = new HookedProcessor(hooks);
  return {
    unitOfWork,
    processor,
    reader: new MemoryPaymentRequestReader(unitOfWork),
    refunds: new MemoryRefundReader(unitOfWork),
    openPayee: () => {
      const payee = aPayee();
      unitOfWork.state.payees.set(payee.accountId, payee);
      return Promise.resolve(payee.accountId);
    },
    setPayee: (accountId: AccountId, status: 'active' | 'inactive') => {
      unitOfWork.state.payees.set(accountId, aPayee({ accountId, status }));
      return Promise.resolve();
    },
    spend: (accountId: AccountId, amount: number) => {
      unitOfWork.state.holds.set(ids.next('txn'), { accountId, amount, status: 'succeeded' });
      return Promise.resolve();
    },
    balance: (accountId: AccountId) => {
      const sum = (items: Iterable<{ accountId: AccountId; amount: number }>) =>
        [...items]
          .filter((item) => item.accountId === accountId)
          .reduce((all, { amount }) => all + amount, 0);
      const holds = [...unitOfWork.state.holds.values()];
      const spent = sum(holds.filter(({ status }) => status !== 'failed'));
      const held = sum(holds.filter(({ status }) => status === 'pending'));
      return Promise.resolve({ available: sum(unitOfWork.state.credits.values()) - spent, held });
    },
    returned: () => Promise.resolve(processor.returned()),
    events: (id: string) =>
      Promise.resolve(
        unitOfWork.state.events.filter(({ subjectId }) => subjectId === id).map(({ type }) => type),
      ),
  };
}

refundsContract('memory', (clock, hooks) => Promise.resolve(memoryHarness(clock, hooks)));

describe('the call to the processor', () => {
  it('has the refund’s id as key and names the approved charge, with no SQL transaction open', async () => {
    const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, ids);
    const payment = aPaymentRequest({ status: 'succeeded', attempts: 3, transactionId: ids.next('txn') });
    const { accountId, id: reference, amount } = payment;
    unitOfWork.state.payees.set(accountId, aPayee({ accountId }));
    unitOfWork.state.credits.set(ids.next('txn'), { accountId, amount, reference });
    unitOfWork.state.requests.set(payment.id, payment);
    const calls: unknown[] = [];
    const processor = new HookedProcessor();
    processor.refund = (order): Promise<RefundOutcome> => {
      calls.push([order, unitOfWork.isOpen]);
      return Promise.resolve({ kind: 'succeeded' });
    };
    const reader = new MemoryPaymentRequestReader(unitOfWork);
    const clock = new SteppedClock(addMilliseconds(NOON, -SECOND_MS));
    const conclusion = new ConcludeRefund(reader, unitOfWork, processor, clock);
    const creation = new CreateRefund(new GetPaymentRequest(reader), unitOfWork, conclusion, clock);
    const created = await creation.execute(payment.id, accountId, { amount: 10, reason: undefined });
    if (created.replayed) throw new Error('Unexpected replay.');
    const { id, currency } = created.value;
    expect(calls).toEqual([
      [{ key: id, chargeKey: `${payment.id}.3`, money: { amount: 10, currency } }, false],
    ]);
  });
});
