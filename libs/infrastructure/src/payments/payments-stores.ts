import type { Ids } from '@florin/kernel';
import type { PayeeBooks, PaymentsStores, PaymentsUnitOfWork } from '@florin/payments';
import type { DataSource, EntityManager } from 'typeorm';
import { LedgerBooks } from '../ledger/ledger-books.js';
import { outboxOn } from '../ledger/numbered-events.js';
import { TypeOrmSubscriptionRepository } from './typeorm-subscription.repository.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { TypeOrmPayees } from './typeorm-payees.js';
import { TypeOrmPaymentRequestRepository } from './typeorm-payment-request.repository.js';

export const paymentsStores = (manager: EntityManager, ids: Ids, actor: string): PaymentsStores => ({
  payees: new TypeOrmPayees(manager),
  books: payeeBooks(new LedgerBooks(manager, ids, actor)),
  requests: new TypeOrmPaymentRequestRepository(manager),
  subscriptions: new TypeOrmSubscriptionRepository(manager),
  events: outboxOn(manager, ids, actor),
});

const payeeBooks = (books: LedgerBooks): PayeeBooks => ({
  lock: (accountId) => books.lock(accountId).then(() => undefined),
  lockForNew: async (accountId) => (await books.lockForNew(accountId)).ids.of(accountId),
  credit: async ({ id, accountId, amount, currency }, now) =>
    (await books.postSettledCredit({ accountId, amount, currency, reference: id }, now))?.id,
});

export const paymentsUnitOfWork = (dataSource: DataSource, ids: Ids): PaymentsUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, (manager, actor) => paymentsStores(manager, ids, actor));
