// The start of a formula, also in full-width characters. Some locales separate fields with semicolons.
const FORMULA = /(^|;)(?=[\s"']*[=+\-@＝＋－＠\t\r])/gu;

/** A spreadsheet shows the text instead of running it as a formula. */
const neutralizeFormulas = (text: string): string => text.replace(FORMULA, "$1'");

const csvField = (text: string): string =>
  /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A file as in RFC 4180. No field can start a formula. */
export const csvText = (records: readonly (readonly string[])[]): string =>
  records
    .map((record) => `${record.map((text) => csvField(neutralizeFormulas(text))).join(',')}\r\n`)
    .join('');
