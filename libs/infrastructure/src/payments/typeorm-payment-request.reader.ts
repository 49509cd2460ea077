import {
  type AccountId,
  type CursorPage,
  cursorPage,
  type CursorRequest,
  type PaymentRequestId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Attempt,
  type PaymentRequest,
  type PaymentRequestFilter,
  PaymentRequestReader,
  type RequestWithLastAttempt,
} from '@florin/payments';
import type { DataSource } from 'typeorm';
import { nearestFirst } from '../postgres/nearest-first.js';
import { ANYWHERE, OVER_ALL_ACCOUNTS, RARE_OVER_ALL_ACCOUNTS } from '../postgres/over-all-accounts.js';
import { attemptOf, AttemptRows } from './attempt.row.js';
import { paymentRequestOf, PaymentRequestRows } from './payment-request.row.js';

export class TypeOrmPaymentRequestReader extends PaymentRequestReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: PaymentRequestId, accountId: AccountId | undefined): Promise<PaymentRequest | undefined> {
    const account = accountId === undefined ? ANYWHERE : { accountId: uuidFromId(accountId) };
    const where = { ...account, id: uuidFromId(id) };
    const row = await this.dataSource.manager.findOneBy(PaymentRequestRows, where);
    return row === null ? undefined : paymentRequestOf(row);
  }

  async findByPage(pageDigest: string): Promise<RequestWithLastAttempt | undefined> {
    const { manager } = this.dataSource;
    const row = await manager.findOneBy(PaymentRequestRows, { pageDigest });
    if (row === null) return undefined;
    const { accountId, id: paymentRequestId, attempts: number } = row;
    const attempt =
      number === 0 ? null : await manager.findOneBy(AttemptRows, { accountId, paymentRequestId, number });
    return { request: paymentRequestOf(row), lastAttempt: attempt === null ? undefined : attemptOf(attempt) };
  }

  async list(
    { accountId, status, subscriptionId }: PaymentRequestFilter,
    request: CursorRequest<PaymentRequestId>,
  ): Promise<CursorPage<PaymentRequest>> {
    const anywhere = status === undefined ? OVER_ALL_ACCOUNTS : RARE_OVER_ALL_ACCOUNTS;
    const query = this.dataSource.manager.createQueryBuilder(PaymentRequestRows, 'request');
    if (accountId === undefined) query.where(`request.${anywhere}`);
    else query.where('request.accountId = :accountId', { accountId: uuidFromId(accountId) });
    if (status !== undefined) query.andWhere('request.status = :status', { status });
    if (subscriptionId !== undefined)
      query.andWhere(ISSUED_BY_SUBSCRIPTION, { subscriptionId: uuidFromId(subscriptionId) });
    const rows = await nearestFirst(query, request).getMany();
    return cursorPage(request, rows.map(paymentRequestOf));
  }

  async findDue(now: Date, limit: number, skip: number): Promise<readonly PaymentRequest[]> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(PaymentRequestRows, 'request')
      .where(`request.status = 'pending' AND NOT request.charging AND request.expiresAt <= :now`, { now })
      .orderBy('request.expiresAt')
      .addOrderBy('request.id')
      .offset(skip)
      .limit(limit)
      .getMany();
    return rows.map(paymentRequestOf);
  }

  async findUnended(startedUntil: Date, limit: number, skip: number): Promise<readonly Attempt[]> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(AttemptRows, 'attempt')
      .where('attempt.endedAt IS NULL AND attempt.startedAt <= :startedUntil', { startedUntil })
      .orderBy('attempt.startedAt')
      .addOrderBy('attempt.paymentRequestId')
      .offset(skip)
      .limit(limit)
      .getMany();
    return rows.map(attemptOf);
  }
}

/** Found by its bills, which are few: the requests of its account may be many, and most of them are not its own. */
const ISSUED_BY_SUBSCRIPTION = `
  request.account_id = (SELECT account_id FROM subscriptions WHERE id = :subscriptionId AND ${OVER_ALL_ACCOUNTS})
  AND request.id = ANY (ARRAY(
    SELECT bill.payment_id FROM subscription_bills bill
    JOIN subscriptions subscription ON subscription.account_id = bill.account_id AND subscription.id = bill.subscription_id
    WHERE subscription.id = :subscriptionId AND subscription.${OVER_ALL_ACCOUNTS}))`;
