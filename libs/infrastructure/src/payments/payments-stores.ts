import type { Ids } from '@florin/kernel';
import type { PayeeBalances, PaymentsStores, PaymentsUnitOfWork } from '@florin/payments';
import type { DataSource, EntityManager } from 'typeorm';
import { LedgerBalances } from '../ledger/ledger-balances.js';
import { createOutbox } from '../ledger/event-outbox.js';
import { TypeOrmSubscriptionRepository } from './typeorm-subscription.repository.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { TypeOrmPayees } from './typeorm-payees.js';
import { TypeOrmPaymentRequestRepository } from './typeorm-payment-request.repository.js';

export const paymentsStores = (manager: EntityManager, ids: Ids, actor: string): PaymentsStores => ({
  payees: new TypeOrmPayees(manager),
  balances: payeeBalances(new LedgerBalances(manager, ids, actor)),
  requests: new TypeOrmPaymentRequestRepository(manager),
  subscriptions: new TypeOrmSubscriptionRepository(manager),
  events: createOutbox(manager, ids, actor),
});

const payeeBalances = (balances: LedgerBalances): PayeeBalances => ({
  lock: (accountId) => balances.lock(accountId).then(() => undefined),
  lockForInsert: async (accountId) =>
    (await balances.lockAndAllocateIds(accountId)).ids.forAccount(accountId),
  credit: async ({ id, accountId, amount, currency }, now) =>
    (await balances.postSettledCredit({ accountId, amount, currency, reference: id }, now))?.id,
});

export const paymentsUnitOfWork = (dataSource: DataSource, ids: Ids): PaymentsUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, (manager, actor) => paymentsStores(manager, ids, actor));
