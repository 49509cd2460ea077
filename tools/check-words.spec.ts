import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../test/support/source-tree.js';

const folder = join(ROOT, '.cache/check-words');
const check = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return spawnSync(process.execPath, [join(ROOT, 'tools/check-words.mjs'), relative(ROOT, file)], {
    encoding: 'utf8',
  });
};

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the word check', () => {
  it('names the line of every word to avoid, also across a line break, and the page with the rule', () => {
    const { status, stderr } = check(
      'bad.md',
      'Fine.\nWhoever reads this\nwaits in\nvain.\nconst toldBy = 1;\n',
    );
    expect(status).toBe(1);
    expect(stderr).toContain('bad.md:2: Whoever');
    expect(stderr).toContain('bad.md:3: in\nvain');
    expect(stderr).toContain('bad.md:5: told');
    expect(stderr).toContain('CONTRIBUTING.md#conventions');
  });

  it('accepts plain words, also those that contain a forbidden one', () => {
    const { status, stdout } = check('good.md', 'Outstanding amounts settle later.\n');
    expect(stdout).toBe('1 files checked, 0 findings\n');
    expect(status).toBe(0);
  });
});
