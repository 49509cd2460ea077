import type { AccountId, CursorPage, CursorRequest, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import {
  type Bill,
  BILLED_STATUSES,
  type DueSubscription,
  type KeysetPosition,
  type Subscription,
  type SubscriptionFilter,
  SubscriptionReader,
} from '@florin/payments';
import type { DataSource } from 'typeorm';
import { readPage } from '../postgres/read-page.js';
import { BY_ID } from '../postgres/partial-index-hints.js';
import { AccountEntity } from '../accounts/account.entity.js';
import { conditionsOf, readAfter } from './list-conditions.js';
import { SubscriptionBillEntity } from './subscription-bill.entity.js';
import { subscriptionOf, subscriptionOfRow, SubscriptionEntity } from './subscription.entity.js';

export class TypeOrmSubscriptionReader extends SubscriptionReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: SubscriptionId, accountId: AccountId | undefined): Promise<Subscription | undefined> {
    const account = accountId === undefined ? BY_ID : { accountId };
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

  findDue(now: Date, limit: number, after?: KeysetPosition): Promise<readonly DueSubscription[]> {
    const query = this.dataSource.manager
      .createQueryBuilder(SubscriptionEntity, 'subscription')
      .select(['subscription.id', 'subscription.accountId', 'subscription.dueAt'])
      .innerJoin(AccountEntity.options.name, 'account', 'account.id = subscription.accountId')
      .where(`subscription.status IN (${BILLED}) AND subscription.dueAt <= :now`, { now })
      .andWhere(`account.status = 'active' AND account.currency = subscription.currency`);
    return readAfter(query, ['subscription.dueAt', 'subscription.id'], limit, after);
  }
}

/** Literals, not parameters, so that the planner can use the partial index on due subscriptions. */
const BILLED = BILLED_STATUSES.map((status) => `'${status}'`).join(', ');
