import type { ReconciliationLine, ReconciliationResult } from './reconciliation.js';

/** A line as the API and the command line show it. */
export interface ReconciliationLineBody {
  readonly id: string;
  readonly result: ReconciliationResult;
  readonly file: {
    readonly line: number;
    readonly reference: string | null;
    readonly amount: number;
    readonly date: string;
    readonly description: string | null;
  } | null;
  readonly florin: {
    readonly transaction_id: string;
    readonly reference: string | null;
    readonly amount: number;
    readonly date: string;
  } | null;
}

export const reconciliationLineBody = ({
  id,
  result,
  file,
  posted,
}: ReconciliationLine): ReconciliationLineBody => ({
  id,
  result,
  file:
    file === undefined
      ? null
      : {
          line: file.lineNumber,
          reference: file.reference ?? null,
          amount: file.amount,
          date: file.date,
          description: file.description ?? null,
        },
  florin:
    posted === undefined
      ? null
      : {
          transaction_id: posted.transactionId,
          reference: posted.reference ?? null,
          amount: posted.amount,
          date: posted.date,
        },
});
