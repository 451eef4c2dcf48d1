import { inExhaustiveRuns, isExhaustive } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

/** Views of which `npm test` checks the first two, and exhaustive runs all. */
const views: readonly (readonly [title: string, size: { width: number; height: number }, scale: number])[] = [
  ['zoomed in by two fingers', { width: 1280, height: 800 }, 2],
  ['on a phone', { width: 390, height: 844 }, 1],
  ['upright', { width: 800, height: 1280 }, 1],
  ['in a low window', { width: 1280, height: 600 }, 1],
  ['on a small tablet', { width: 1024, height: 768 }, 1],
  ['at a zoom of 200 %', { width: 640, height: 400 }, 1],
];

describe('STOP', () => {
  it.each(isExhaustive() ? views : views.slice(0, 2))(
    'stays complete and visible %s',
    async (_title, size, scale) => {
      const page = await bench.open('/');
      await shown(page.getByTestId('stop')).toBeVisible();
      await page.setViewportSize(size);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: scale });
      const isInSight = () =>
        page.evaluate(() => {
          const box = document.querySelector('[data-testid="stop"]')?.getBoundingClientRect();
          const seen = window.visualViewport;
          if (!box || !seen) return 'absent';
          const left = box.left - seen.offsetLeft;
          const top = box.top - seen.offsetTop;
          const isWhole = left >= 0 && top >= 0 && left + box.width <= seen.width && top + box.height <= seen.height;
          const isAsLarge = Math.round(box.width * seen.scale) >= 148 && Math.round(box.height * seen.scale) >= 48;
          return isWhole && isAsLarge ? 'whole' : JSON.stringify({ box, width: seen.width, left, top });
        });
      await expect.poll(isInSight).toBe('whole');
    },
    withPatience(60_000),
  );

  inExhaustiveRuns(() => {
    it('stays red in forced colours', async () => {
      const page = await bench.open('/');
      await page.emulateMedia({ forcedColors: 'active' });
      const colours = await page
        .getByTestId('stop')
        .evaluate((stop) => [getComputedStyle(stop).backgroundColor, getComputedStyle(stop).borderTopWidth]);
      expect(colours).toEqual(['rgb(201, 25, 29)', '3px']);
    });
  });
});
