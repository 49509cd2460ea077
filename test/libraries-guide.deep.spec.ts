import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './support/source-tree.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

const run = promisify(execFile);
const PROGRAMS = ['playground.ts', 'guide.ts'];
let folder: string;
let database: TestDatabase;

/** The examples as a program, in a folder of this repository. */
beforeAll(async () => {
  const guide = readFileSync(join(ROOT, 'docs/libraries.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(3);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache/libraries-guide-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  // The first block is a program of its own, the others are one together.
  const [playground = '', ...guideBlocks] = blocks;
  writeFileSync(join(folder, 'playground.ts'), playground);
  writeFileSync(join(folder, 'guide.ts'), guideBlocks.join('\n'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.base.json', include: ['*.ts'] }),
  );
  database = await createTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

describe('the guide to the domain libraries', () => {
  it('passes the lint rules of apps/', async () => {
    const linter = join(ROOT, 'node_modules/eslint/bin/eslint.js');
    const files = PROGRAMS.map((name) => join(folder, name));
    // Files in .cache/ are ignored otherwise, and belong to no Nx project with module boundaries.
    const options = ['--no-ignore', '--rule', '@nx/enforce-module-boundaries: off'];
    const linted = await run(process.execPath, [linter, ...options, ...files], { cwd: ROOT }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(linted.stdout).toBe('');
  });

  it('compiles and runs on the built libraries', async () => {
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const compiled = await run(process.execPath, [compiler, '--pretty', 'false', '-p', folder]).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(compiled.stdout).toBe('');
    const printed: string[] = [];
    for (const name of PROGRAMS) {
      const { stdout } = await run(process.execPath, [join(folder, name), database.url], {
        // Nx sets FORCE_COLOR, which makes console.log color numbers and booleans.
        env: { ...process.env, FORCE_COLOR: '0' },
      });
      printed.push(...stdout.trim().split('\n'));
    }
    expect(printed).toEqual([
      'rejected: insufficient_funds',
      'available 7500 held 2500',
      'transaction.created credit 10000',
      'transaction.succeeded credit 10000',
      'transaction.created payment 2500',
      'pending 10000',
      'true',
    ]);
  });
});
