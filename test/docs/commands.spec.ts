import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/source-tree.js';
import { isCommand } from './page-run.js';
import { blocksOf, PAGES } from './pages.js';
import { SKIPPED_BLOCKS } from './skipped-blocks.js';

describe('a command block', () => {
  const blocks = PAGES.flatMap(blocksOf);
  const skipped = blocks.filter((block) => isCommand(block) && block.marks.includes('no-run'));

  it('has the language sh', () => {
    const others = blocks.filter(
      ({ language, text }) =>
        /^(bash|shell|console|zsh)$/.test(language) || (language !== 'sh' && /^(\$ |curl |npm )/m.test(text)),
    );
    expect(others.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it('has no unknown mark', () => {
    const unknown = blocks.filter(({ marks }) => marks.some((mark) => mark !== 'no-run'));
    expect(unknown.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it('is skipped only for a listed reason', () => {
    const isListed = (page: string, text: string): boolean =>
      SKIPPED_BLOCKS.some(
        (entry) => entry.page === page && text.split('\n').some((line) => line.startsWith(entry.line)),
      );
    expect(
      skipped.filter(({ page, text }) => !isListed(page, text)).map(({ page, line }) => `${page}:${line}`),
    ).toEqual([]);
    const isNeeded = ({ page, line }: { page: string; line: string }): boolean =>
      skipped.some(
        (block) => block.page === page && block.text.split('\n').some((text) => text.startsWith(line)),
      );
    expect(SKIPPED_BLOCKS.filter((entry) => !isNeeded(entry))).toEqual([]);
  });

  it('uses scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const named = blocks
      .filter(isCommand)
      .flatMap(({ text }) => [...text.matchAll(/\bnpm (?:run (?:-s )?)?([a-z0-9][a-z0-9:-]*)/g)])
      .map(([, name = '']) => name)
      .filter((name) => !['run', 'install', 'ci'].includes(name));
    expect(named.length).toBeGreaterThan(5);
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
