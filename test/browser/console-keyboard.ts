import type { Locator, Page } from 'playwright-core';

export const isFocused = async (page: Page, target: Locator): Promise<boolean> =>
  (await target.and(page.locator(':focus')).count()) > 0;

/** Reaches an element as a user without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // The inputs of segmented controls are not visible.
  await target.waitFor({ state: 'attached' });
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isFocused(page, target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(target)}.`);
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
