import { inExhaustiveRuns, isExhaustive } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { middleOf } from './pointer.fixture.ts';
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

/** Returns 'whole' if STOP is completely in the visible part of the page, in its full size, otherwise its place. */
function measureStop(): string {
  const box = document.querySelector('[data-testid="stop"]')?.getBoundingClientRect();
  const seen = window.visualViewport;
  if (!box || !seen) return 'absent';
  const left = box.left - seen.offsetLeft;
  const top = box.top - seen.offsetTop;
  const isWhole = left >= 0 && top >= 0 && left + box.width <= seen.width && top + box.height <= seen.height;
  const isAsLarge = Math.round(box.width * seen.scale) >= 148 && Math.round(box.height * seen.scale) >= 48;
  return isWhole && isAsLarge ? 'whole' : JSON.stringify({ box, width: seen.width, left, top });
}

describe('STOP', () => {
  it.each(isExhaustive() ? views : views.slice(0, 2))(
    'stays complete and visible %s',
    async (_title, size, scale) => {
      const page = await bench.open('/');
      await shown(page.getByTestId('stop')).toBeVisible();
      await page.setViewportSize(size);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: scale });
      await expect.poll(() => page.evaluate(measureStop)).toBe('whole');
    },
    withPatience(60_000),
  );

  // A finger hits what it sees also where the page is enlarged by two fingers and STOP follows the visible part.
  it.each([2, 3])(
    'stops by a tap at a pinch zoom of %s',
    async (pageScaleFactor) => {
      const page = await bench.open('/');
      const stop = page.getByTestId('stop');
      // A confirmed press is over at once.
      const isPressed = await stop.evaluateHandle((button) => ({
        sent: new Promise<string>((resolve) => {
          const watch = () => button.getAttribute('data-sent') === 'true' && resolve('sent');
          new MutationObserver(watch).observe(button, { attributeFilter: ['data-sent'] });
        }),
      }));
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setPageScaleFactor', { pageScaleFactor });
      await expect.poll(() => page.evaluate(() => window.visualViewport?.scale)).toBe(pageScaleFactor);
      await expect.poll(() => page.evaluate(measureStop)).toBe('whole');
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await middleOf(stop)] });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      expect(await isPressed.evaluate(({ sent }) => sent)).toBe('sent');
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
