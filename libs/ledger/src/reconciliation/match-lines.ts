import { DAY_MS } from '@florin/kernel';
import { pairByDate } from './pair-by-date.js';
import type { FileLine, Period, PostedLine, ReconciledLine, ReconciliationResult } from './reconciliation.js';

interface DatedLine<Line> {
  readonly line: Line;
  readonly day: number;
  /** Normalized. For posted lines, with their aliases. */
  readonly references: readonly string[];
}

type DatedFileLine = DatedLine<FileLine>;
type DatedPostedLine = DatedLine<PostedLine>;

interface Pass {
  readonly result: 'matched' | 'amount_differs';
  /** Lines with the same key are compared by date. Without keys a line does not take part. */
  readonly fileKeys: (line: DatedFileLine) => readonly (string | number)[];
  readonly postedKeys: (line: DatedPostedLine) => readonly (string | number)[];
}

const hasReference = ({ line }: { readonly line: { readonly reference: string | undefined } }): boolean =>
  line.reference !== undefined;

const withAmount = ({ line, references }: DatedFileLine | DatedPostedLine) =>
  references.map((reference) => `${line.amount} ${reference}`);
// Money in the other direction is another payment, such as a reversal.
const withDirection = ({ line, references }: DatedFileLine | DatedPostedLine) =>
  references.map((reference) => `${Math.sign(line.amount)} ${reference}`);
const amountWhere =
  <Line extends DatedFileLine | DatedPostedLine>(takesPart: (line: Line) => boolean) =>
  (line: Line) =>
    takesPart(line) ? [line.line.amount] : [];

/** Certain matches come before guesses. Two different references never match. */
const PASSES: readonly Pass[] = [
  { result: 'matched', fileKeys: withAmount, postedKeys: withAmount },
  { result: 'amount_differs', fileKeys: withDirection, postedKeys: withDirection },
  {
    result: 'matched',
    fileKeys: amountWhere((line) => !hasReference(line)),
    postedKeys: amountWhere((line) => !hasReference(line)),
  },
  {
    result: 'matched',
    fileKeys: amountWhere((line) => !hasReference(line)),
    postedKeys: amountWhere(() => true),
  },
  {
    result: 'matched',
    fileKeys: amountWhere(hasReference),
    postedKeys: amountWhere((line) => !hasReference(line)),
  },
];

const LINES_PER_STEP = 2_000;

/**
 * Compares the lines of a file with those that Florin posted, each line once. `posted` should also have the lines that are
 * up to `toleranceDays` outside the period: they can match, but are not missing in the file. The result has the lines of the
 * file in their order, then those missing in it. Yields after each
 * step, so that the caller can let other work run.
 */
export function* matchLines(
  file: readonly FileLine[],
  posted: readonly PostedLine[],
  period: Period,
  toleranceDays: number,
): Generator<undefined, readonly ReconciledLine[]> {
  const matching = new Matching(toleranceDays);
  const fileLines: DatedFileLine[] = [];
  yield* eachInSteps(file, (line) => {
    fileLines.push(dated(line, line.reference === undefined ? [] : [line.reference]));
  });
  const postedLines: DatedPostedLine[] = [];
  yield* eachInSteps(posted, (line) => {
    postedLines.push(
      dated(line, line.reference === undefined ? line.aliases : [line.reference, ...line.aliases]),
    );
  });
  for (const pass of PASSES) yield* matching.run(pass, fileLines, postedLines);
  return [
    ...file.map((line) => matching.resultOf(line)),
    ...posted
      .filter((line) => !matching.isUsed(line) && line.date >= period.from && line.date <= period.to)
      .map((line): ReconciledLine => ({ result: 'missing_in_file', file: undefined, posted: line })),
  ];
}

function* eachInSteps<Item>(items: readonly Item[], visit: (item: Item) => void): Generator<undefined> {
  for (const [index, item] of items.entries()) {
    visit(item);
    if (index % LINES_PER_STEP === LINES_PER_STEP - 1) yield;
  }
}

const dated = <Line extends FileLine | PostedLine>(
  line: Line,
  references: readonly string[],
): DatedLine<Line> => ({
  line,
  day: Date.parse(line.date) / DAY_MS,
  // Banks change the case of references.
  references: [...new Set(references.map((reference) => reference.trim().toLowerCase()))],
});

class Matching {
  private readonly found = new Map<FileLine, { result: ReconciliationResult; posted: PostedLine }>();
  private readonly used = new Set<PostedLine>();

  constructor(private readonly toleranceDays: number) {}

  isUsed(line: PostedLine): boolean {
    return this.used.has(line);
  }

  resultOf(file: FileLine): ReconciledLine {
    const found = this.found.get(file);
    return { result: found?.result ?? 'missing_in_florin', file, posted: found?.posted };
  }

  *run(
    { result, fileKeys, postedKeys }: Pass,
    file: readonly DatedFileLine[],
    posted: readonly DatedPostedLine[],
  ): Generator<undefined> {
    const groups = new Map<string | number, { file: DatedFileLine[]; posted: DatedPostedLine[] }>();
    yield* eachInSteps(file, (line) => {
      if (this.found.has(line.line)) return;
      for (const key of fileKeys(line)) {
        const group = groups.get(key);
        if (group === undefined) groups.set(key, { file: [line], posted: [] });
        else group.file.push(line);
      }
    });
    yield* eachInSteps(posted, (line) => {
      if (this.used.has(line.line)) return;
      for (const key of postedKeys(line)) groups.get(key)?.posted.push(line);
    });
    let done = 0;
    for (const group of groups.values()) {
      // A posted line is in one group for each of its references.
      const free = group.posted.filter(({ line }) => !this.used.has(line));
      for (const { left, right } of pairByDate(group.file, free, this.toleranceDays)) {
        this.found.set(left.line, { result, posted: right.line });
        this.used.add(right.line);
      }
      done += group.file.length + free.length;
      if (done < LINES_PER_STEP) continue;
      done = 0;
      yield;
    }
  }
}
