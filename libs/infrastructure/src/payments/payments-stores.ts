import type { Ids } from '@florin/kernel';
import type { PayeeBalances, PaymentsStores, PaymentsUnitOfWork } from '@florin/payments';
import type { DataSource, EntityManager } from 'typeorm';
import { LedgerBalances } from '../ledger/ledger-balances.js';
import { createOutbox } from '../ledger/event-outbox.js';
import { OutboxPaymentMails } from '../mail/payment-mails.js';
import { TypeOrmSubscriptionRepository } from './typeorm-subscription.repository.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { TypeOrmPayees } from './typeorm-payees.js';
import { TypeOrmRefundRepository } from './typeorm-refund.repository.js';
import { TypeOrmPaymentRequestRepository } from './typeorm-payment-request.repository.js';

export const paymentsStores = (manager: EntityManager, ids: Ids, actor: string): PaymentsStores => ({
  payees: new TypeOrmPayees(manager),
  balances: payeeBalances(new LedgerBalances(manager, ids, actor)),
  requests: new TypeOrmPaymentRequestRepository(manager),
  refunds: new TypeOrmRefundRepository(manager),
  subscriptions: new TypeOrmSubscriptionRepository(manager),
  events: createOutbox(manager, ids, actor),
  mails: new OutboxPaymentMails(manager),
});

const payeeBalances = (balances: LedgerBalances): PayeeBalances => ({
  lock: (accountId) => balances.lock(accountId).then(() => undefined),
  lockForInsert: async (accountId) =>
    (await balances.lockAndAllocateIds(accountId)).ids.forAccount(accountId),
  credit: async ({ id, accountId, amount, currency }, now) =>
    (await balances.postSettledCredit({ accountId, amount, currency, reference: id }, now))?.id,
  hold: async ({ id, accountId, currency }, { refundId, amount }) =>
    (await balances.holdRefund({ accountId, amount, currency, reference: id, refundId })).id,
  endHold: async ({ accountId, transactionId: id, createdAt }, outcome, now) => {
    const failureReason = outcome.kind === 'failed' ? outcome.reason : undefined;
    const settlement = { status: outcome.kind, failureReason };
    return (await balances.endRefundHold({ accountId, id }, settlement, now)).endedAt ?? createdAt;
  },
});

export const paymentsUnitOfWork = (dataSource: DataSource, ids: Ids): PaymentsUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, (manager, actor) => paymentsStores(manager, ids, actor));
