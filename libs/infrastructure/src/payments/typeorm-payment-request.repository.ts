import type { AccountId, PaymentRequestId } from '@florin/kernel';
import type { Attempt, PaymentRequest, PaymentRequestRepository } from '@florin/payments';
import type { EntityManager } from 'typeorm';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { afterId, BATCH_ROWS, batchesOf, ROW_LOCK, withoutMetadata } from '../postgres/find-options.js';
import { AttemptEntity } from './attempt.entity.js';
import { paymentRequestRowOf, PaymentRequestEntity } from './payment-request.entity.js';

const UPDATE_ALL = `
  UPDATE payment_requests SET status = new.status, declines = new.declines, attempts = new.attempts,
    charging = new.charging, updated_at = new."updatedAt", transaction_id = new."transactionId",
    canceled_at = new."canceledAt", cancel_reason = new."cancelReason"
  FROM json_to_recordset($1::json) AS new ("accountId" uuid, id uuid, status text, declines integer, attempts integer,
    charging boolean, "updatedAt" timestamptz, "transactionId" uuid, "canceledAt" timestamptz, "cancelReason" text)
  WHERE payment_requests.account_id = new."accountId" AND payment_requests.id = new.id`;

export class TypeOrmPaymentRequestRepository implements PaymentRequestRepository {
  constructor(private readonly manager: EntityManager) {}

  add(request: PaymentRequest, pageDigest: string): Promise<void> {
    return insertItem(this.manager, PaymentRequestEntity, { ...request, pageDigest });
  }

  async lock(id: PaymentRequestId, accountId: AccountId): Promise<PaymentRequest | undefined> {
    const where = { accountId, id };
    return (await this.manager.findOne(PaymentRequestEntity, { where, lock: ROW_LOCK })) ?? undefined;
  }

  async lockPending(
    accountId: AccountId,
    after: PaymentRequestId | undefined,
  ): Promise<readonly PaymentRequest[]> {
    const rows = await this.manager.find(PaymentRequestEntity, {
      select: withoutMetadata(PaymentRequestEntity, 'lineItems'),
      where: { accountId, status: 'pending', ...afterId(after) },
      order: { id: 'ASC' },
      take: BATCH_ROWS,
      lock: ROW_LOCK,
    });
    return rows.map((row) => ({ ...row, metadata: {}, lineItems: [] }));
  }

  save(request: PaymentRequest): Promise<void> {
    return updateItem(this.manager, PaymentRequestEntity, request);
  }

  async saveAll(requests: readonly PaymentRequest[]): Promise<void> {
    for (const batch of batchesOf(requests.map(paymentRequestRowOf)))
      await this.manager.query(UPDATE_ALL, [JSON.stringify(batch)]);
  }

  addAttempt(attempt: Attempt): Promise<void> {
    return insertItem(this.manager, AttemptEntity, attempt);
  }

  getAttempt({ id, accountId }: PaymentRequest, number: number): Promise<Attempt> {
    return this.manager.findOneByOrFail(AttemptEntity, { accountId, paymentRequestId: id, number });
  }

  saveAttempt(attempt: Attempt): Promise<void> {
    return updateItem(this.manager, AttemptEntity, attempt);
  }
}
