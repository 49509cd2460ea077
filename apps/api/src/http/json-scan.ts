import { truncate } from '../common/errors/truncate.js';

// Strings, empty containers, punctuation, numbers. An unterminated string extends to the end of the text: the pattern never
// backtracks, so that a scan takes linear time.
const TOKEN = /"(?:[^"\\]|\\.?)*(?:"|$)|[[{]\s*[\]}]|[[{,:]|-?\d[\d.]*(?:[eE][+-]?\d+)?/gs;
/** A double represents every number of 15 significant digits exactly, and prints 17 at most. */
const [EXACT_DIGITS, MAX_DIGITS] = [15, 17];
const MAX_DIGITS_SHOWN = 40;

export interface JsonScan {
  keys: number;
  /** At all levels. A container that is not empty has one value more than commas. */
  values: number;
  /** The first number that JSON.parse would change, as sent. */
  altered?: string;
}

/** Finds what JSON.parse does not report. Stops after `maxValues`. */
export function scanJson(text: string, maxValues: number): JsonScan {
  const scan: JsonScan = { keys: 0, values: 0 };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ':') scan.keys += 1;
    else if (token === ',' || token === '{' || token === '[') scan.values += 1;
    else if (/^[-\d]/.test(token) && isAltered(token)) scan.altered ??= truncate(token, MAX_DIGITS_SHOWN);
    if (scan.values > maxValues) break;
  }
  return scan;
}

function isAltered(number: string): boolean {
  const value = Number(number);
  const digits = significantDigits(number);
  if (!Number.isFinite(value) || (value === 0) !== (digits === '')) return true;
  if (digits.length <= EXACT_DIGITS) return false;
  if (digits.length > MAX_DIGITS) return true;
  // The shortest text of a double can differ in its last digit from the rounded one.
  return ![String(value), value.toPrecision(digits.length)].some(
    (text) => significantDigits(text) === digits,
  );
}

/** A loop instead of a pattern for the trailing zeros, which would backtrack. */
function significantDigits(number: string): string {
  const digits = number.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
