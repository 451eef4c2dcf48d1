import type { Locator, Page } from '@playwright/test';
import { withPatience } from './patience.fixture.ts';
import { shown } from './shown.fixture.ts';

/** Presses a key until it has shown an element: a page ignores it before it has loaded the part that listens. */
export async function showByKey(page: Page, key: string, element: Locator): Promise<void> {
  await shown(async () => {
    if (await element.isVisible()) return;
    await page.keyboard.press(key);
    await shown(element).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: withPatience(20_000) });
}
