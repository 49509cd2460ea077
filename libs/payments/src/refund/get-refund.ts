import type { AccountId, RefundId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { Refund } from './refund.js';
import type { RefundReader } from './refund.reader.js';

export class GetRefund {
  constructor(private readonly reader: RefundReader) {}

  /** `accountId` is the caller's account scope; undefined for callers that see all accounts. */
  async execute(id: RefundId | undefined, accountId: AccountId | undefined): Promise<Refund> {
    const refund = id === undefined ? undefined : await this.reader.find(id, accountId);
    if (refund === undefined) throw refusal('not_found', 'There is no such refund.');
    return refund;
  }
}
