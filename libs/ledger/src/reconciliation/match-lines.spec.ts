import { describe, expect, it } from '@jest/globals';
import { SequentialIds } from '@florin/kernel/testing';
import fc from 'fast-check';
import { matchLines } from './match-lines.js';
import { countResults, type FileLine, type PostedLine, type ReconciledLine } from './reconciliation.js';

const ids = new SequentialIds();
const YEAR = { from: '2026-01-01', to: '2026-12-31' };

const fileLine = (amount: number, date: string, reference?: string): FileLine => ({
  lineNumber: 1,
  amount,
  date,
  reference,
  description: undefined,
});

const postedLine = (amount: number, date: string, reference?: string): PostedLine => {
  const transactionId = ids.next('txn');
  return { transactionId, amount, date, reference, aliases: [transactionId] };
};

function match(
  file: readonly FileLine[],
  posted: readonly PostedLine[],
  { period = YEAR, tolerance = 3 } = {},
): readonly ReconciledLine[] {
  const steps = matchLines(file, posted, period, tolerance);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const resultsOf = (...given: Parameters<typeof match>): string[] =>
  match(...given).map(({ result }) => result);

describe('matching', () => {
  it.each<[string, FileLine[], PostedLine[], string[]]>([
    ['the same line', [fileLine(100, '2026-03-02', 'a')], [postedLine(100, '2026-03-02', 'a')], ['matched']],
    [
      'a line booked later',
      [fileLine(100, '2026-03-05', 'a')],
      [postedLine(100, '2026-03-02', 'a')],
      ['matched'],
    ],
    [
      'a reference in capitals',
      [fileLine(1, '2026-03-02', ' INV-1')],
      [postedLine(1, '2026-03-02', 'inv-1')],
      ['matched'],
    ],
    [
      'a line booked too late',
      [fileLine(100, '2026-03-06', 'a')],
      [postedLine(100, '2026-03-02', 'a')],
      ['missing_in_florin', 'missing_in_file'],
    ],
    [
      'another amount',
      [fileLine(90, '2026-03-02', 'a')],
      [postedLine(100, '2026-03-02', 'a')],
      ['amount_differs'],
    ],
    [
      'a reversal, which has the other direction',
      [fileLine(-100, '2026-03-02', 'a')],
      [postedLine(100, '2026-03-02', 'a')],
      ['missing_in_florin', 'missing_in_file'],
    ],
    [
      'another reference',
      [fileLine(100, '2026-03-02', 'a')],
      [postedLine(100, '2026-03-02', 'b')],
      ['missing_in_florin', 'missing_in_file'],
    ],
    [
      'a file without references',
      [fileLine(-5, '2026-03-02')],
      [postedLine(-5, '2026-03-03', 'b')],
      ['matched'],
    ],
    [
      'a transaction without reference',
      [fileLine(5, '2026-03-02', 'x')],
      [postedLine(5, '2026-03-02')],
      ['matched'],
    ],
    ['an empty file', [], [postedLine(5, '2026-03-02', 'a')], ['missing_in_file']],
    ['no transactions', [fileLine(5, '2026-03-02', 'a')], [], ['missing_in_florin']],
    [
      'a duplicate in the file',
      [fileLine(5, '2026-03-02', 'a'), fileLine(5, '2026-03-02', 'a')],
      [postedLine(5, '2026-03-02', 'a')],
      ['matched', 'missing_in_florin'],
    ],
    [
      'a duplicate in Florin',
      [fileLine(5, '2026-03-02')],
      [postedLine(5, '2026-03-02'), postedLine(5, '2026-03-02')],
      ['matched', 'missing_in_file'],
    ],
  ])('%s', (_, file, posted, expected) => {
    expect(resultsOf(file, posted)).toEqual(expected);
  });

  it('finds a transaction by its id', () => {
    const posted = postedLine(100, '2026-03-02', 'INV-1');
    const [line] = match([fileLine(100, '2026-03-02', posted.transactionId.toUpperCase())], [posted]);
    expect(line).toMatchObject({ result: 'matched', posted });
  });

  it('does not use a transaction with a known reference for a line without one', () => {
    const [first, second] = [postedLine(100, '2026-03-02', 'a'), postedLine(100, '2026-03-02', 'b')];
    const lines = match([fileLine(100, '2026-03-02'), fileLine(90, '2026-03-02', 'a')], [first, second]);
    expect(lines.map(({ result, posted }) => [result, posted])).toEqual([
      ['matched', second],
      ['amount_differs', first],
    ]);
  });

  it('compares with transactions just outside the period, but does not miss them', () => {
    const posted = [postedLine(1, '2026-02-28', 'a'), postedLine(2, '2026-02-28', 'b')];
    const period = { from: '2026-03-01', to: '2026-03-31' };
    expect(resultsOf([fileLine(1, '2026-03-01', 'a')], posted, { period })).toEqual(['matched']);
  });

  const dates = fc.integer({ min: 10, max: 20 }).map((day) => `2026-03-${day}`);
  const amounts = fc.constantFrom(-2, -1, 1, 2);
  const references = fc.constantFrom(undefined, 'a', 'b');
  const fileLines = fc.array(fc.tuple(amounts, dates, references).map((args) => fileLine(...args)));
  const postedLines = fc.array(fc.tuple(amounts, dates, references).map((args) => postedLine(...args)));

  it('has each line once, and finds nothing more in what is missing', () => {
    fc.assert(
      fc.property(fileLines, postedLines, fc.nat(3), (file, posted, tolerance) => {
        const lines = match(file, posted, { tolerance });
        expect(lines.flatMap((line) => line.file ?? [])).toEqual(file);
        const seen = lines.flatMap((line) => line.posted ?? []);
        expect(new Set(seen)).toEqual(new Set(posted));
        expect(seen).toHaveLength(posted.length);
        for (const { result, ...line } of lines) {
          if (line.file === undefined || line.posted === undefined) continue;
          expect(result === 'matched').toBe(line.file.amount === line.posted.amount);
          if (result === 'amount_differs') expect(line.file.reference).toBe(line.posted.reference);
        }
        const of = (result: string) => lines.filter((line) => line.result === result);
        const rest = match(
          of('missing_in_florin').flatMap((line) => line.file ?? []),
          of('missing_in_file').flatMap((line) => line.posted ?? []),
          { tolerance },
        );
        expect(rest.filter((line) => line.posted !== undefined && line.file !== undefined)).toEqual([]);
      }),
    );
  });

  it('finds no difference between a history and its file in any order', () => {
    fc.assert(
      fc.property(postedLines, fc.func(fc.integer()), (posted, rank) => {
        const file = posted
          .map(({ amount, date, reference }) => fileLine(amount, date, reference))
          .sort((one, other) => rank(one) - rank(other));
        expect(countResults(match(file, posted)).matched).toBe(posted.length);
      }),
    );
  });

  it.each([undefined, 'same'])('matches 100,000 equal lines with the reference %p in time', (reference) => {
    const count = 100_000;
    const dayOf = (index: number): string => `2026-03-${10 + (index % 20)}`;
    const file = Array.from({ length: count }, (_, index) => fileLine(5, dayOf(index), reference));
    const posted = Array.from({ length: count }, (_, index) => postedLine(5, dayOf(index + 1), reference));
    expect(countResults(match(file, posted)).matched).toBe(count);
  });
});
