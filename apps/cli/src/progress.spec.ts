import { describe, expect, it } from '@jest/globals';
import { type ProgressOptions, showProgress } from './progress.js';
import { painterFor, printable } from './terminal.js';
import { collector } from './testing/florin.js';

function watched(mode: ProgressOptions['mode'], columns = 120) {
  const { stream, text } = collector();
  Object.assign(stream, { columns });
  let now = 0;
  const progress = showProgress({
    output: stream,
    label: 'exporting',
    total: 1_000_000,
    unit: 'rows',
    mode,
    now: () => now,
  });
  return { progress, text, wait: (milliseconds: number) => (now += milliseconds) };
}

describe('progress', () => {
  it('is a bar that is drawn over itself and leaves a clean line', () => {
    const { progress, text, wait } = watched('bar');
    progress.reach(0);
    wait(2_000);
    progress.reach(250_000);
    expect(text()).toContain('███████░░░');
    expect(text()).toContain(' 25 % 250,000/1,000,000 rows, 6 s left');
    progress.end();
    expect(text()).not.toContain('\n');
    expect(text()).not.toContain('\u001B');
    expect(text().split('\r').at(-1)).toBe('');
    expect(text().split('\r').at(-2)?.trim()).toBe('');
  });

  it('is drawn ten times a second at most, and once more at the end', () => {
    const { progress, text, wait } = watched('bar');
    for (let done = 0; done <= 1_000_000; done += 1_000) {
      wait(1);
      progress.reach(done);
    }
    const drawn = text().split('\r').length - 1;
    expect(drawn).toBeGreaterThan(8);
    expect(drawn).toBeLessThan(14);
    expect(text()).toContain('100 %');
  });

  it('never wraps around a narrow terminal', () => {
    const { progress, text } = watched('bar', 30);
    progress.reach(500_000);
    expect(
      Math.max(
        ...text()
          .split('\r')
          .map((line) => line.length),
      ),
    ).toBeLessThan(30);
  });

  it('is a line now and then where nobody watches', () => {
    const { progress, text, wait } = watched('lines');
    progress.reach(1);
    expect(text()).toBe('');
    wait(5_000);
    progress.reach(420_000);
    wait(100);
    progress.reach(430_000);
    progress.end();
    expect(text()).toBe('exporting: 420,000 of 1,000,000 rows ( 42 %)\n');
  });

  it('is nothing for a machine', () => {
    const { progress, text } = watched('none');
    progress.reach(1_000_000);
    progress.end();
    expect(text()).toBe('');
  });
});

describe('colours', () => {
  const screen = Object.assign(collector().stream, { isTTY: true });

  it('are for a screen', () => {
    expect(painterFor(screen, {})('red', 'no')).toBe('\u001B[31mno\u001B[0m');
  });

  it.each([
    ['not for a pipe', collector().stream, {}],
    ['not for who wants none', screen, { NO_COLOR: '1' }],
    ['not for a dumb terminal', screen, { TERM: 'dumb' }],
  ])('are %s', (_why, output, environment) => {
    expect(painterFor(output, environment)('red', 'no')).toBe('no');
  });

  it('cannot be smuggled in with foreign text', () => {
    expect(printable('a\u001B[2Jb\u202Ec')).toBe('a\\u{1b}[2Jb\\u{202e}c');
  });
});
