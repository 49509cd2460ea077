import type { Ids } from '@florin/kernel';
import type { PaymentsStores, PaymentsUnitOfWork } from '@florin/payments';
import type { DataSource, EntityManager } from 'typeorm';
import { LedgerBooks } from '../ledger/ledger-books.js';
import { outboxOn } from '../ledger/outbox.js';
import { TypeOrmSubscriptionRepository } from '../subscriptions/typeorm-subscription.repository.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { LedgerPayeeBooks } from './ledger-payee-books.js';
import { TypeOrmPayees } from './typeorm-payees.js';
import { TypeOrmPaymentRequestRepository } from './typeorm-payment-request.repository.js';

/** What a payment may write, in the manager's SQL transaction: for `TypeOrmUnitOfWork`, and for a closure's step. */
export const paymentsStoresOn =
  (ids: Ids) =>
  (manager: EntityManager, actor: string): PaymentsStores => ({
    payees: new TypeOrmPayees(manager),
    books: new LedgerPayeeBooks(new LedgerBooks(manager, ids, actor)),
    requests: new TypeOrmPaymentRequestRepository(manager),
    subscriptions: new TypeOrmSubscriptionRepository(manager),
    events: outboxOn(manager, ids, actor),
  });

export const paymentsUnitOfWork = (dataSource: DataSource, ids: Ids): PaymentsUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, paymentsStoresOn(ids));
