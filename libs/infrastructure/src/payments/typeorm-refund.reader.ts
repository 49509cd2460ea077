import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  type RefundId,
  uuidFromId,
} from '@florin/kernel';
import { type KeysetPosition, type PaymentRequest, type Refund, RefundReader } from '@florin/payments';
import type { DataSource } from 'typeorm';
import { BY_ID, BY_STATUS_HINT } from '../postgres/partial-index-hints.js';
import { type Condition, readPage } from '../postgres/read-page.js';
import { readAfter } from './list-conditions.js';
import { RefundEntity, refundOf } from './refund.entity.js';

export class TypeOrmRefundReader extends RefundReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: RefundId, accountId: AccountId | undefined): Promise<Refund | undefined> {
    const account = accountId === undefined ? BY_ID : { accountId };
    return (await this.dataSource.manager.findOneBy(RefundEntity, { ...account, id })) ?? undefined;
  }

  list({ id, accountId }: PaymentRequest, request: CursorRequest<RefundId>): Promise<CursorPage<Refund>> {
    const conditions: Condition[] = [
      ['account_id = ?', uuidFromId(accountId)],
      ['payment_id = ?', uuidFromId(id)],
    ];
    return readPage(this.dataSource, RefundEntity, conditions, request, refundOf);
  }

  findPending(createdUntil: Date, limit: number, after?: KeysetPosition): Promise<readonly Refund[]> {
    const query = this.dataSource.manager
      .createQueryBuilder(RefundEntity, 'refund')
      .where(`refund.status = 'pending' AND refund.${BY_STATUS_HINT}`)
      .andWhere('refund.createdAt <= :createdUntil', { createdUntil });
    return readAfter(query, ['refund.createdAt', 'refund.id'], limit, after);
  }
}
