import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { provideChromium } from './chromium.js';
import { launch } from './payment-page-driver.js';

const chromium = provideChromium((line) => process.stderr.write(`florin: ${line}\n`));

/** Like `describe`, but skipped if there is no browser. */
export const describeInBrowser = chromium === undefined ? describe.skip : describe;

/** Starts one browser for the specs of a file, and closes all pages after each spec. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;

  // Jest skips these hooks together with the specs.
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
    if (browser === undefined) throw new Error('The browser has not been started.');
    return browser;
  };
}
