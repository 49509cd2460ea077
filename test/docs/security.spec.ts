import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/source-tree.js';
import { PAGES } from './pages.js';

/** The number of requirements of each section, by chapter of the standard. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  2: [3, 3, 5, 2],
  4: [5, 5, 2, 4],
  6: [3, 12, 8, 6, 8, 4, 2, 4],
  7: [3, 4, 2, 5, 3, 2],
  8: [4, 4, 3, 2],
  9: [3, 4],
  15: [5, 5, 7, 4],
  16: [1, 5, 4, 3, 4],
};
const RISKS = Array.from({ length: 10 }, (_, index) => `API${index + 1}`);
const STATES = ['met', 'partly', 'not met', 'does not apply'];

interface Row {
  readonly numbers: readonly string[];
  readonly cells: readonly string[];
  readonly state: string;
  readonly shownBy: string;
}

const page = (name: string): string => PAGES.find(({ path }) => path === `docs/${name}`)?.text ?? '';
const text = page('security-asvs.md');
const rows = [...text.matchAll(/^\| ((?:\d+\.\d+\.\d+|API\d+).*) \|$/gm)].map(([, line = '']) => rowOf(line));

function rowOf(line: string): Row {
  const cells = line.split(' | ');
  const state = cells.find((cell) => cell.startsWith('**')) ?? '';
  return {
    numbers: numbersIn(cells[0] ?? ''),
    cells,
    state: state.replaceAll('*', ''),
    shownBy: cells.at(-1) ?? '',
  };
}

/** `4.4.1 to 4.4.4` is four numbers. */
function numbersIn(cell: string): string[] {
  const [first = '', last = first] = cell.split(' to ');
  if (first.startsWith('API')) return [first];
  const [section, from] = [first.replace(/\.\d+$/, ''), Number(first.split('.')[2])];
  const count = Number(last.split('.')[2]) - from + 1;
  return Array.from({ length: count }, (_, index) => `${section}.${from + index}`);
}

const everyNumber = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
  ),
);

/** A link to a test, and quotes from it. */
const CITED = /\[[^\]]+\]\(\.\.\/([^)]+\.ts)\)((?:,? "[^"]+")+)/g;
const citations = rows.flatMap(({ numbers, shownBy }) =>
  [...shownBy.matchAll(CITED)].flatMap(([, file = '', quotes = '']) =>
    [...quotes.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => [numbers[0] ?? '', file, quote] as const),
  ),
);

describe('docs/security-asvs.md', () => {
  it('has every requirement once, in order, and every risk', () => {
    expect(rows.flatMap(({ numbers }) => numbers)).toEqual([...everyNumber, ...RISKS]);
  });

  it('has a verdict and a level for each requirement', () => {
    for (const { cells, state } of rows) {
      expect([cells[0], STATES.includes(state)]).toEqual([cells[0], true]);
      expect(cells).toHaveLength(cells[0]?.startsWith('API') === true ? 5 : 6);
      if (cells.length === 6) expect(cells[1]).toMatch(/^[123](–[123])?$/);
    }
  });

  it('cites a test for each requirement that is met or partly met, or a reason why there is none', () => {
    const unshown = rows.filter(
      ({ state, shownBy }) => /^(met|partly)$/.test(state) && !/^(\[|no test: \S)/.test(shownBy),
    );
    expect(unshown.map(({ numbers }) => numbers[0])).toEqual([]);
  });

  it('has only citations in the last column', () => {
    for (const { numbers, shownBy } of rows) {
      const rest = shownBy.replaceAll(CITED, '').replaceAll(/; |^–$|^no test: .*$/g, '');
      expect([numbers[0], rest]).toEqual([numbers[0], '']);
    }
    expect(citations.length).toBeGreaterThan(150);
  });

  it('quotes text that the cited files contain', () => {
    const wrong = citations.filter(([, file, quote]) => !textOf(file).includes(quote));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['not met', 'Not met'],
    ['partly', 'Partly'],
  ])('begins with all requirements that are %s', (state, heading) => {
    const list = new RegExp(`\\*\\*${heading}:\\*\\*\\n\\n((?:- .*\\n)+)`).exec(text)?.[1] ?? '';
    const listed = [...list.matchAll(/^- (\S+):/gm)].map(([, number = '']) => number);
    expect(listed).toEqual(rows.filter((row) => row.state === state).flatMap(({ numbers }) => numbers));
  });
});

/** The text of a file with unescaped quotes. */
function textOf(file: string): string {
  try {
    return readFileSync(join(ROOT, file), 'utf8').replaceAll(/\\(['"`])/g, '$1');
  } catch {
    return '';
  }
}
