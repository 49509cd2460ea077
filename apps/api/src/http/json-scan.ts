import { truncate } from '../common/errors/truncate.js';

// Strings, empty containers, punctuation, numbers. A string without an end extends to the end of the text: the pattern
// never backtracks, so that a scan takes linear time.
const TOKEN = /"(?:[^"\\]|\\.?)*(?:"|$)|[[{]\s*[\]}]|[[{,:]|-?\d[\d.]*(?:[eE][+-]?\d+)?/gs;
/** A double keeps every number of so many significant digits, and prints no more than the second number. */
const [EXACT_DIGITS, MOST_DIGITS] = [15, 17];
const MOST_DIGITS_SHOWN = 40;

export interface JsonScan {
  keys: number;
  /** At all levels: each container has one more than it has commas, unless it is empty. */
  values: number;
  /** The first number that JSON.parse would change, as it is written. */
  altered?: string;
}

/** Finds what JSON.parse does not report. Stops when there are more values than allowed. */
export function scanJson(text: string, mostValues: number): JsonScan {
  const scan: JsonScan = { keys: 0, values: 0 };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ':') scan.keys += 1;
    else if (token === ',' || token === '{' || token === '[') scan.values += 1;
    else if (/^[-\d]/.test(token) && isAltered(token)) scan.altered ??= truncate(token, MOST_DIGITS_SHOWN);
    if (scan.values > mostValues) break;
  }
  return scan;
}

function isAltered(number: string): boolean {
  const value = Number(number);
  const digits = significantDigits(number);
  if (!Number.isFinite(value) || (value === 0) !== (digits === '')) return true;
  if (digits.length <= EXACT_DIGITS) return false;
  return digits.length > MOST_DIGITS || significantDigits(value.toPrecision(digits.length)) !== digits;
}

/** Without a pattern for the trailing zeros, which would backtrack over a long row of them. */
function significantDigits(number: string): string {
  const digits = number.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
