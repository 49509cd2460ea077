import { type AccountId, type RefundId, uuidFromId } from '@florin/kernel';
import type { PaymentRequest, Refund, RefundRepository } from '@florin/payments';
import type { EntityManager } from 'typeorm';
import { safeInteger } from '../postgres/columns.js';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { RefundEntity } from './refund.entity.js';

const SUM = `
  SELECT coalesce(sum(amount), 0) AS reserved FROM refunds
  WHERE account_id = $1 AND payment_id = $2 AND status IN ('pending', 'succeeded')`;

export class TypeOrmRefundRepository implements RefundRepository {
  constructor(private readonly manager: EntityManager) {}

  add(refund: Refund): Promise<void> {
    return insertItem(this.manager, RefundEntity, refund);
  }

  get(id: RefundId, accountId: AccountId): Promise<Refund> {
    return this.manager.findOneByOrFail(RefundEntity, { accountId, id });
  }

  save(refund: Refund): Promise<void> {
    return updateItem(this.manager, RefundEntity, refund);
  }

  async sumOf({ id, accountId }: PaymentRequest): Promise<number> {
    const values = [uuidFromId(accountId), uuidFromId(id)];
    const [row] = await this.manager.query<{ reserved: string }[]>(SUM, values);
    return safeInteger(row?.reserved);
  }
}
