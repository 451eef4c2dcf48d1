import type { Locator, Page } from '@playwright/test';

declare global {
  interface Window {
    responsesMS: number[];
    longTasksMS: number[];
  }
}

/** Makes the page record the time from each event to the second animation frame after it, and its long tasks. */
export async function watchResponses(page: Page, event: 'keydown' | 'mousedown' | 'mousemove'): Promise<void> {
  await page.evaluate((type) => {
    const responses: number[] = [];
    window.responsesMS = responses;
    window.longTasksMS = [];
    window.addEventListener(
      type,
      ({ timeStamp }) =>
        requestAnimationFrame(() => requestAnimationFrame(() => responses.push(performance.now() - timeStamp))),
      { capture: true, passive: true },
    );
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasksMS.push(duration);
    }).observe({ type: 'longtask' });
  }, event);
}

/** Returns the records since the last call. */
export async function takeResponses(page: Page): Promise<{ responsesMS: number[]; longTasksMS: number[] }> {
  // Waits for the frames of the last event.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.evaluate(() => ({
    responsesMS: window.responsesMS.splice(0),
    longTasksMS: window.longTasksMS.splice(0),
  }));
}

const typed = 'The quick brown fox jumps over the lazy dog';

export async function type(page: Page, field: Locator): Promise<void> {
  await field.click();
  await page.keyboard.type(typed, { delay: 60 });
}

/** Drags from one point down over many others, and releases there. */
export async function drag(page: Page, x: number, fromY: number, toY: number, moves = 40): Promise<void> {
  await page.mouse.move(x, fromY);
  await page.mouse.down();
  for (let move = 1; move <= moves; move++) {
    await page.mouse.move(x, fromY + ((toY - fromY) * move) / moves);
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
}

export async function scroll(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y);
  for (let turn = 0; turn < 80; turn++) {
    await page.mouse.wheel(0, turn < 60 ? 900 : -1500);
    await page.waitForTimeout(30);
  }
}
