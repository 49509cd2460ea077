import type { PaymentMails } from '../payment-request/payment-mails.js';
import type { MemoryMail, MemoryState } from './memory-state.js';

export function mailsOn(state: MemoryState): PaymentMails {
  const add = (mail: MemoryMail) => {
    state.mails.push(mail);
    return Promise.resolve();
  };
  const newestFirst = (isIncluded: (mail: MemoryMail) => boolean): Date[] =>
    state.mails
      .filter((mail) => mail.kind === 'payment_request' && isIncluded(mail))
      .map(({ dueAt }) => dueAt)
      .sort((one, other) => other.getTime() - one.getTime());
  return {
    latestDueAt: ({ id }) => Promise.resolve(newestFirst(({ subjectId }) => subjectId === id)[0]),
    recentDueAt: (accountId, count, since) =>
      Promise.resolve(newestFirst((mail) => mail.accountId === accountId && mail.dueAt > since)[count - 1]),
    addRequest: ({ id, accountId }, dueAt) =>
      add({ kind: 'payment_request', accountId, subjectId: id, dueAt }),
    addReceipt: ({ id, accountId }, dueAt) => add({ kind: 'receipt', accountId, subjectId: id, dueAt }),
    addRefund: ({ id, accountId }, dueAt) => add({ kind: 'refund', accountId, subjectId: id, dueAt }),
  };
}
