import { expect, it } from '@jest/globals';
import { projectFiles } from '../support/source-tree.js';
import { PAGES } from './pages.js';

it('tells of every job of the worker and how often it comes round', () => {
  const source = projectFiles().find(({ path }) => path === 'apps/worker/src/jobs.ts')?.text ?? '';
  const jobs = [...source.matchAll(/name: '([a-z-]+)', everySeconds: (\d+)/g)].map(([, name, seconds]) => [
    name,
    seconds,
  ]);
  const page = PAGES.find(({ path }) => path === 'docs/architecture.md')?.text ?? '';
  const told = [...page.matchAll(/^\| `([a-z-]+)` +\| (\d+) s /gm)].map(([, name, seconds]) => [
    name,
    seconds,
  ]);
  expect(jobs.length).toBeGreaterThan(4);
  expect(told.sort()).toEqual(jobs.sort());
});
