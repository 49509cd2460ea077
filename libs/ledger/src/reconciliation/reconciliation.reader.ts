import type {
  AccountId,
  CursorPage,
  CursorRequest,
  ReconciliationId,
  ReconciliationLineId,
} from '@florin/kernel';
import type { Reconciliation, ReconciliationLine, ReconciliationResult } from './reconciliation.js';

/** Reads stored reconciliations without locks. */
export abstract class ReconciliationReader {
  /** `accountId` is the account scope; undefined: reconciliations of all accounts. */
  abstract find(id: ReconciliationId, accountId: AccountId | undefined): Promise<Reconciliation | undefined>;

  /** Newest first. */
  abstract list(
    accountId: AccountId | undefined,
    request: CursorRequest<ReconciliationId>,
  ): Promise<CursorPage<Reconciliation>>;

  /** In the order of the file, then those that are missing in it. */
  abstract lines(
    reconciliation: Reconciliation,
    result: ReconciliationResult | undefined,
    request: CursorRequest<ReconciliationLineId>,
  ): Promise<CursorPage<ReconciliationLine>>;
}
