import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { standardOutput } from './standard-output.js';

let folder: string;
let file: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-lines-'));
});
afterEach(() => {
  closeSync(file);
  rmSync(folder, { recursive: true });
});

describe('standard output', () => {
  it('writes each line immediately and in order', () => {
    const path = join(folder, 'log');
    file = openSync(path, 'a');
    const output = standardOutput(file);
    output.write('one é\n');
    expect(readFileSync(path, 'utf8')).toBe('one é\n');
    output.write('two\n');
    expect(readFileSync(path, 'utf8')).toBe('one é\ntwo\n');
  });

  it('buffers lines for a slow reader without blocking, and writes none twice', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    file = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const output = standardOutput(file);
    const lines = Array.from({ length: 4_000 }, (_, index) => `line ${index} ${'é'.repeat(20)}\n`);
    // The pipe holds less than half of it: a blocking write would never return.
    for (const line of lines) output.write(line);
    let read = '';
    // Nothing more is logged: the periodic flush writes the buffered lines.
    while (Buffer.byteLength(read) < Buffer.byteLength(lines.join(''))) {
      read += readAll(file);
      await delay(50);
    }
    expect(read).toBe(lines.join(''));
  });

  it('drops lines instead of failing or growing without limit when the disk is full', () => {
    // A full device on Linux; elsewhere a file that cannot be written to.
    file = existsSync('/dev/full') ? openSync('/dev/full', 'w') : openSync(folder, 'r');
    const output = standardOutput(file);
    const line = `${'x'.repeat(1024 * 1024)}\n`;
    for (let count = 0; count < 8; count++) output.write(line);
  });
});

/** Decodes once at the end: a chunk may end inside a character. */
function readAll(pipe: number): string {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.alloc(64 * 1024);
    try {
      const length = readSync(pipe, chunk);
      chunks.push(chunk.subarray(0, length));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      return Buffer.concat(chunks).toString();
    }
  }
}
