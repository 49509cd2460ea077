import type {
  AccountId,
  Currency,
  ReconciliationId,
  ReconciliationLineId,
  TransactionId,
} from '@florin/kernel';

export const RECONCILIATION_FORMATS = ['csv', 'camt053'] as const;
export type ReconciliationFormat = (typeof RECONCILIATION_FORMATS)[number];

/** A file is reconciled within its request, so that a stored reconciliation is complete. */
export const RECONCILIATION_STATUSES = ['completed'] as const;
export type ReconciliationStatus = (typeof RECONCILIATION_STATUSES)[number];

export const RECONCILIATION_RESULTS = [
  'matched',
  'amount_differs',
  'missing_in_florin',
  'missing_in_file',
] as const;
export type ReconciliationResult = (typeof RECONCILIATION_RESULTS)[number];

export const MAX_FILE_LINES = 100_000;
export const MAX_POSTED_LINES = 200_000;
export const MAX_TOLERANCE_DAYS = 31;
export const DEFAULT_TOLERANCE_DAYS = 3;
export const MAX_DESCRIPTION_LENGTH = 500;

/** A line of the file of a bank or processor. */
export interface FileLine {
  /** Where the line is in the file, from 1. */
  readonly lineNumber: number;
  readonly reference: string | undefined;
  /** In minor units: positive for money in, negative for money out. */
  readonly amount: number;
  /** A calendar date such as `2026-01-31`. */
  readonly date: string;
  readonly description: string | undefined;
}

/** What a succeeded transaction posted to the account. */
export interface PostedLine {
  readonly transactionId: TransactionId;
  readonly reference: string | undefined;
  /** Other texts by which a file may name the transaction, such as its id. */
  readonly aliases: readonly string[];
  readonly amount: number;
  /** The date of posting in the time zone of the account. */
  readonly date: string;
}

export interface ReconciledLine {
  readonly result: ReconciliationResult;
  readonly file: FileLine | undefined;
  readonly posted: PostedLine | undefined;
}

type StoredPostedLine = Omit<PostedLine, 'aliases'>;

/** As stored. The file's first line has the highest id, because lists are in descending order of ids. */
export interface ReconciliationLine {
  readonly accountId: AccountId;
  readonly reconciliationId: ReconciliationId;
  readonly id: ReconciliationLineId;
  readonly result: ReconciliationResult;
  readonly file: FileLine | undefined;
  readonly posted: StoredPostedLine | undefined;
}

/** Both dates are included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

interface ResultCounts {
  readonly matched: number;
  readonly amountDiffers: number;
  readonly missingInFlorin: number;
  readonly missingInFile: number;
}

export interface Reconciliation extends Period, ResultCounts {
  readonly accountId: AccountId;
  readonly id: ReconciliationId;
  readonly currency: Currency;
  readonly format: ReconciliationFormat;
  readonly status: ReconciliationStatus;
  readonly toleranceDays: number;
  readonly createdAt: Date;
}

export function countResults(lines: readonly ReconciledLine[]): ResultCounts {
  const counts = { matched: 0, amount_differs: 0, missing_in_florin: 0, missing_in_file: 0 };
  for (const { result } of lines) counts[result] += 1;
  return {
    matched: counts.matched,
    amountDiffers: counts.amount_differs,
    missingInFlorin: counts.missing_in_florin,
    missingInFile: counts.missing_in_file,
  };
}

export const hasDifferences = ({ amountDiffers, missingInFlorin, missingInFile }: ResultCounts): boolean =>
  amountDiffers + missingInFlorin + missingInFile > 0;
