import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../test/support/source-tree.js';
import { PLANTED_BUGS } from './planted-bugs/list.mjs';

/** Bugs that unit tests of the domain catch within seconds. `npm run planted-bugs` runs all. */
const SAMPLE = PLANTED_BUGS.filter(
  ({ file, caughtBy }) =>
    /^libs\/(kernel|identity|ledger|payments)\//.test(file) &&
    caughtBy.tier === 'unit' &&
    caughtBy.isSimulated !== true,
);

describe('planted bugs', () => {
  it('fit the sources', () => {
    const stale = PLANTED_BUGS.filter(
      ({ file, find }) => readFileSync(join(ROOT, file), 'utf8').split(find).length !== 2,
    );
    expect(stale.map(({ name }) => name)).toEqual([]);
  });

  it('are caught by the tests', async () => {
    const names = SAMPLE.map(({ name }) => name);
    const env = { ...process.env, NODE_OPTIONS: '' };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'tools/planted-bugs.mjs'), ...names],
      { env },
    );
    expect(stdout).toContain(`${names.length} of ${names.length} planted bugs were caught.`);
  });
});
