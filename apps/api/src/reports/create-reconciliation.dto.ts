import { parseUtcDay } from '@florin/kernel';
import {
  AMOUNT_SIGNS,
  type AmountSign,
  CSV_DELIMITERS,
  type CsvDelimiter,
  type CsvOptions,
  DATE_FORMATS,
  type DateFormat,
  DECIMAL_SEPARATORS,
  type DecimalSeparator,
  DEFAULT_CSV_OPTIONS,
  DEFAULT_TOLERANCE_DAYS,
  MAX_TOLERANCE_DAYS,
  RECONCILIATION_FORMATS,
  type ReconciliationFormat,
} from '@florin/ledger';
import { field, satisfies } from '../common/decorators/field.js';
import { IsOneOf, sentOnce } from '../common/decorators/fields.js';
import { IsQueryInteger, IsQueryText } from '../common/decorators/query-fields.js';
import { ApiError } from '../common/errors/api-error.js';

const COLUMN_LENGTH = { least: 1, most: 255 };

const IsColumn = (content: string, example: string): PropertyDecorator =>
  IsQueryText(COLUMN_LENGTH, { description: `CSV: the column with ${content}.`, example });

const IsCalendarDate = (description: string): PropertyDecorator =>
  field(
    { optional: true, description },
    {
      rule: satisfies((value) => parseUtcDay(value) !== undefined),
      message: (value) => `must be ${sentOnce(value)}a date such as 2026-01-31`,
      schema: { type: 'string', format: 'date', example: '2026-01-31' },
    },
  );

const TOLERANCE = { min: 0, max: MAX_TOLERANCE_DAYS, default: DEFAULT_TOLERANCE_DAYS };
const SKIPPED = { min: 0, max: 100, default: DEFAULT_CSV_OPTIONS.skipLines };

export class CreateReconciliationQuery {
  @IsOneOf(RECONCILIATION_FORMATS, { description: 'The format of the file.' }) format!: ReconciliationFormat;

  @IsQueryInteger(TOLERANCE, { description: 'The number of days that two dates may differ.' })
  tolerance_days = TOLERANCE.default;

  @IsCalendarDate('The first day that the file covers. Without it, the earliest of the file.') from?: string;
  @IsCalendarDate('The last day that the file covers. Without it, the latest of the file.') to?: string;

  @IsColumn('the reference; without it `reference`, if the file has one', 'Reference')
  reference_column?: string;

  @IsColumn('the amount; without it `amount`. Without a header, columns have numbers from 1', 'Amount')
  amount_column?: string;

  @IsColumn('money in, in place of the amount', 'Credit') credit_column?: string;
  @IsColumn('money out, in place of the amount', 'Debit') debit_column?: string;
  @IsColumn('the date; without it `date`', 'Date') date_column?: string;
  @IsColumn('a text for people; without it `description`, if the file has one', 'Description')
  description_column?: string;
  @IsColumn('the currency, which must be that of the account', 'Currency') currency_column?: string;

  @IsOneOf(CSV_DELIMITERS, { optional: true, description: 'CSV: what separates fields; `comma` by default.' })
  delimiter?: CsvDelimiter;

  @IsOneOf(DECIMAL_SEPARATORS, {
    optional: true,
    description: 'CSV: what separates decimals; `point` by default. Thousands may be grouped.',
  })
  decimal_separator?: DecimalSeparator;

  @IsOneOf(DATE_FORMATS, {
    optional: true,
    description: 'CSV: how dates are written; `yyyy-mm-dd` by default. A time behind the date is ignored.',
  })
  date_format?: DateFormat;

  @IsOneOf(AMOUNT_SIGNS, {
    optional: true,
    description: 'CSV: what a positive amount is: `positive_in`, money in, by default, or `positive_out`.',
  })
  amount_sign?: AmountSign;

  @IsOneOf(['true', 'false'], {
    optional: true,
    description: 'CSV: whether there is a header; `true` by default.',
  })
  header?: 'true' | 'false';

  @IsQueryInteger(SKIPPED, { description: 'CSV: the number of lines above the header or the first line.' })
  skip_lines = SKIPPED.default;
}

/** Options that have no effect are refused. */
export function csvOptionsOf(query: CreateReconciliationQuery): CsvOptions {
  const { format, tolerance_days: _tolerance, from: _from, to: _to, skip_lines: skipLines, ...csv } = query;
  const options: Record<string, unknown> = { ...csv, ...(skipLines > 0 && { skip_lines: skipLines }) };
  const sent = Object.keys(options).find((name) => options[name] !== undefined);
  if (format !== 'csv' && sent !== undefined)
    throw new ApiError('invalid_request', `${sent} is an option of the format csv.`);
  if (csv.amount_sign !== undefined && (csv.credit_column ?? csv.debit_column) !== undefined)
    throw new ApiError(
      'invalid_request',
      'amount_sign has no effect with credit_column or debit_column. Remove one of them.',
    );
  return {
    referenceColumn: csv.reference_column,
    amountColumn: csv.amount_column,
    creditColumn: csv.credit_column,
    debitColumn: csv.debit_column,
    dateColumn: csv.date_column,
    descriptionColumn: csv.description_column,
    currencyColumn: csv.currency_column,
    delimiter: csv.delimiter ?? DEFAULT_CSV_OPTIONS.delimiter,
    decimalSeparator: csv.decimal_separator ?? DEFAULT_CSV_OPTIONS.decimalSeparator,
    dateFormat: csv.date_format ?? DEFAULT_CSV_OPTIONS.dateFormat,
    amountSign: csv.amount_sign ?? DEFAULT_CSV_OPTIONS.amountSign,
    hasHeader: csv.header !== 'false',
    skipLines,
  };
}
