// RFC 4180: fields with a comma, a quote or a line break stand in quotes, and a quote inside them is doubled.
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/;

// What a spreadsheet takes for the start of a formula, in both widths. A semicolon separates fields where the comma
// is the decimal sign, so what follows one may become a field of its own there.
const FORMULA = /(^|;)(?=[\s"']*[=+\-@＝＋－＠\t\r])/gu;

/** Text from outside, made harmless: a spreadsheet shows it and never calculates it. */
export const textField = (text: string): string => quoted(text.replace(FORMULA, "$1'"));

/** A number or a name of ours, as it is. */
export const plainField = (value: string | number): string => quoted(String(value));

export const csvLine = (fields: readonly string[]): string => `${fields.join(',')}\r\n`;

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
