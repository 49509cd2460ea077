import { type AccountId, type PaymentRequestId, type SubscriptionId, uuidFromId } from '@florin/kernel';
import type { Bill, CanceledSubscription, Subscription, SubscriptionRepository } from '@florin/payments';
import { type EntityManager, Not } from 'typeorm';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { afterId, BATCH_ROWS, batchesOf, ROW_LOCK, withoutMetadata } from '../postgres/find-options.js';
import { PaymentRequestEntity } from './payment-request.entity.js';
import { SubscriptionBillEntity } from './subscription-bill.entity.js';
import { subscriptionOf, subscriptionRowOf, SubscriptionEntity } from './subscription.entity.js';

const UPDATE_CANCELED = `
  UPDATE subscriptions SET status = ended.status, updated_at = ended."updatedAt", canceled_at = ended."canceledAt"
  FROM json_to_recordset($1::json)
    AS ended ("accountId" uuid, id uuid, status text, "updatedAt" timestamptz, "canceledAt" timestamptz)
  WHERE subscriptions.account_id = ended."accountId" AND subscriptions.id = ended.id`;

export class TypeOrmSubscriptionRepository implements SubscriptionRepository {
  constructor(private readonly manager: EntityManager) {}

  add(subscription: Subscription): Promise<void> {
    return insertItem(this.manager, SubscriptionEntity, subscriptionRowOf(subscription));
  }

  async lock(id: SubscriptionId, accountId: AccountId): Promise<Subscription | undefined> {
    const row = await this.manager.findOne(SubscriptionEntity, { where: { accountId, id }, lock: ROW_LOCK });
    return row === null ? undefined : subscriptionOf(row);
  }

  async lockOpen(accountId: AccountId, after: SubscriptionId | undefined): Promise<readonly Subscription[]> {
    const rows = await this.manager.find(SubscriptionEntity, {
      select: withoutMetadata(SubscriptionEntity),
      where: { accountId, status: Not('canceled' as const), ...afterId(after) },
      order: { id: 'ASC' },
      take: BATCH_ROWS,
      lock: ROW_LOCK,
    });
    return rows.map((row) => subscriptionOf({ ...row, metadata: {} }));
  }

  save(subscription: Subscription): Promise<void> {
    return updateItem(this.manager, SubscriptionEntity, subscriptionRowOf(subscription));
  }

  async saveCanceled(subscriptions: readonly CanceledSubscription[]): Promise<void> {
    const rows = subscriptions.map(({ accountId, id, status, updatedAt, canceledAt }) => {
      return { accountId: uuidFromId(accountId), id: uuidFromId(id), status, updatedAt, canceledAt };
    });
    for (const batch of batchesOf(rows)) await this.manager.query(UPDATE_CANCELED, [JSON.stringify(batch)]);
  }

  addBill(bill: Bill): Promise<void> {
    return insertItem(this.manager, SubscriptionBillEntity, bill);
  }

  getBill({ id, accountId }: Subscription, paymentId: PaymentRequestId): Promise<Bill> {
    return this.manager.findOneByOrFail(SubscriptionBillEntity, { accountId, subscriptionId: id, paymentId });
  }

  findOpenBills({ id, accountId }: Subscription, period?: number): Promise<readonly Bill[]> {
    const ofBill = 'request.accountId = bill.accountId AND request.id = bill.paymentId';
    const query = this.manager
      .createQueryBuilder(SubscriptionBillEntity, 'bill')
      .innerJoin(PaymentRequestEntity.options.name, 'request', ofBill)
      .where('bill.accountId = :accountId', { accountId: uuidFromId(accountId) })
      .andWhere('bill.subscriptionId = :subscriptionId', { subscriptionId: uuidFromId(id) })
      .andWhere(`request.status = 'pending'`)
      .orderBy('bill.paymentId');
    if (period !== undefined) query.andWhere('bill.period = :period', { period });
    return query.getMany();
  }
}
