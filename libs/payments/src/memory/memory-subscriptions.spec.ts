import { aPayee, SequentialIds, SteppedClock } from '../testing/builders.js';
import { MemoryPaymentRequestReader, MemoryPaymentsUnitOfWork } from './memory-stores.js';
import { MemorySubscriptionReader } from './memory-subscriptions.js';
import { subscriptionsContract } from '../testing/subscriptions.contract.js';

subscriptionsContract('memory', () => {
  const ids = new SequentialIds();
  const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, ids);
  return Promise.resolve({
    unitOfWork,
    reader: new MemorySubscriptionReader(unitOfWork),
    requests: new MemoryPaymentRequestReader(unitOfWork),
    clock: new SteppedClock(),
    ids,
    openAccount: () => {
      const payee = aPayee({ accountId: ids.next('acct') });
      unitOfWork.state.payees.set(payee.accountId, payee);
      return Promise.resolve(payee.accountId);
    },
    setAccount: (accountId, status) => {
      unitOfWork.state.payees.set(accountId, aPayee({ accountId, status }));
      return Promise.resolve();
    },
    bills: (id) =>
      Promise.resolve(
        unitOfWork.state.bills
          .filter(({ subscriptionId }) => subscriptionId === id)
          .map(({ period, window, paymentId }) => ({ period, window, paymentId })),
      ),
    events: (id) =>
      Promise.resolve(
        unitOfWork.state.events.filter(({ subjectId }) => subjectId === id).map(({ type }) => type),
      ),
  });
});
