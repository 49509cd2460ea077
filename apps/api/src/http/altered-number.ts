import { shortened } from '../common/errors/shortened.js';

/** The texts and the numbers of a JSON document. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?/g;

const MOST_DIGITS_TOLD = 40;

/** The first number of a JSON document that would be another one once it is read, as it is spelled there. */
export function findAlteredNumber(json: string): string | undefined {
  for (const [token] of json.matchAll(TEXT_OR_NUMBER)) {
    if (!token.startsWith('"') && spelling(token) !== spelling(String(Number(token))))
      return shortened(token, MOST_DIGITS_TOLD);
  }
  return undefined;
}

/** One spelling for all spellings of a number: its digits from the first to the last that counts, and where they begin. */
function spelling(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`;
  const first = digits.search(/[1-9]/);
  if (whole === '') return 'none';
  if (first === -1) return '0';
  return `${sign}${digits.slice(first, endOfDigits(digits))}e${Number(exponent) + whole.length - first}`;
}

/** Not by a pattern: that would look at each of a thousand zeros a thousand times. */
function endOfDigits(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return end;
}
