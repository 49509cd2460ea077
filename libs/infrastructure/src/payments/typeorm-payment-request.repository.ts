import { type AccountId, type PaymentRequestId, uuidFromId } from '@florin/kernel';
import type { Attempt, PaymentRequest, PaymentRequestRepository } from '@florin/payments';
import type { EntityManager } from 'typeorm';
import { ANYWHERE } from '../postgres/over-all-accounts.js';
import { attemptOf, attemptRowOf, AttemptRows } from './attempt.row.js';
import { paymentRequestOf, paymentRequestRowOf, PaymentRequestRows } from './payment-request.row.js';

// Attempts refer to their request by its key, which nobody changes, so writers of attempts need not wait for this.
const LOCK = { mode: 'for_no_key_update' } as const;

export class TypeOrmPaymentRequestRepository implements PaymentRequestRepository {
  constructor(private readonly manager: EntityManager) {}

  async add(request: PaymentRequest, pageDigest: string): Promise<void> {
    await this.manager.insert(PaymentRequestRows, { ...paymentRequestRowOf(request), pageDigest });
  }

  async lock(id: PaymentRequestId, accountId: AccountId | undefined): Promise<PaymentRequest | undefined> {
    const account = accountId === undefined ? ANYWHERE : { accountId: uuidFromId(accountId) };
    const where = { ...account, id: uuidFromId(id) };
    const row = await this.manager.findOne(PaymentRequestRows, { where, lock: LOCK });
    return row === null ? undefined : paymentRequestOf(row);
  }

  async lockPending(accountId: AccountId): Promise<readonly PaymentRequest[]> {
    const where = { accountId: uuidFromId(accountId), status: 'pending' };
    const rows = await this.manager.find(PaymentRequestRows, { where, order: { id: 'ASC' }, lock: LOCK });
    return rows.map(paymentRequestOf);
  }

  async save(request: PaymentRequest): Promise<void> {
    const { accountId, id, ...columns } = paymentRequestRowOf(request);
    await this.manager.update(PaymentRequestRows, { accountId, id }, columns);
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
