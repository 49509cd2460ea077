import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles, ROOT } from '../test/support/source-tree.js';
import { PLANTED_BUGS } from './planted-bugs/list.mjs';

// That the tests notice each is for `npm run planted-bugs` to show; this keeps the list from going stale meanwhile.

const specs = projectFiles()
  .map(({ path }) => path)
  .filter((path) => path.endsWith('.spec.ts'));
const tierOf = (path: string): string => /\.(int|e2e)\.spec\.ts$/.exec(path)?.[1] ?? 'unit';

describe('the planted bugs', () => {
  it('are at least twenty, each with a name of its own', () => {
    const names = PLANTED_BUGS.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(20);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z0-9-]+$/.test(name))).toEqual([]);
  });

  it.each(PLANTED_BUGS)('$name can still be put into $file', ({ file, find, replace, why }) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    expect(text.split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(why).toMatch(/^[A-Z].*\.$/);
  });

  it.each(PLANTED_BUGS)('$name has somebody to catch it', ({ caughtBy }) => {
    const { tier, specs: pattern, isSimulated = false } = caughtBy;
    const catchers = specs.filter(
      (path) => pattern !== undefined && tierOf(path) === tier && new RegExp(pattern).test(path),
    );
    expect(catchers.length + Number(isSimulated)).toBeGreaterThan(0);
    expect(catchers.length > 0).toBe(pattern !== undefined);
  });
});
