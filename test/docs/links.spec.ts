import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/source-tree.js';
import { PAGES } from './pages.js';

const withoutBlocks = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '');
const linksIn = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
const headingsIn = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function isBroken(from: string, link: string): boolean {
  if (/^[a-z]+:/.test(link)) return false;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(ROOT, target))) return true;
  const page = PAGES.find((candidate) => candidate.path === target);
  return anchor !== undefined && !headingsIn(page?.text ?? '').includes(anchor);
}

describe('links', () => {
  it('are found at all', () => {
    expect(PAGES.flatMap(({ text }) => linksIn(text)).length).toBeGreaterThan(50);
    expect(isBroken('README.md', 'docs/nowhere.md')).toBe(true);
    expect(isBroken('README.md', 'docs/errors.md#nothing-of-the-kind')).toBe(true);
  });

  it.each(PAGES.map(({ path, text }) => [path, text]))('in %s lead somewhere', (path, text) => {
    expect(linksIn(text).filter((link) => isBroken(path, link))).toEqual([]);
  });

  it('lead from docs/README.md to every page of docs/', () => {
    const index = PAGES.find(({ path }) => path === 'docs/README.md');
    const linked = linksIn(index?.text ?? '').map((link) => join('docs', link));
    const pages = PAGES.map(({ path }) => path).filter(
      (path) => path.startsWith('docs/') && path !== 'docs/README.md',
    );
    expect(pages.filter((path) => !linked.includes(path))).toEqual([]);
  });
});
