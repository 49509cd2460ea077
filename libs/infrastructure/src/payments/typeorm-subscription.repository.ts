import { type AccountId, type PaymentRequestId, type SubscriptionId, uuidFromId } from '@florin/kernel';
import type { Bill, CanceledSubscription, Subscription, SubscriptionRepository } from '@florin/payments';
import { type EntityManager, Not } from 'typeorm';
import { idColumn, timeColumn, wordColumn } from '../postgres/array-columns.js';
import { behind, piecesOf, ROWS_AT_ONCE } from '../postgres/pieces.js';
import { withoutMetadata } from '../postgres/without-metadata.js';
import { ROW_LOCK } from '../postgres/row-lock.js';
import { BILL_COLUMNS, readBills, SELECT_BILL } from './subscription-bills.js';
import { subscriptionOf, subscriptionRowOf, SubscriptionRows } from './subscription.row.js';

/** Whatever of a subscription its end changes. */
const UPDATE_CANCELED = `
  UPDATE subscriptions SET status = ended.status, updated_at = ended.updated_at, canceled_at = ended.canceled_at
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[])
    AS ended (account_id, id, status, updated_at, canceled_at)
  WHERE subscriptions.account_id = ended.account_id AND subscriptions.id = ended.id`;

export class TypeOrmSubscriptionRepository implements SubscriptionRepository {
  constructor(private readonly manager: EntityManager) {}

  async add(subscription: Subscription): Promise<void> {
    await this.manager.insert(SubscriptionRows, subscriptionRowOf(subscription));
  }

  async lock(id: SubscriptionId, accountId: AccountId): Promise<Subscription | undefined> {
    const where = { accountId: uuidFromId(accountId), id: uuidFromId(id) };
    const row = await this.manager.findOne(SubscriptionRows, { where, lock: ROW_LOCK });
    return row === null ? undefined : subscriptionOf(row);
  }

  async lockOpen(accountId: AccountId, after: SubscriptionId | undefined): Promise<readonly Subscription[]> {
    const where = { accountId: uuidFromId(accountId), status: Not('canceled'), ...behind(after) };
    const select = withoutMetadata(SubscriptionRows);
    const rows = await this.manager.find(SubscriptionRows, {
      select,
      where,
      order: { id: 'ASC' },
      take: ROWS_AT_ONCE,
      lock: ROW_LOCK,
    });
    return rows.map((row) => subscriptionOf({ ...row, metadata: {} }));
  }

  async save(subscription: Subscription): Promise<void> {
    const { accountId, id, ...columns } = subscriptionRowOf(subscription);
    await this.manager.update(SubscriptionRows, { accountId, id }, columns);
  }

  async saveCanceled(subscriptions: readonly CanceledSubscription[]): Promise<void> {
    for (const piece of piecesOf(subscriptions)) {
      await this.manager.query(UPDATE_CANCELED, [
        idColumn(piece, ({ accountId }) => accountId),
        idColumn(piece, ({ id }) => id),
        wordColumn(piece, ({ status }) => status),
        timeColumn(piece, ({ updatedAt }) => updatedAt),
        timeColumn(piece, ({ canceledAt }) => canceledAt),
      ]);
    }
  }

  async addBill({ accountId, subscriptionId, period, window, paymentId }: Bill): Promise<void> {
    const ids = [accountId, subscriptionId, paymentId].map(uuidFromId);
    await this.manager.query(INSERT_BILL, [...ids, period, window]);
  }

  async getBill(subscription: Subscription, paymentId: PaymentRequestId): Promise<Bill> {
    const [bill] = await readBills(this.manager, SELECT_BILL, subscription, uuidFromId(paymentId));
    if (bill === undefined) throw new Error(`${paymentId} is no bill of ${subscription.id}.`);
    return bill;
  }

  findOpenBills(subscription: Subscription, period?: number): Promise<readonly Bill[]> {
    if (period === undefined)
      return readBills(this.manager, `${SELECT_OPEN_BILLS} ${IN_ORDER}`, subscription);
    const ofPeriod = `${SELECT_OPEN_BILLS} AND bill.period_number = $3 ${IN_ORDER}`;
    return readBills(this.manager, ofPeriod, subscription, period);
  }
}

const INSERT_BILL = `
  INSERT INTO subscription_bills (account_id, subscription_id, payment_id, period_number, window_number)
  VALUES ($1, $2, $3, $4, $5)`;

const SELECT_OPEN_BILLS = `
  SELECT ${BILL_COLUMNS} FROM subscription_bills bill
  JOIN payment_requests request ON request.account_id = bill.account_id AND request.id = bill.payment_id
  WHERE bill.account_id = $1 AND bill.subscription_id = $2 AND request.status = 'pending'`;

const IN_ORDER = 'ORDER BY bill.payment_id';
