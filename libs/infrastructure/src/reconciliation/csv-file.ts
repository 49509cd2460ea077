import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { type Currency, invalidRequest } from '@florin/kernel';
import { type CsvDelimiter, type CsvOptions, type FileLine, MAX_FILE_LINES } from '@florin/ledger';
import { CsvError, type Options, parse } from 'csv-parse';
import { columnsOf, type Columns, type Fields, fieldsBy } from './csv-columns.js';
import {
  fileDescription,
  fileReference,
  invalidLine,
  parseCalendarDate,
  parseMinorUnits,
  shown,
} from './file-fields.js';

const DELIMITERS: Readonly<Record<CsvDelimiter, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};
const CHUNK_BYTES = 64 * 1024;
const MAX_RECORD_BYTES = 64 * 1024;

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The bytes are valid UTF-8. Other requests run between two chunks. */
export async function readCsv(
  bytes: Uint8Array,
  options: CsvOptions,
  currency: Currency,
): Promise<readonly FileLine[]> {
  const parser = Readable.from(chunksOf(bytes), { objectMode: false }).pipe(parse(parserOptions(options)));
  const lines: FileLine[] = [];
  let columns: Columns | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      const isHeader = columns === undefined && options.hasHeader;
      columns ??= columnsOf(options, record);
      if (isHeader) continue;
      if (lines.length >= MAX_FILE_LINES) throw tooManyLines();
      lines.push(fileLine(fieldsBy(columns, record), info.lines, options, currency));
    }
  } catch (error) {
    if (error instanceof CsvError) throw malformed(error);
    throw error;
  }
  return lines;
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Buffer> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length; at += CHUNK_BYTES) {
    yield buffer.subarray(at, at + CHUNK_BYTES);
    await endOfTurn();
  }
}

const parserOptions = ({ delimiter, skipLines }: CsvOptions): Options => ({
  bom: true,
  info: true,
  delimiter: DELIMITERS[delimiter],
  from_line: skipLines + 1,
  max_record_size: MAX_RECORD_BYTES,
  skip_empty_lines: true,
  trim: true,
});

export const tooManyLines = () =>
  invalidRequest(`The file has more than ${MAX_FILE_LINES} lines. Split it into shorter periods.`);

const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'it has more or fewer fields than the line before.',
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed.',
  CSV_MAX_RECORD_SIZE: `it is longer than ${MAX_RECORD_BYTES} bytes.`,
};

function malformed(error: CsvError): Error {
  const lines: unknown = error['lines'];
  const problem = PROBLEMS[error.code] ?? 'it is not well-formed CSV.';
  return invalidLine(typeof lines === 'number' ? lines : 1, problem);
}

function fileLine(fields: Fields, lineNumber: number, options: CsvOptions, currency: Currency): FileLine {
  const { date = '', reference, description } = fields;
  const day = parseCalendarDate(date, options.dateFormat);
  if (day === undefined)
    throw invalidLine(lineNumber, `${shown(date)} is not a date in the format ${options.dateFormat}.`);
  if (fields.currency !== undefined && fields.currency.toUpperCase() !== currency)
    throw invalidLine(
      lineNumber,
      `the currency is ${shown(fields.currency)}, but the account has ${currency}.`,
    );
  return {
    lineNumber,
    reference: fileReference(reference, lineNumber),
    amount: amountOf(fields, lineNumber, options, currency),
    date: day,
    description: fileDescription(description),
  };
}

function amountOf(
  { amount, credit, debit }: Fields,
  lineNumber: number,
  { decimalSeparator, amountSign }: CsvOptions,
  currency: Currency,
): number {
  const parsed = (text: string): number => {
    const units = parseMinorUnits(text, currency, decimalSeparator);
    if (units !== undefined) return units;
    const problem = `${shown(text)} is not an amount in ${currency} with a decimal ${decimalSeparator}.`;
    throw invalidLine(lineNumber, problem);
  };
  if (amount !== undefined) return amountSign === 'positive_in' ? parsed(amount) : 0 - parsed(amount);
  const moneyIn = credit === undefined || credit === '' ? 0 : parsed(credit);
  // Some banks write a minus in this column, others do not.
  const moneyOut = debit === undefined || debit === '' ? 0 : Math.abs(parsed(debit));
  if (moneyIn !== 0 && moneyOut !== 0)
    throw invalidLine(lineNumber, 'it has both a credit and a debit amount.');
  if (!credit && !debit) throw invalidLine(lineNumber, 'it has neither a credit nor a debit amount.');
  return moneyIn - moneyOut;
}
