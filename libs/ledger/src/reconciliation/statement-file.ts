import type { Currency } from '@florin/kernel';
import type { FileLine, Period, ReconciliationFormat } from './reconciliation.js';

export const CSV_DELIMITERS = ['comma', 'semicolon', 'tab', 'pipe'] as const;
export const DECIMAL_SEPARATORS = ['point', 'comma'] as const;
export const DATE_FORMATS = ['yyyy-mm-dd', 'dd.mm.yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy', 'yyyymmdd'] as const;
export const AMOUNT_SIGNS = ['positive_in', 'positive_out'] as const;

export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];
export type DecimalSeparator = (typeof DECIMAL_SEPARATORS)[number];
export type DateFormat = (typeof DATE_FORMATS)[number];
export type AmountSign = (typeof AMOUNT_SIGNS)[number];

/** Columns are names of the header, or numbers from 1 without a header. */
export interface CsvOptions {
  readonly referenceColumn?: string | undefined;
  readonly amountColumn?: string | undefined;
  /** Money in and money out, in place of the amount. */
  readonly creditColumn?: string | undefined;
  readonly debitColumn?: string | undefined;
  readonly dateColumn?: string | undefined;
  readonly descriptionColumn?: string | undefined;
  readonly currencyColumn?: string | undefined;
  readonly delimiter: CsvDelimiter;
  readonly decimalSeparator: DecimalSeparator;
  readonly dateFormat: DateFormat;
  readonly amountSign: AmountSign;
  readonly hasHeader: boolean;
  /** Lines above the header. */
  readonly skipLines: number;
}

export const DEFAULT_CSV_OPTIONS: CsvOptions = {
  delimiter: 'comma',
  decimalSeparator: 'point',
  dateFormat: 'yyyy-mm-dd',
  amountSign: 'positive_in',
  hasHeader: true,
  skipLines: 0,
};

export interface StatementFile {
  readonly lines: readonly FileLine[];
  /** The period that the file names, which may be longer than that of its lines. */
  readonly period: Period | undefined;
}

/** Reads the file of a bank or processor. A file that it cannot read exactly is `invalid_request` with the line number. */
export abstract class StatementFileReader {
  abstract read(
    bytes: Uint8Array,
    format: ReconciliationFormat,
    csv: CsvOptions,
    currency: Currency,
  ): Promise<StatementFile>;
}
