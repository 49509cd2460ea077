import type { Currency } from '@florin/kernel';
import type { FileLine } from '@florin/ledger';
import {
  fileDescription,
  fileReference,
  invalidLine,
  parseCalendarDate,
  parseMinorUnits,
  shown,
} from './file-fields.js';

/** Texts by path, such as `Refs/EndToEndId`. The currency of `Amt` is `Amt@Ccy`. */
export type CamtFields = Map<string, string>;

export interface CamtEntry {
  readonly lineNumber: number;
  readonly fields: CamtFields;
  readonly details: readonly CamtFields[];
}

const SIGNS: Readonly<Record<string, 1 | -1>> = { CRDT: 1, DBIT: -1 };
/** Where the references are that the account holder knows, the most reliable first. The bank's own are not compared. */
const REFERENCES = ['Refs/EndToEndId', 'RmtInf/Strd/CdtrRefInf/Ref', 'Refs/InstrId'];
const DESCRIPTIONS = ['RmtInf/Ustrd', 'AddtlTxInf'];

/**
 * One line for each transaction of a batch, if their amounts add up to the entry; else one for the entry. The indicator is
 * the direction of reversals as well. Entries that are not booked have none.
 */
export function linesOfEntry({ lineNumber, fields, details }: CamtEntry, currency: Currency): FileLine[] {
  const status = fields.get('Sts/Cd') ?? fields.get('Sts') ?? 'BOOK';
  if (status !== 'BOOK') return [];
  const amount = entryAmount(fields, lineNumber, currency);
  const date = bookingDate(fields, lineNumber);
  const line = (own: CamtFields | undefined, lineAmount: number): FileLine => ({
    lineNumber,
    reference: fileReference(referenceOf(own), lineNumber),
    amount: lineAmount,
    date,
    description: fileDescription(
      DESCRIPTIONS.map((name) => own?.get(name)).find(Boolean) ?? fields.get('AddtlNtryInf'),
    ),
  });
  const [only, ...others] = details;
  if (others.length === 0) return [line(only, amount)];
  const amounts = details.map((own) => detailAmount(own, Math.sign(amount), currency));
  const sum = amounts.reduce<number>((total, part) => total + (part ?? NaN), 0);
  if (sum !== amount) return [line(undefined, amount)];
  return details.map((own, index) => line(own, amounts[index] ?? 0));
}

function referenceOf(details: CamtFields | undefined): string | undefined {
  return REFERENCES.map((name) => details?.get(name)).find(
    (text) => text !== undefined && text !== '' && text !== 'NOTPROVIDED',
  );
}

function entryAmount(fields: CamtFields, lineNumber: number, currency: Currency): number {
  const [text = '', named = ''] = [fields.get('Amt'), fields.get('Amt@Ccy')];
  if (named !== currency)
    throw invalidLine(lineNumber, `the currency is ${shown(named)}, but the account has ${currency}.`);
  const amount = unsignedAmount(text, currency);
  if (amount === undefined) throw invalidLine(lineNumber, `${shown(text)} is not an amount in ${currency}.`);
  const sign = SIGNS[fields.get('CdtDbtInd') ?? ''];
  if (sign === undefined) throw invalidLine(lineNumber, 'CdtDbtInd must be CRDT or DBIT.');
  return amount === 0 ? 0 : sign * amount;
}

const unsignedAmount = (text: string, currency: Currency): number | undefined =>
  /^\d+(\.\d*)?$/.test(text) ? parseMinorUnits(text, currency, 'point') : undefined;

/** Undefined without an amount in the currency of the entry. */
function detailAmount(details: CamtFields, entrySign: number, currency: Currency): number | undefined {
  const name = ['Amt', 'AmtDtls/TxAmt/Amt'].find((path) => details.has(path));
  if (name === undefined || details.get(`${name}@Ccy`) !== currency) return undefined;
  const amount = unsignedAmount(details.get(name) ?? '', currency);
  const indicator = details.get('CdtDbtInd');
  const sign = indicator === undefined ? entrySign : SIGNS[indicator];
  return amount === undefined || sign === undefined ? undefined : amount === 0 ? 0 : sign * amount;
}

const DATE_PATHS = ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'];

function bookingDate(fields: CamtFields, lineNumber: number): string {
  const text = DATE_PATHS.map((path) => fields.get(path)).find((value) => value !== undefined) ?? '';
  // A date of XML may end with an offset.
  const date = parseCalendarDate(text.slice(0, 10), 'yyyy-mm-dd');
  if (date === undefined) throw invalidLine(lineNumber, 'BookgDt is not a date.');
  return date;
}
