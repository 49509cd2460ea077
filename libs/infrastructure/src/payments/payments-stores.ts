import type { Ids } from '@florin/kernel';
import type { PaymentsStores, PaymentsUnitOfWork } from '@florin/payments';
import type { DataSource, EntityManager } from 'typeorm';
import { LedgerBooks } from '../ledger/ledger-books.js';
import { outboxOn } from '../ledger/numbered-events.js';
import { TypeOrmSubscriptionRepository } from './typeorm-subscription.repository.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { LedgerPayeeBooks } from './ledger-payee-books.js';
import { TypeOrmPayees } from './typeorm-payees.js';
import { TypeOrmPaymentRequestRepository } from './typeorm-payment-request.repository.js';

/** The library's stores inside one SQL transaction, for its own unit of work or for that of another. */
export const paymentsStores = (manager: EntityManager, ids: Ids, actor: string): PaymentsStores => ({
  payees: new TypeOrmPayees(manager),
  books: new LedgerPayeeBooks(new LedgerBooks(manager, ids, actor)),
  requests: new TypeOrmPaymentRequestRepository(manager),
  subscriptions: new TypeOrmSubscriptionRepository(manager),
  events: outboxOn(manager, ids, actor),
});

export const paymentsUnitOfWork = (dataSource: DataSource, ids: Ids): PaymentsUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, (manager, actor) => paymentsStores(manager, ids, actor));
