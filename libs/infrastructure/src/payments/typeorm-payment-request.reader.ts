import {
  type AccountId,
  addMilliseconds,
  type CursorPage,
  type CursorRequest,
  firstIdAt,
  MINUTE_MS,
  type PaymentRequestId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Attempt,
  ATTEMPT_STATUSES,
  type AttemptStatus,
  type PaymentRequest,
  type PaymentRequestFilter,
  PaymentRequestReader,
  type KeysetPosition,
  type RequestWithLastAttempt,
} from '@florin/payments';
import type { DataSource } from 'typeorm';
import { shardsOf } from '../postgres/account-shards.js';
import { selectListOf } from '../postgres/columns.js';
import { type Condition, readPage } from '../postgres/read-page.js';
import { BY_ID, BY_ID_HINT } from '../postgres/partial-index-hints.js';
import { AttemptEntity, attemptOf } from './attempt.entity.js';
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
    { subscriptionId, customerEmail, createdAfter, createdBefore, ...restrictions }: PaymentRequestFilter,
    request: CursorRequest<PaymentRequestId>,
  ): Promise<CursorPage<PaymentRequest>> {
    const conditions: (Condition | undefined)[] = [
      ...conditionsOf(restrictions),
      customerEmail === undefined ? undefined : ['customer_email = ?', customerEmail],
      createdAfter && createdAfterCondition(createdAfter),
      createdBefore && createdBeforeCondition(createdBefore),
    ];
    if (subscriptionId !== undefined) {
      const uuid = uuidFromId(subscriptionId);
      conditions.push([ISSUED_BY_SUBSCRIPTION, uuid, uuid]);
    }
    return readPage(this.dataSource, PaymentRequestEntity, conditions, request, paymentRequestOf);
  }

  async findAttempts(
    requests: readonly PaymentRequest[],
    statuses: readonly AttemptStatus[] = ATTEMPT_STATUSES,
  ): Promise<readonly Attempt[]> {
    const attempted = requests.filter(({ attempts }) => attempts > 0);
    if (attempted.length === 0) return [];
    const { areDistributed } = shardsOf(this.dataSource);
    const rows = await this.dataSource.query<object[]>(areDistributed ? ATTEMPTS_OF_ROUTED : ATTEMPTS_OF, [
      attempted.map(({ accountId }) => uuidFromId(accountId)),
      attempted.map(({ id }) => uuidFromId(id)),
      statuses,
    ]);
    return rows.map(attemptOf).sort((one, other) => one.number - other.number);
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

const ATTEMPTS_OF = `
  SELECT ${selectListOf(AttemptEntity)} FROM unnest($1::uuid[], $2::uuid[]) AS wanted (account_id, id)
  JOIN payment_attempts ON payment_attempts.account_id = wanted.account_id
    AND payment_attempts.payment_request_id = wanted.id AND payment_attempts.status = ANY ($3)`;

/** On Citus only the nodes of these accounts are read. */
const ATTEMPTS_OF_ROUTED = `${ATTEMPTS_OF} AND payment_attempts.account_id = ANY ($1::uuid[])`;

/** More than the clocks of two instances may differ, so that the id of a request is this close to its creation time. */
const ID_TOLERANCE_MS = MINUTE_MS;

/** The range of ids makes the condition a range of the index. */
const createdAfterCondition = (after: Date): Condition => [
  'created_at > ? AND id >= ?',
  after,
  uuidFromId(firstIdAt('pay', addMilliseconds(after, -ID_TOLERANCE_MS))),
];

const createdBeforeCondition = (before: Date): Condition => [
  'created_at < ? AND id < ?',
  before,
  uuidFromId(firstIdAt('pay', addMilliseconds(before, ID_TOLERANCE_MS))),
];

/** Starts from the bills, which are few; the account may have many requests. */
const ISSUED_BY_SUBSCRIPTION = `
  account_id = (SELECT account_id FROM subscriptions WHERE id = ? AND ${BY_ID_HINT})
  AND id = ANY (ARRAY(
    SELECT bill.payment_id FROM subscription_bills bill
    JOIN subscriptions subscription ON subscription.account_id = bill.account_id AND subscription.id = bill.subscription_id
    WHERE subscription.id = ? AND subscription.${BY_ID_HINT}))`;
