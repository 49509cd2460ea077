import { invalidRequest } from '@florin/kernel';
import type { CsvOptions } from '@florin/ledger';
import { shown } from './file-fields.js';

/** The indexes of the columns. */
export interface Columns {
  readonly reference: number | undefined;
  readonly amount: number | undefined;
  readonly credit: number | undefined;
  readonly debit: number | undefined;
  readonly date: number | undefined;
  readonly description: number | undefined;
  readonly currency: number | undefined;
}

const PARAMETERS = {
  reference: 'reference_column',
  amount: 'amount_column',
  credit: 'credit_column',
  debit: 'debit_column',
  date: 'date_column',
  description: 'description_column',
  currency: 'currency_column',
} as const;

/** By the header, or by numbers from 1. Columns that are not named are found if they have the usual name. */
export function columnsOf(options: CsvOptions, first: readonly string[]): Columns {
  const named: Readonly<Record<keyof Columns, string | undefined>> = {
    reference: options.referenceColumn,
    amount: options.amountColumn,
    credit: options.creditColumn,
    debit: options.debitColumn,
    date: options.dateColumn,
    description: options.descriptionColumn,
    currency: options.currencyColumn,
  };
  const find = (field: keyof Columns, isOptional = true): number | undefined => {
    const name = named[field];
    if (name !== undefined) return indexOf(name, PARAMETERS[field], options.hasHeader, first);
    const index = options.hasHeader ? first.findIndex((title) => title.trim().toLowerCase() === field) : -1;
    if (index !== -1) return index;
    if (isOptional) return undefined;
    throw invalidRequest(`The file has no column "${field}". Send ${PARAMETERS[field]}.`);
  };
  const isSplit = named.credit !== undefined || named.debit !== undefined;
  if (isSplit && named.amount !== undefined)
    throw invalidRequest('amount_column cannot be combined with credit_column and debit_column.');
  return {
    reference: find('reference'),
    amount: isSplit ? undefined : find('amount', false),
    credit: isSplit ? find('credit') : undefined,
    debit: isSplit ? find('debit') : undefined,
    date: find('date', false),
    description: find('description'),
    currency: named.currency === undefined ? undefined : find('currency'),
  };
}

function indexOf(name: string, parameter: string, hasHeader: boolean, first: readonly string[]): number {
  if (!hasHeader) {
    const number = /^\d{1,5}$/.test(name) ? Number(name) : 0;
    if (number >= 1 && number <= first.length) return number - 1;
    throw invalidRequest(`${parameter} must be a number from 1 to ${first.length}, because header is false.`);
  }
  const titles = first.map((title) => title.trim());
  const index = titles.indexOf(name.trim());
  if (index === -1) throw invalidRequest(`${parameter}: the file has no column ${shown(name)}.`);
  if (titles.includes(name.trim(), index + 1))
    throw invalidRequest(`${parameter}: the file has more than one column ${shown(name)}.`);
  return index;
}

export type Fields = Readonly<Record<keyof Columns, string | undefined>>;

export function fieldsBy(columns: Columns, record: readonly string[]): Fields {
  const at = (index: number | undefined): string | undefined =>
    index === undefined ? undefined : record[index];
  return {
    reference: at(columns.reference),
    amount: at(columns.amount),
    credit: at(columns.credit),
    debit: at(columns.debit),
    date: at(columns.date),
    description: at(columns.description),
    currency: at(columns.currency),
  };
}
