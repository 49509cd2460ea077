import { type AccountId, type PaymentRequestId, type SubscriptionId, uuidFromId } from '@florin/kernel';
import type { Bill, CanceledSubscription, Subscription, SubscriptionRepository } from '@florin/payments';
import { type EntityManager, Not } from 'typeorm';
import { afterId, BATCH_ROWS, batchesOf, ROW_LOCK, withoutMetadata } from '../postgres/find-options.js';
import { PaymentRequestEntity } from './payment-request.entity.js';
import { billOf, billRowOf, SubscriptionBillEntity } from './subscription-bill.entity.js';
import { subscriptionOf, subscriptionRowOf, SubscriptionEntity } from './subscription.entity.js';

/** Whatever of a subscription its end changes. */
const UPDATE_CANCELED = `
  UPDATE subscriptions SET status = ended.status, updated_at = ended."updatedAt", canceled_at = ended."canceledAt"
  FROM json_to_recordset($1::json)
    AS ended ("accountId" uuid, id uuid, status text, "updatedAt" timestamptz, "canceledAt" timestamptz)
  WHERE subscriptions.account_id = ended."accountId" AND subscriptions.id = ended.id`;

export class TypeOrmSubscriptionRepository implements SubscriptionRepository {
  constructor(private readonly manager: EntityManager) {}

  async add(subscription: Subscription): Promise<void> {
    await this.manager.insert(SubscriptionEntity, subscriptionRowOf(subscription));
  }

  async lock(id: SubscriptionId, accountId: AccountId): Promise<Subscription | undefined> {
    const where = { accountId: uuidFromId(accountId), id: uuidFromId(id) };
    const row = await this.manager.findOne(SubscriptionEntity, { where, lock: ROW_LOCK });
    return row === null ? undefined : subscriptionOf(row);
  }

  async lockOpen(accountId: AccountId, after: SubscriptionId | undefined): Promise<readonly Subscription[]> {
    const where = { accountId: uuidFromId(accountId), status: Not('canceled'), ...afterId(after) };
    const select = withoutMetadata(SubscriptionEntity);
    const rows = await this.manager.find(SubscriptionEntity, {
      select,
      where,
      order: { id: 'ASC' },
      take: BATCH_ROWS,
      lock: ROW_LOCK,
    });
    return rows.map((row) => subscriptionOf({ ...row, metadata: {} }));
  }

  async save(subscription: Subscription): Promise<void> {
    const { accountId, id, ...columns } = subscriptionRowOf(subscription);
    await this.manager.update(SubscriptionEntity, { accountId, id }, columns);
  }

  async saveCanceled(subscriptions: readonly CanceledSubscription[]): Promise<void> {
    for (const batch of batchesOf(subscriptions.map(subscriptionRowOf)))
      await this.manager.query(UPDATE_CANCELED, [JSON.stringify(batch)]);
  }

  async addBill(bill: Bill): Promise<void> {
    await this.manager.insert(SubscriptionBillEntity, billRowOf(bill));
  }

  async getBill({ id, accountId }: Subscription, paymentId: PaymentRequestId): Promise<Bill> {
    const where = {
      accountId: uuidFromId(accountId),
      subscriptionId: uuidFromId(id),
      paymentId: uuidFromId(paymentId),
    };
    return billOf(await this.manager.findOneByOrFail(SubscriptionBillEntity, where));
  }

  async findOpenBills({ id, accountId }: Subscription, period?: number): Promise<readonly Bill[]> {
    const query = this.manager
      .createQueryBuilder(SubscriptionBillEntity, 'bill')
      .innerJoin(
        PaymentRequestEntity.options.name,
        'request',
        'request.accountId = bill.accountId AND request.id = bill.paymentId',
      )
      .where('bill.accountId = :accountId', { accountId: uuidFromId(accountId) })
      .andWhere('bill.subscriptionId = :subscriptionId', { subscriptionId: uuidFromId(id) })
      .andWhere(`request.status = 'pending'`)
      .orderBy('bill.paymentId');
    if (period !== undefined) query.andWhere('bill.periodNumber = :period', { period });
    return (await query.getMany()).map(billOf);
  }
}
