import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

/** `npm run screenshots` sets it to docs/images. */
const FOLDER = process.env['SCREENSHOTS'] ?? join(process.cwd(), 'test-results', 'screenshots');
const MAX_BYTES = 150 * 1024;

export async function takeScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, fullPage });
  expect(statSync(path).size).toBeLessThanOrEqual(MAX_BYTES);
}
