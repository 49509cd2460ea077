import { shortened } from '../common/errors/shortened.js';

// Strings, empty containers, punctuation, numbers. A string without an end extends to the end of the text: the pattern
// never backtracks, so that a scan takes linear time.
const TOKEN = /"(?:[^"\\]|\\.?)*(?:"|$)|[[{]\s*[\]}]|[[{,:]|-?\d[\d.]*(?:[eE][+-]?\d+)?/gs;
/** JSON.parse keeps a number of so many characters exactly, unless it has an exponent. */
const EXACT_LENGTH = 15;
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
    else if (isAltered(token)) scan.altered ??= shortened(token, MOST_DIGITS_SHOWN);
    if (scan.values > mostValues) break;
  }
  return scan;
}

function isAltered(token: string): boolean {
  if (!/^[-\d]/.test(token) || (token.length <= EXACT_LENGTH && !/e/i.test(token))) return false;
  return canonical(token) !== canonical(String(Number(token)));
}

/** The significant digits and the exponent: the same for all spellings of a number. */
function canonical(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`;
  const first = digits.search(/[1-9]/);
  if (whole === '' || first === -1) return whole === '' ? 'none' : '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return `${sign}${digits.slice(first, end)}e${Number(exponent) + whole.length - first}`;
}
