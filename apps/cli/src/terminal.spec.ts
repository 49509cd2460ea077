import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { reportFor } from './report.js';
import { tableOf } from './table.js';
import { painterFor, printable } from './terminal.js';
import { collector, testTerminal } from './testing/florin.js';

const screen = Object.assign(collector().stream, { isTTY: true });

describe('colours', () => {
  it('are used at a terminal', () => {
    expect(painterFor(screen, {})('red', 'no')).toContain('\u001B[31mno\u001B[');
  });

  it.each([
    ['in a pipe', collector().stream, {}],
    ['with NO_COLOR', screen, { NO_COLOR: '1' }],
    ['at a dumb terminal', screen, { TERM: 'dumb' }],
  ])('are not used %s', (_case, output, environment) => {
    expect(painterFor(output, environment)('red', 'no')).toBe('no');
  });

  it('are escaped in stored text', () => {
    expect(printable('a\u001B[2Jb\u202Ec')).toBe('a\\u{1b}[2Jb\\u{202e}c');
  });
});

describe('the progress bar', () => {
  const draw = (options: { json?: boolean }, isTTY: boolean, environment = {}): string => {
    const { terminal, err } = testTerminal({ environment });
    Object.assign(terminal.stderr, { isTTY, columns: 80 });
    const progress = reportFor(terminal, options.json === true).progress('exporting', 1_000, 'rows');
    progress.update(250);
    progress.stop();
    return err();
  };

  it('shows the share at a terminal', () => {
    expect(draw({}, true)).toContain('exporting ██████░░░░░░░░░░░░░░░░░░ 25 % 250/1000 rows');
  });

  it('is not shown in a pipe, with --json or at a dumb terminal', () => {
    expect(draw({}, false)).toBe('');
    expect(draw({ json: true }, true)).toBe('');
    expect(draw({}, true, { TERM: 'dumb' })).toBe('');
  });
});

describe('a table', () => {
  it('aligns its columns and wraps the flexible one at the width', () => {
    const columns = [
      { name: 'Name', wrapsAt: 16 },
      { name: 'Count', align: 'right' },
    ] as const;
    const table = tableOf(columns, [['one two three four five', '\u001B[31m7\u001B[39m']], 24);
    expect(stripVTControlCharacters(table).split('\n')).toEqual([
      'Name               Count',
      'one two three          7',
      'four five',
    ]);
  });
});
