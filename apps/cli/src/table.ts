import { stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';
import { Help } from 'commander';

export interface Column {
  readonly name: string;
  readonly align?: 'left' | 'right';
  /** Minimum width when a table that is too wide wraps this column. */
  readonly wrapsAt?: number;
}

const BORDERS =
  'top bottom left right mid top-mid top-left top-right bottom-mid bottom-left bottom-right left-mid mid-mid right-mid middle';
const NO_BORDERS = Object.fromEntries(BORDERS.split(' ').map((name) => [name, '']));

/** Cells may contain line breaks and colours. */
export function tableOf(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const head = columns.map(({ name }) => name);
  const natural = columns.map((_, index) =>
    Math.max(...[head, ...rows].map((row) => widthOfCell(row[index] ?? ''))),
  );
  const least = columns.map(({ wrapsAt }, index) => Math.min(wrapsAt ?? Infinity, natural[index] ?? 0));
  const gap = totalOf(least) + 2 * (columns.length - 1) <= width ? 2 : 1;
  const excess = Math.max(0, totalOf(natural) + gap * (columns.length - 1) - width);
  const widths = natural.map((columnWidth, index) => Math.max(least[index] ?? 0, columnWidth - excess));
  const table = new Table({
    head,
    chars: NO_BORDERS,
    // The width of a column includes its padding.
    colWidths: widths.map((columnWidth) => columnWidth + gap),
    colAligns: columns.map(({ align = 'left' }) => align),
    wordWrap: true,
    style: { 'padding-left': 0, 'padding-right': gap, head: [], border: [] },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const totalOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

const widthOfCell = (cell: string): number =>
  Math.max(...cell.split('\n').map((line) => stripVTControlCharacters(line).length));

export const indented = (text: string, width: number, indent = '  '): string =>
  new Help()
    .boxWrap(text, width - indent.length)
    .split('\n')
    .map((line) => indent + line)
    .join('\n');
