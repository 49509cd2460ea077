import { expect, it } from '@jest/globals';
import { projectFiles } from '../support/source-tree.js';
import { PAGES } from './pages.js';

const textOf = (path: string): string => projectFiles().find((file) => file.path === path)?.text ?? '';

it('docs/architecture.md lists every job of the worker with its interval', () => {
  const source = textOf('apps/worker/src/jobs.ts');
  const jobs = [...source.matchAll(/name: '([a-z-]+)',\s+everySeconds: (\d+)/g)].map(([, name, seconds]) => [
    name,
    seconds,
  ]);
  const page = PAGES.find(({ path }) => path === 'docs/architecture.md')?.text ?? '';
  const listed = [...page.matchAll(/^\| `([a-z-]+)` +\| (\d+) s /gm)].map(([, name, seconds]) => [
    name,
    seconds,
  ]);
  expect(jobs.length).toBeGreaterThan(4);
  expect(listed.sort()).toEqual(jobs.sort());
});

it('the worker resolves a payment only after the charge has timed out, as docs/architecture.md documents', () => {
  const secondsOf = (path: string, name: string): number =>
    Number(new RegExp(`${name} = (\\d+) \\* SECOND_MS;`).exec(textOf(path))?.[1]);
  const stuckAfter = secondsOf('apps/worker/src/jobs.ts', 'STUCK_AFTER_MS');
  const timeout = secondsOf('libs/infrastructure/src/payments/timeout-processor.ts', 'TIMEOUT_MS');
  expect(stuckAfter).toBeGreaterThan(2 * timeout);
  const page = PAGES.find(({ path }) => path === 'docs/architecture.md')?.text ?? '';
  expect(page).toContain(`ends payments that were interrupted for more than ${stuckAfter} s`);
});
