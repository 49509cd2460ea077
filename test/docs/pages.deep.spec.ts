import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isRun, runPage } from './page-run.js';
import { blocksOf, PAGES } from './pages.js';
import { type RunningFlorin, startWithDefaults } from './running-florin.js';

const QUICK_START = 'docs/quick-start.md';
const pages = PAGES.filter(({ path }) => path.startsWith('docs/') && path !== QUICK_START)
  .filter((page) => blocksOf(page).some(isRun))
  .map(({ path }) => path);

let florin: RunningFlorin;

beforeAll(async () => {
  // As the quick start says it is started, so that nothing moves while somebody reads.
  florin = await startWithDefaults({ SETTLEMENT_DELAY_SECONDS: 'off' });
});

afterAll(() => florin.stop());

describe('the commands in docs/', () => {
  it('are found at all', () => {
    expect(pages.length).toBeGreaterThan(8);
  });

  it('do what quick-start.md says', () => runPage({ florin, path: QUICK_START }));

  it.each(pages)('do what %s says, after the quick start', (path) =>
    runPage({ florin, path, after: QUICK_START }),
  );
});
