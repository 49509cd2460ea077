import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutlivedLines } from './standard-output.js';

/** A disk without room, which not every system has at hand. */
const FULL = '/dev/full';
const whereThereIsOne = existsSync(FULL) ? it : it.skip;

let folder: string;
let path: string;
let files: number[];

const opened = (name: string): number => {
  const file = openSync(name, 'a');
  files.push(file);
  return file;
};
/** Every write to it fails, on every system. */
const unwritable = (): number => {
  const file = openSync(folder, 'r');
  files.push(file);
  return file;
};
/** From now on there is room, as on a disk that was tidied up. */
const findRoom = (lines: OutlivedLines): void => {
  Reflect.set(lines, 'file', opened(path));
};
const written = (): string => readFileSync(path, 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-lines-'));
  path = join(folder, 'log');
  files = [];
});
afterEach(() => {
  files.forEach(closeSync);
  rmSync(folder, { recursive: true });
});

describe('lines of a log', () => {
  it('are written at once where they do not gather', () => {
    const lines = new OutlivedLines(opened(path), false);
    lines.write('one é\n');
    expect(written()).toBe('one é\n');
  });

  it('are all written, in their order, when they are gathered', async () => {
    const lines = new OutlivedLines(opened(path), true);
    const said = Array.from({ length: 2_000 }, (_, index) => `line ${index} é\n`);
    for (const line of said) lines.write(line);
    while (written().length < said.join('').length) await sleep(10);
    expect(written()).toBe(said.join(''));
  });

  it('wait for company, and no longer than until they are flushed', () => {
    const lines = new OutlivedLines(opened(path), true);
    lines.write('one\n');
    lines.write('two\n');
    expect(written()).toBe('');
    lines.flushSync();
    lines.flushSync();
    expect(written()).toBe('one\ntwo\n');
  });

  // As when a process ends whose disk has filled up since its line before: nobody knows that yet.
  whereThereIsOne('keep nobody waiting who flushes them onto a full disk', () => {
    for (const gathers of [true, false]) {
      // Stays open: what gathers is tried again and again, and must not find another file under its number.
      const lines = new OutlivedLines(openSync(FULL, 'w'), gathers);
      lines.write('the last one\n');
      lines.flushSync();
    }
  });

  it('are written later when they could not be, and none twice', () => {
    const lines = new OutlivedLines(unwritable(), false);
    lines.write('one\n');
    findRoom(lines);
    lines.write('two\n');
    lines.flushSync();
    expect(written()).toBe('one\ntwo\n');
  });

  it('are lost as a whole when too many wait already', () => {
    const lines = new OutlivedLines(unwritable(), false);
    const long = `${'x'.repeat(1024 * 1024 - 1)}\n`;
    for (let count = 0; count < 6; count += 1) lines.write(long);
    findRoom(lines);
    lines.flushSync();
    expect(written().length).toBe(4 * long.length);
  });
});
