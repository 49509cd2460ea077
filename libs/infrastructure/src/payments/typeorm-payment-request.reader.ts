import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  type PaymentRequestId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Attempt,
  type PaymentRequest,
  type PaymentRequestFilter,
  PaymentRequestReader,
  type KeysetPosition,
  type RequestWithLastAttempt,
} from '@florin/payments';
import type { DataSource } from 'typeorm';
import { readPage } from '../postgres/read-page.js';
import { BY_ID, BY_ID_HINT } from '../postgres/partial-index-hints.js';
import { AttemptEntity } from './attempt.entity.js';
import { paymentRequestOf, PaymentRequestEntity } from './payment-request.entity.js';
import { conditionsOf, readAfter } from './list-conditions.js';

export class TypeOrmPaymentRequestReader extends PaymentRequestReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: PaymentRequestId, accountId: AccountId | undefined): Promise<PaymentRequest | undefined> {
    const account = accountId === undefined ? BY_ID : { accountId };
    return (await this.dataSource.manager.findOneBy(PaymentRequestEntity, { ...account, id })) ?? undefined;
  }

  async findByPageDigest(pageDigest: string): Promise<RequestWithLastAttempt | undefined> {
    const { manager } = this.dataSource;
    const request = await manager.findOneBy(PaymentRequestEntity, { pageDigest });
    if (request === null) return undefined;
    const { accountId, id: paymentRequestId, attempts: number } = request;
    if (number === 0) return { request, lastAttempt: undefined };
    const lastAttempt = await manager.findOneBy(AttemptEntity, { accountId, paymentRequestId, number });
    return { request, lastAttempt: lastAttempt ?? undefined };
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

  findDue(now: Date, limit: number, after?: KeysetPosition): Promise<readonly PaymentRequest[]> {
    const query = this.dataSource.manager
      .createQueryBuilder(PaymentRequestEntity, 'request')
      .where(`request.status = 'pending' AND NOT request.charging AND request.expiresAt <= :now`, { now });
    return readAfter(query, ['request.expiresAt', 'request.id'], limit, after);
  }

  findOpenAttempts(startedUntil: Date, limit: number, after?: KeysetPosition): Promise<readonly Attempt[]> {
    const query = this.dataSource.manager
      .createQueryBuilder(AttemptEntity, 'attempt')
      .where('attempt.endedAt IS NULL AND attempt.startedAt <= :startedUntil', { startedUntil });
    return readAfter(query, ['attempt.startedAt', 'attempt.paymentRequestId'], limit, after);
  }
}

/** Starts from the bills, which are few; the account may have many requests. */
const ISSUED_BY_SUBSCRIPTION = `
  account_id = (SELECT account_id FROM subscriptions WHERE id = ? AND ${BY_ID_HINT})
  AND id = ANY (ARRAY(
    SELECT bill.payment_id FROM subscription_bills bill
    JOIN subscriptions subscription ON subscription.account_id = bill.account_id AND subscription.id = bill.subscription_id
    WHERE subscription.id = ? AND subscription.${BY_ID_HINT}))`;
