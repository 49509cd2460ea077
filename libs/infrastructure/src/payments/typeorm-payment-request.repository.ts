import { type AccountId, type PaymentRequestId, uuidFromId } from '@florin/kernel';
import type { Attempt, PaymentRequest, PaymentRequestRepository } from '@florin/payments';
import type { EntityManager } from 'typeorm';
import {
  idColumn,
  smallIntegerColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../postgres/array-columns.js';
import { behind, piecesOf, ROWS_AT_ONCE } from '../postgres/pieces.js';
import { withoutMetadata } from '../postgres/without-metadata.js';
import { ROW_LOCK } from '../postgres/row-lock.js';
import { attemptOf, attemptRowOf, AttemptRows } from './attempt.row.js';
import { paymentRequestOf, paymentRequestRowOf, PaymentRequestRows } from './payment-request.row.js';

/** Whatever of a request can change. */
const UPDATE_ALL = `
  UPDATE payment_requests SET status = new.status, declines = new.declines, attempts = new.attempts,
    charging = new.charging, updated_at = new.updated_at, transaction_id = new.transaction_id,
    canceled_at = new.canceled_at, cancel_reason = new.cancel_reason
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::integer[], $5::integer[], $6::boolean[], $7::timestamptz[],
    $8::uuid[], $9::timestamptz[], $10::text[]) AS new (account_id, id, status, declines, attempts, charging, updated_at,
    transaction_id, canceled_at, cancel_reason)
  WHERE payment_requests.account_id = new.account_id AND payment_requests.id = new.id`;

export class TypeOrmPaymentRequestRepository implements PaymentRequestRepository {
  constructor(private readonly manager: EntityManager) {}

  async add(request: PaymentRequest, pageDigest: string): Promise<void> {
    await this.manager.insert(PaymentRequestRows, { ...paymentRequestRowOf(request), pageDigest });
  }

  async lock(id: PaymentRequestId, accountId: AccountId): Promise<PaymentRequest | undefined> {
    const where = { accountId: uuidFromId(accountId), id: uuidFromId(id) };
    const row = await this.manager.findOne(PaymentRequestRows, { where, lock: ROW_LOCK });
    return row === null ? undefined : paymentRequestOf(row);
  }

  async lockPending(
    accountId: AccountId,
    after: PaymentRequestId | undefined,
  ): Promise<readonly PaymentRequest[]> {
    const where = { accountId: uuidFromId(accountId), status: 'pending', ...behind(after) };
    const select = withoutMetadata(PaymentRequestRows);
    const rows = await this.manager.find(PaymentRequestRows, {
      select,
      where,
      order: { id: 'ASC' },
      take: ROWS_AT_ONCE,
      lock: ROW_LOCK,
    });
    return rows.map((row) => paymentRequestOf({ ...row, metadata: {} }));
  }

  async save(request: PaymentRequest): Promise<void> {
    const { accountId, id, ...columns } = paymentRequestRowOf(request);
    await this.manager.update(PaymentRequestRows, { accountId, id }, columns);
  }

  async saveAll(requests: readonly PaymentRequest[]): Promise<void> {
    for (const piece of piecesOf(requests)) {
      await this.manager.query(UPDATE_ALL, [
        idColumn(piece, ({ accountId }) => accountId),
        idColumn(piece, ({ id }) => id),
        wordColumn(piece, ({ status }) => status),
        smallIntegerColumn(piece, ({ declines }) => declines),
        smallIntegerColumn(piece, ({ attempts }) => attempts),
        wordColumn(piece, ({ charging }) => charging),
        timeColumn(piece, ({ updatedAt }) => updatedAt),
        idColumn(piece, ({ transactionId }) => transactionId),
        timeColumn(piece, ({ canceledAt }) => canceledAt),
        textColumn(piece, ({ cancelReason }) => cancelReason),
      ]);
    }
  }

  async addAttempt(attempt: Attempt): Promise<void> {
    await this.manager.insert(AttemptRows, attemptRowOf(attempt));
  }

  async getAttempt({ id, accountId }: PaymentRequest, number: number): Promise<Attempt> {
    const where = { accountId: uuidFromId(accountId), paymentRequestId: uuidFromId(id), number };
    return attemptOf(await this.manager.findOneByOrFail(AttemptRows, where));
  }

  async saveAttempt(attempt: Attempt): Promise<void> {
    const { accountId, paymentRequestId, number, ...columns } = attemptRowOf(attempt);
    await this.manager.update(AttemptRows, { accountId, paymentRequestId, number }, columns);
  }
}
