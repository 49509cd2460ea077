import { MemoryPaymentRequestReader, MemoryPaymentsUnitOfWork } from '../memory/memory-stores.js';
import { aPayee, SequentialIds } from '../testing/builders.js';
import { paymentMailsContract } from '../testing/payment-mails.contract.js';

paymentMailsContract('memory', () => {
  const unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
  return Promise.resolve({
    unitOfWork,
    reader: new MemoryPaymentRequestReader(unitOfWork),
    openPayee: () => {
      const payee = aPayee();
      unitOfWork.state.payees.set(payee.accountId, payee);
      return Promise.resolve(payee.accountId);
    },
    suspend: (accountId) => {
      unitOfWork.state.payees.set(accountId, aPayee({ accountId, status: 'inactive' }));
      return Promise.resolve();
    },
    mails: (accountId) =>
      Promise.resolve(
        unitOfWork.state.mails
          .filter((mail) => mail.accountId === accountId)
          .map(({ kind, subjectId, dueAt }) => ({ kind, subjectId, dueAt }))
          .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime()),
      ),
  });
});
