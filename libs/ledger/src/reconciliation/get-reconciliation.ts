import type { AccountId, ReconciliationId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { Reconciliation } from './reconciliation.js';
import type { ReconciliationReader } from './reconciliation.reader.js';

export class GetReconciliation {
  constructor(private readonly reader: ReconciliationReader) {}

  /** `accountId` is the caller's account scope; undefined for callers that see all accounts. */
  async execute(id: ReconciliationId | undefined, accountId: AccountId | undefined): Promise<Reconciliation> {
    const found = id === undefined ? undefined : await this.reader.find(id, accountId);
    if (found === undefined) throw refusal('not_found', 'There is no such reconciliation.');
    return found;
  }
}
