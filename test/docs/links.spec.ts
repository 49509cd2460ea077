import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/source-tree.js';
import { headingsIn, INDEXED_PAGES, linksIn, PAGES } from './pages.js';

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
  return (
    anchor !== undefined &&
    !headingsIn(page?.text ?? '')
      .map(anchorOf)
      .includes(anchor)
  );
}

describe('links', () => {
  it('are found, and broken ones are detected', () => {
    expect(PAGES.flatMap(({ text }) => linksIn(text)).length).toBeGreaterThan(50);
    expect(isBroken('README.md', 'docs/unknown.md')).toBe(true);
    expect(isBroken('README.md', 'docs/errors.md#unknown-heading')).toBe(true);
  });

  it.each(PAGES.map(({ path, text }) => [path, text]))('in %s are not broken', (path, text) => {
    expect(linksIn(text).filter((link) => isBroken(path, link))).toEqual([]);
  });

  it('lead from docs/README.md to every page of docs/', () => {
    const pages = PAGES.map(({ path }) => path).filter(
      (path) => path.startsWith('docs/') && path !== 'docs/README.md',
    );
    expect(pages.filter((path) => !INDEXED_PAGES.includes(path))).toEqual([]);
  });

  it('lead from docs/README.md to each page once', () => {
    expect(INDEXED_PAGES.filter((path, index) => INDEXED_PAGES.indexOf(path) !== index)).toEqual([]);
  });
});
