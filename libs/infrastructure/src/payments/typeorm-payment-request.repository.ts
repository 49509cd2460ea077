import { type AccountId, type PaymentRequestId, uuidFromId } from '@florin/kernel';
import type { Attempt, PaymentRequest, PaymentRequestRepository } from '@florin/payments';
import type { EntityManager } from 'typeorm';
import { afterId, BATCH_ROWS, batchesOf, ROW_LOCK, withoutMetadata } from '../postgres/find-options.js';
import { attemptOf, attemptRowOf, AttemptEntity } from './attempt.entity.js';
import { paymentRequestOf, paymentRequestRowOf, PaymentRequestEntity } from './payment-request.entity.js';

/** Whatever of a request can change. */
const UPDATE_ALL = `
  UPDATE payment_requests SET status = new.status, declines = new.declines, attempts = new.attempts,
    charging = new.charging, updated_at = new."updatedAt", transaction_id = new."transactionId",
    canceled_at = new."canceledAt", cancel_reason = new."cancelReason"
  FROM json_to_recordset($1::json) AS new ("accountId" uuid, id uuid, status text, declines integer, attempts integer,
    charging boolean, "updatedAt" timestamptz, "transactionId" uuid, "canceledAt" timestamptz, "cancelReason" text)
  WHERE payment_requests.account_id = new."accountId" AND payment_requests.id = new.id`;

export class TypeOrmPaymentRequestRepository implements PaymentRequestRepository {
  constructor(private readonly manager: EntityManager) {}

  async add(request: PaymentRequest, pageDigest: string): Promise<void> {
    await this.manager.insert(PaymentRequestEntity, { ...paymentRequestRowOf(request), pageDigest });
  }

  async lock(id: PaymentRequestId, accountId: AccountId): Promise<PaymentRequest | undefined> {
    const where = { accountId: uuidFromId(accountId), id: uuidFromId(id) };
    const row = await this.manager.findOne(PaymentRequestEntity, { where, lock: ROW_LOCK });
    return row === null ? undefined : paymentRequestOf(row);
  }

  async lockPending(
    accountId: AccountId,
    after: PaymentRequestId | undefined,
  ): Promise<readonly PaymentRequest[]> {
    const where = { accountId: uuidFromId(accountId), status: 'pending', ...afterId(after) };
    const select = withoutMetadata(PaymentRequestEntity);
    const rows = await this.manager.find(PaymentRequestEntity, {
      select,
      where,
      order: { id: 'ASC' },
      take: BATCH_ROWS,
      lock: ROW_LOCK,
    });
    return rows.map((row) => paymentRequestOf({ ...row, metadata: {} }));
  }

  async save(request: PaymentRequest): Promise<void> {
    const { accountId, id, ...columns } = paymentRequestRowOf(request);
    await this.manager.update(PaymentRequestEntity, { accountId, id }, columns);
  }

  async saveAll(requests: readonly PaymentRequest[]): Promise<void> {
    for (const batch of batchesOf(requests.map(paymentRequestRowOf)))
      await this.manager.query(UPDATE_ALL, [JSON.stringify(batch)]);
  }

  async addAttempt(attempt: Attempt): Promise<void> {
    await this.manager.insert(AttemptEntity, attemptRowOf(attempt));
  }

  async getAttempt({ id, accountId }: PaymentRequest, number: number): Promise<Attempt> {
    const where = { accountId: uuidFromId(accountId), paymentRequestId: uuidFromId(id), number };
    return attemptOf(await this.manager.findOneByOrFail(AttemptEntity, where));
  }

  async saveAttempt(attempt: Attempt): Promise<void> {
    const { accountId, paymentRequestId, number, ...columns } = attemptRowOf(attempt);
    await this.manager.update(AttemptEntity, { accountId, paymentRequestId, number }, columns);
  }
}
