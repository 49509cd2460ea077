import { expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PASSWORD } from '../support/account-holders.js';
import type { RunningApi } from '../support/running-api.js';
import { accessibilityViolations, isSerious, STEP_TIMEOUT_MS } from './payment-page-driver.js';

export interface ConsolePage {
  readonly page: Page;
  /** Errors that the browser reported, violations of the content security policy included. */
  readonly browserErrors: readonly string[];
}

/** Opens a page of the console in a window of its own, as a user who has not signed in. */
export async function openConsole(
  browser: Browser,
  api: RunningApi,
  path = '/',
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const page = await context.newPage();
  const browserErrors: string[] = [];
  page.on('pageerror', (error) => browserErrors.push(String(error)));
  page.on('console', (message) => {
    // The browser also reports refused requests, which tests cause on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      browserErrors.push(message.text());
  });
  await page.goto(`${api.url}/console${path}`);
  return { page, browserErrors };
}

export interface SignIn {
  readonly email: string;
  readonly password?: string;
}

/** Signs in with the form, and opens the page at the path. */
export async function signInToConsole(
  browser: Browser,
  api: RunningApi,
  { email, password = PASSWORD }: SignIn,
  path = '/',
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const opened = await openConsole(browser, api, path, options);
  const { page } = opened;
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // On a phone, the navigation is closed.
  await page.locator('main#content').waitFor();
  return opened;
}

/** Runs axe on the page as it is shown, in light and in dark colors. */
export async function expectAccessibleInLightAndDark(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // The color scheme of the console follows the system until the user chooses one.
    await page.emulateMedia({ colorScheme });
    const violations = await accessibilityViolations(page, isSerious);
    expect({ url: page.url(), colorScheme, violations }).toEqual({
      url: page.url(),
      colorScheme,
      violations: [],
    });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
