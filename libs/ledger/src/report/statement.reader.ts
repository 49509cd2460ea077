import type { AccountId, CursorRequest, TransactionId } from '@florin/kernel';
import type { StatementLine, StatementPage, StatementPeriod, StatementSummary } from './statement.js';

export interface OpenStatement {
  readonly summary: StatementSummary;
  /**
   * The lines of the summary, oldest first. Each batch is one query: no connection or snapshot is held between them. Lines
   * posted after the statement was opened do not appear, because posted lines never change and keep their order.
   */
  readonly batches: (size: number) => AsyncIterable<readonly StatementLine[]>;
}

/** Reads committed entries without a lock. Throws `conflict` while the account has lines that are not numbered. */
export abstract class StatementReader {
  /**
   * A page and the summary of the whole period, from one snapshot. A cursor is the transaction of a line; one without a
   * line in the account is the position of the instant of its id.
   */
  abstract page(
    accountId: AccountId,
    period: StatementPeriod,
    request: CursorRequest<TransactionId>,
  ): Promise<StatementPage>;

  abstract open(accountId: AccountId, period: StatementPeriod): Promise<OpenStatement>;
}
