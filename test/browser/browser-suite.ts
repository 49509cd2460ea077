import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { provideChromium } from './chromium.js';
import { launch } from './payment-page-driver.js';

const chromium = provideChromium((line) => process.stderr.write(`florin: ${line}\n`));

/** Describes what happens in a browser; left out where there is none. */
export const describeInBrowser = chromium === undefined ? describe.skip : describe;

/** Has a browser for the specs of a file, in which each of them finds nobody else's pages. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;

  // Where there is none, Jest leaves these out with the specs.
  beforeAll(async () => {
    browser = await launch(chromium ?? '');
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return () => {
    if (browser === undefined) throw new Error('There is no browser.');
    return browser;
  };
}
