import { isUtf8 } from 'node:buffer';
import { type Currency, invalidRequest } from '@florin/kernel';
import {
  type CsvOptions,
  type ReconciliationFormat,
  type StatementFile,
  StatementFileReader,
} from '@florin/ledger';
import { readCamt053 } from './camt053-file.js';
import { readCsv } from './csv-file.js';

const LINE_FEED = 10;

/** Reads CSV and ISO 20022 camt.053, in pieces, so that other requests are answered meanwhile. */
export class StreamedStatementFileReader extends StatementFileReader {
  async read(
    bytes: Uint8Array,
    format: ReconciliationFormat,
    csv: CsvOptions,
    currency: Currency,
  ): Promise<StatementFile> {
    if (bytes.length === 0) throw invalidRequest('The file is empty.');
    if (!isUtf8(bytes)) throw invalidRequest(`Line ${firstInvalidLine(bytes)}: the file is not UTF-8.`);
    if (format === 'camt053') return readCamt053(bytes, currency);
    return { lines: await readCsv(bytes, csv, currency), period: undefined };
  }
}

function firstInvalidLine(bytes: Uint8Array): number {
  let lineNumber = 1;
  for (let start = 0; start < bytes.length; lineNumber += 1) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found + 1;
    if (!isUtf8(bytes.subarray(start, end))) return lineNumber;
    start = end;
  }
  return lineNumber;
}
