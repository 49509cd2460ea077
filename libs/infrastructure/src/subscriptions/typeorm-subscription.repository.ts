import { type AccountId, type SubscriptionId, uuidFromId } from '@florin/kernel';
import type { Bill, Subscription, SubscriptionRepository } from '@florin/payments';
import { type EntityManager, Not } from 'typeorm';
import { ANYWHERE } from '../postgres/over-all-accounts.js';
import { subscriptionOf, subscriptionRowOf, SubscriptionRows } from './subscription.row.js';

// Requests and bills refer to their subscription by its key, which nobody changes, so their writers need not wait.
const LOCK = { mode: 'for_no_key_update' } as const;

export class TypeOrmSubscriptionRepository implements SubscriptionRepository {
  constructor(private readonly manager: EntityManager) {}

  async add(subscription: Subscription): Promise<void> {
    await this.manager.insert(SubscriptionRows, subscriptionRowOf(subscription));
  }

  async lock(id: SubscriptionId, accountId: AccountId | undefined): Promise<Subscription | undefined> {
    const account = accountId === undefined ? ANYWHERE : { accountId: uuidFromId(accountId) };
    const where = { ...account, id: uuidFromId(id) };
    const row = await this.manager.findOne(SubscriptionRows, { where, lock: LOCK });
    return row === null ? undefined : subscriptionOf(row);
  }

  async lockOpen(accountId: AccountId): Promise<readonly Subscription[]> {
    const where = { accountId: uuidFromId(accountId), status: Not('canceled') };
    const rows = await this.manager.find(SubscriptionRows, { where, order: { id: 'ASC' }, lock: LOCK });
    return rows.map(subscriptionOf);
  }

  async save(subscription: Subscription): Promise<void> {
    const { accountId, id, ...columns } = subscriptionRowOf(subscription);
    await this.manager.update(SubscriptionRows, { accountId, id }, columns);
  }

  async addBill({ accountId, subscriptionId, period, window, paymentId }: Bill): Promise<void> {
    const ids = [accountId, subscriptionId, paymentId].map(uuidFromId);
    await this.manager.query(INSERT_BILL, [...ids, period, window]);
  }
}

const INSERT_BILL = `
  INSERT INTO subscription_bills (account_id, subscription_id, payment_id, period_number, window_number)
  VALUES ($1, $2, $3, $4, $5)`;
