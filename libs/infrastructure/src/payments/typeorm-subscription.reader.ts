import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  type Id,
  idFromUuid,
  type PaymentRequestId,
  type SubscriptionId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Bill,
  BILLED_STATUSES,
  type DueSubscription,
  type Place,
  type Subscription,
  type SubscriptionFilter,
  SubscriptionReader,
} from '@florin/payments';
import type { DataSource } from 'typeorm';
import { readPage } from '../postgres/read-page.js';
import { ANYWHERE } from '../postgres/over-all-accounts.js';
import { conditionsOf } from './list-conditions.js';
import { SubscriptionBillEntity } from './subscription-bill.entity.js';
import { subscriptionOf, subscriptionOfRow, SubscriptionEntity } from './subscription.entity.js';

export class TypeOrmSubscriptionReader extends SubscriptionReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: SubscriptionId, accountId: AccountId | undefined): Promise<Subscription | undefined> {
    const account = accountId === undefined ? ANYWHERE : { accountId };
    const row = await this.dataSource.manager.findOneBy(SubscriptionEntity, { ...account, id });
    return row === null ? undefined : subscriptionOf(row);
  }

  async findBill({ id, accountId }: Subscription, paymentId: PaymentRequestId): Promise<Bill | undefined> {
    const where = { accountId, subscriptionId: id, paymentId };
    return (await this.dataSource.manager.findOneBy(SubscriptionBillEntity, where)) ?? undefined;
  }

  async list(
    filter: SubscriptionFilter,
    request: CursorRequest<SubscriptionId>,
  ): Promise<CursorPage<Subscription>> {
    return readPage(this.dataSource, SubscriptionEntity, conditionsOf(filter), request, subscriptionOfRow);
  }

  async findDue(now: Date, limit: number, after?: Place): Promise<readonly DueSubscription[]> {
    const place = after === undefined ? [] : [after.at, uuidFromId(after.id as Id)];
    const rows = await this.dataSource.query<DueRow[]>(findDue(after), [now, limit, ...place]);
    return rows.map((row) => ({
      id: idFromUuid('sub', row.id),
      accountId: idFromUuid('acct', row.account_id),
      dueAt: row.due_at,
    }));
  }
}

/** Literals, so that the planner can use the partial index on due subscriptions. */
const BILLED = BILLED_STATUSES.map((status) => `'${status}'`).join(', ');

interface DueRow {
  readonly id: string;
  readonly account_id: string;
  readonly due_at: Date;
}

/** Starts at the place, so that subscriptions of suspended accounts are not read again and again. */
const findDue = (after: Place | undefined): string => `
  SELECT subscription.id, subscription.account_id, subscription.due_at
  FROM subscriptions subscription
  JOIN accounts account ON account.id = subscription.account_id
  WHERE subscription.status IN (${BILLED}) AND subscription.due_at <= $1
    ${after === undefined ? '' : 'AND (subscription.due_at, subscription.id) > ($3, $4)'}
    AND account.status = 'active' AND account.currency = subscription.currency
  ORDER BY subscription.due_at, subscription.id
  LIMIT $2`;
