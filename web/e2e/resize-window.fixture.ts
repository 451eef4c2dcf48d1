import type { Page } from '@playwright/test';

/** Resizes the window, and waits until the page is laid out, also where scripts follow the width. */
export async function resizeWindow(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}
