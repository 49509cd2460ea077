import { type AccountId, type Currency, UnitOfWork } from '@florin/kernel';
import type { Period, PostedLine, Reconciliation, ReconciliationLine } from './reconciliation.js';

export interface ReconciledAccount {
  readonly id: AccountId;
  readonly currency: Currency;
  readonly timezone: string;
}

/** Reads accounts without locks. */
export abstract class ReconciledAccounts {
  /** Also a closed account. */
  abstract find(id: AccountId): Promise<ReconciledAccount | undefined>;
}

export interface ReconciliationRepository {
  /** Batches in the order of posting, all from one snapshot. The dates are those of the account's time zone. */
  postedLines(account: ReconciledAccount, period: Period): AsyncIterable<readonly PostedLine[]>;
  add(reconciliation: Reconciliation): Promise<void>;
  /** At most some thousand lines at a time. */
  addLines(lines: readonly ReconciliationLine[]): Promise<void>;
}

export abstract class ReconciliationUnitOfWork extends UnitOfWork<ReconciliationRepository> {}
