import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { CHROMIUM_FLAGS } from './chromium.js';

const SCREENSHOTS = join(process.cwd(), 'test-results', 'payment-page');

export const launch = (executablePath: string, options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS], ...options });

export interface Visit {
  readonly page: Page;
  /** The URLs of all requests of the page. */
  readonly requests: readonly string[];
  /** Blocked scripts and styles, errors and failed loads. */
  readonly browserErrors: readonly string[];
}

/** Of each step: a busy machine is not a defect. */
export const STEP_TIMEOUT_MS = 120_000;

/** Opens the page in a new browser context. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  // Without a locale, the headless shell sends no Accept-Language.
  const context = await browser.newContext({
    viewport: { width: 1024, height: 900 },
    locale: 'en-US',
    ...options,
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const page = await context.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  await page.goto(url);
  return { page, requests, browserErrors: errors };
}

export interface TypedCard {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
}

export async function typeCard(page: Page, { number, expiry, code }: TypedCard): Promise<void> {
  await page.locator('#number').pressSequentially(number.replaceAll(' ', ''));
  await page.locator('#expiry').pressSequentially(expiry);
  await page.locator('#code').pressSequentially(code);
}

export const aTypedCard = (number: string): TypedCard => ({ number, expiry: '1239', code: '123' });

export async function payWith(page: Page, number: string): Promise<void> {
  await typeCard(page, aTypedCard(number));
  await page.locator('button[type=submit]').click();
}

export const headingOf = (page: Page): Promise<string[]> => page.locator('h1, h2').allInnerTexts();

/** Takes screenshots and checks accessibility with axe, in light and dark mode. */
export async function checkAccessibility(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${colorScheme}.png`), fullPage: true });
    expect({ name, colorScheme, violations: await accessibilityViolations(page) }).toEqual({
      name,
      colorScheme,
      violations: [],
    });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

type Violation = axe.AxeResults['violations'][number];

export const isSerious = ({ impact }: Violation): boolean => impact === 'serious' || impact === 'critical';

export async function accessibilityViolations(
  page: Page,
  isCounted: (violation: Violation) => boolean = () => true,
  triesLeft = 10,
): Promise<string[]> {
  try {
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
    const found = await page.evaluate<axe.AxeResults>('axe.run(document)');
    return found.violations
      .filter(isCounted)
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  } catch (error) {
    // The waiting page reloads every two seconds, which destroys the execution context.
    const isReloading =
      error instanceof Error && /context was destroyed|axe is not defined/.test(error.message);
    if (!isReloading || triesLeft === 0) throw error;
    await page.waitForLoadState();
    return accessibilityViolations(page, isCounted, triesLeft - 1);
  }
}

/** Whether the page scrolls horizontally. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
