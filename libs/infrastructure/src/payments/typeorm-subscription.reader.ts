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
import { BY_ID } from '../postgres/partial-index-hints.js';
import { conditionsOf } from './list-conditions.js';
import { billOf, SubscriptionBillEntity } from './subscription-bill.entity.js';
import { subscriptionOf, SubscriptionEntity } from './subscription.entity.js';

export class TypeOrmSubscriptionReader extends SubscriptionReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: SubscriptionId, accountId: AccountId | undefined): Promise<Subscription | undefined> {
    const account = accountId === undefined ? BY_ID : { accountId: uuidFromId(accountId) };
    const where = { ...account, id: uuidFromId(id) };
    const row = await this.dataSource.manager.findOneBy(SubscriptionEntity, where);
    return row === null ? undefined : subscriptionOf(row);
  }

  async findBill({ id, accountId }: Subscription, paymentId: PaymentRequestId): Promise<Bill | undefined> {
    const row = await this.dataSource.manager.findOneBy(SubscriptionBillEntity, {
      accountId: uuidFromId(accountId),
      subscriptionId: uuidFromId(id),
      paymentId: uuidFromId(paymentId),
    });
    return row === null ? undefined : billOf(row);
  }

  async list(
    filter: SubscriptionFilter,
    request: CursorRequest<SubscriptionId>,
  ): Promise<CursorPage<Subscription>> {
    return readPage(this.dataSource, SubscriptionEntity, conditionsOf(filter), request, subscriptionOf);
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

/** As literals, because only then can the planner see that the partial index of what is due fits. */
const BILLED = BILLED_STATUSES.map((status) => `'${status}'`).join(', ');

interface DueRow {
  readonly id: string;
  readonly account_id: string;
  readonly due_at: Date;
}

/** Begins at the place: before it may stand any number of those whose account is suspended, and each would be read again. */
const findDue = (after: Place | undefined): string => `
  SELECT subscription.id, subscription.account_id, subscription.due_at
  FROM subscriptions subscription
  JOIN accounts account ON account.id = subscription.account_id
  WHERE subscription.status IN (${BILLED}) AND subscription.due_at <= $1
    ${after === undefined ? '' : 'AND (subscription.due_at, subscription.id) > ($3, $4)'}
    AND account.status = 'active' AND account.currency = subscription.currency
  ORDER BY subscription.due_at, subscription.id
  LIMIT $2`;
