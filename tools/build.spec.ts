import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
let folder: string;

/** Builds a house of one room, and answers how many files were written. */
async function build(): Promise<number> {
  const program = "console.log(await (await import('./tools/build.mjs')).build())";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
  });
  return Number(stdout);
}

const write = (file: string, text: string): void => {
  writeFileSync(join(folder, 'apps/one/src', file), text);
};

/** As it is for a user without the right to write there, and for root as well: no lock can be made. */
function forbidWriting(): void {
  rmSync(join(folder, '.cache'), { recursive: true });
  writeFileSync(join(folder, '.cache'), '');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-build-'));
  for (const file of ['tools/build.mjs', 'tools/bootstrap.mjs', 'tools/lock.mjs', '.swcrc'])
    cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['apps/one/src', 'libs']) mkdirSync(join(folder, name), { recursive: true });
  write('main.ts', 'export const one: number = 1;\n');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a build', () => {
  it('writes what changed and removes what is gone', async () => {
    expect(await build()).toBe(1);
    expect(await build()).toBe(0);
    write('other.ts', 'export const other: number = 2;\n');
    expect(await build()).toBe(1);
    rmSync(join(folder, 'apps/one/src/other.ts'));
    expect(await build()).toBe(1);
    expect(existsSync(join(folder, 'apps/one/dist/other.js'))).toBe(false);
  });

  it('begins anew with another configuration of the compiler', async () => {
    await build();
    writeFileSync(join(folder, '.swcrc'), '{ "jsc": { "parser": { "syntax": "typescript" } } }\n');
    expect(await build()).toBe(1);
  });

  it('writes nothing at all when nothing changed, so that a user without that right can run what is built', async () => {
    await build();
    forbidWriting();
    expect(await build()).toBe(0);
    write('main.ts', 'export const one: number = 11;\n');
    await expect(build()).rejects.toThrow('.cache');
  });
});
