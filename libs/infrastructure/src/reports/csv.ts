import { stringify } from 'csv-stringify/sync';

// RFC 4180. Some spreadsheets split at semicolons and tabs or trim spaces, so these are quoted, too.
const OPTIONS = { record_delimiter: 'windows', quoted_match: /[;\t\r\n]|^\s|\s$/ } as const;

/** Texts that may start a formula must have passed `neutralizeFormulas`. */
export const csvText = (records: readonly (readonly string[])[]): string =>
  stringify(records as string[][], OPTIONS);

const PLAIN = /^[\w.:/+-][\w .:/+-]*(?<! )$/;

/** One field, quoted if needed. The library takes 2 µs for each field that needs no quotes, most of the time of a large file. */
export const csvField = (text: string): string =>
  text === '' || PLAIN.test(text) ? text : csvText([[text]]).slice(0, -'\r\n'.length);

// The start of a formula, also in full-width characters. Some locales separate fields with semicolons.
const FORMULA = /(^|;)(?=[\s"']*[=+\-@＝＋－＠\t\r])/gu;

/** The apostrophe makes a spreadsheet treat the value as text (CSV injection). */
export const neutralizeFormulas = (text: string): string => text.replace(FORMULA, "$1'");
