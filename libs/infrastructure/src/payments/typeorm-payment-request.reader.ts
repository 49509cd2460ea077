import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  type Id,
  type PaymentRequestId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Attempt,
  type PaymentRequest,
  type PaymentRequestFilter,
  PaymentRequestReader,
  type Place,
  type RequestWithLastAttempt,
} from '@florin/payments';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { readPage } from '../postgres/read-page.js';
import { BY_ID, BY_ID_HINT } from '../postgres/partial-index-hints.js';
import { attemptOf, AttemptEntity } from './attempt.entity.js';
import { paymentRequestOf, PaymentRequestEntity } from './payment-request.entity.js';
import { conditionsOf } from './list-conditions.js';

export class TypeOrmPaymentRequestReader extends PaymentRequestReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: PaymentRequestId, accountId: AccountId | undefined): Promise<PaymentRequest | undefined> {
    const account = accountId === undefined ? BY_ID : { accountId: uuidFromId(accountId) };
    const where = { ...account, id: uuidFromId(id) };
    const row = await this.dataSource.manager.findOneBy(PaymentRequestEntity, where);
    return row === null ? undefined : paymentRequestOf(row);
  }

  async findByPage(pageDigest: string): Promise<RequestWithLastAttempt | undefined> {
    const { manager } = this.dataSource;
    const row = await manager.findOneBy(PaymentRequestEntity, { pageDigest });
    if (row === null) return undefined;
    const { accountId, id: paymentRequestId, attempts: number } = row;
    const attempt =
      number === 0 ? null : await manager.findOneBy(AttemptEntity, { accountId, paymentRequestId, number });
    return { request: paymentRequestOf(row), lastAttempt: attempt === null ? undefined : attemptOf(attempt) };
  }

  async list(
    { subscriptionId, ...restrictions }: PaymentRequestFilter,
    request: CursorRequest<PaymentRequestId>,
  ): Promise<CursorPage<PaymentRequest>> {
    const conditions = conditionsOf(restrictions);
    if (subscriptionId !== undefined) {
      const uuid = uuidFromId(subscriptionId);
      conditions.push([ISSUED_BY_SUBSCRIPTION, uuid, uuid]);
    }
    return readPage(this.dataSource, PaymentRequestEntity, conditions, request, paymentRequestOf);
  }

  async findDue(now: Date, limit: number, after?: Place): Promise<readonly PaymentRequest[]> {
    const query = this.dataSource.manager
      .createQueryBuilder(PaymentRequestEntity, 'request')
      .where(`request.status = 'pending' AND NOT request.charging AND request.expiresAt <= :now`, { now });
    const rows = await inLine(query, ['request.expiresAt', 'request.id'], limit, after).getMany();
    return rows.map(paymentRequestOf);
  }

  async findUnended(startedUntil: Date, limit: number, after?: Place): Promise<readonly Attempt[]> {
    const query = this.dataSource.manager
      .createQueryBuilder(AttemptEntity, 'attempt')
      .where('attempt.endedAt IS NULL AND attempt.startedAt <= :startedUntil', { startedUntil });
    const rows = await inLine(
      query,
      ['attempt.startedAt', 'attempt.paymentRequestId'],
      limit,
      after,
    ).getMany();
    return rows.map(attemptOf);
  }
}

/** The first rows behind a place. Rows that were done meanwhile stay in the index for a while, and are not read again. */
function inLine<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  [at, id]: readonly [string, string],
  limit: number,
  after: Place | undefined,
): SelectQueryBuilder<Row> {
  if (after !== undefined)
    query.andWhere(`(${at}, ${id}) > (:at, :id)`, { at: after.at, id: uuidFromId(after.id as Id) });
  return query.orderBy(at).addOrderBy(id).limit(limit);
}

/** Found by its bills, which are few: the requests of its account may be many, and most of them are not its own. */
const ISSUED_BY_SUBSCRIPTION = `
  account_id = (SELECT account_id FROM subscriptions WHERE id = ? AND ${BY_ID_HINT})
  AND id = ANY (ARRAY(
    SELECT bill.payment_id FROM subscription_bills bill
    JOIN subscriptions subscription ON subscription.account_id = bill.account_id AND subscription.id = bill.subscription_id
    WHERE subscription.id = ? AND subscription.${BY_ID_HINT}))`;
