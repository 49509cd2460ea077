import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blocksOn, isRun, runPage } from './page-run.js';
import { INDEXED_PAGES, PAGES } from './pages.js';
import { openShell, type Shell } from './shell.js';
import { type RunningFlorin, startWithDefaults } from './running-florin.js';

const hasCommands = (path: string): boolean => blocksOn(path).some(isRun);
const pages = INDEXED_PAGES.filter(hasCommands);

let florin: RunningFlorin;
let shell: Shell;

beforeAll(async () => {
  // The setting of docs/getting-started.md: otherwise transactions settle while later commands run.
  florin = await startWithDefaults({ SETTLEMENT_DELAY_SECONDS: 'off' });
  shell = openShell({ ADMIN_PASSWORD: florin.adminPassword, DATA_DIR: florin.dataDir });
});

afterAll(async () => {
  await shell.end();
  await florin.stop();
});

describe('the pages of docs/ in the order of the index, on one service and in one shell', () => {
  it('include every page that has commands', () => {
    const all = PAGES.map(({ path }) => path).filter((path) => path.startsWith('docs/') && hasCommands(path));
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter((path) => !pages.includes(path))).toEqual([]);
  });

  it('begin with getting started', () => {
    expect(pages.slice(0, 2)).toEqual(['docs/getting-started.md', 'docs/first-payment.md']);
  });

  it.each(pages)('run %s', (path) => runPage({ florin, shell, path }));
});
