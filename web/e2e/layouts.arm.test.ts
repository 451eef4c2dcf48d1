import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { resizeWindow } from './resize-window.fixture.ts';
import { importRoutine } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const bench = shareArmPage();
/** A folder for screenshots; none without. */
const pictures = process.env.LAYOUT_PICTURES;

const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 800, height: 1280 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 1280, height: 640 },
  { width: 1280, height: 600 },
] as const;
const screens = [
  { name: 'home', path: '/' },
  { name: 'move', path: '/move' },
  { name: 'box', path: '/box' },
  { name: 'runs', path: '/runs' },
  { name: 'editor', path: '/routines/{routine}' },
  { name: 'preflight', path: '/preflight' },
] as const;

const endless = {
  mainLoopStepID: 'step_loop',
  steps: [{ id: 'step_loop', stepKind: 'Loop', steps: [{ id: 'step_wait', stepKind: 'Wait' }] }],
  stepConfigurations: {
    step_loop: { stepKind: 'Loop', args: {} },
    step_wait: { stepKind: 'Wait', args: { milliseconds: 1000 } },
  },
};

/** Lists the controls of the frame that are cut off by the window or by STOP, and elements wider than their space. */
function findCut(page: Page, mayScroll: boolean): Promise<string[]> {
  return page.evaluate((mayScroll) => {
    const cut: string[] = [];
    const stop = document.querySelector('[data-testid="stop"]')?.getBoundingClientRect();
    if (!stop) return ['there is no STOP'];
    const isWhole = ({ left, top, right, bottom }: DOMRect) =>
      left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const isUnderStop = ({ left, right, top, bottom }: DOMRect) =>
      left < stop.right && right > stop.left && top < stop.bottom && bottom > stop.top;
    if (!isWhole(stop)) cut.push('STOP');
    for (const segment of document.querySelectorAll('[data-testid="status-bar"] > *')) {
      const rect = segment.getBoundingClientRect();
      if (rect.width === 0) continue;
      const isNarrow = segment.scrollWidth > segment.clientWidth + 1;
      if (!isWhole(rect) || isUnderStop(rect) || isNarrow) cut.push(`status bar: ${segment.textContent}`);
    }
    for (const place of document.querySelectorAll('nav[class*="rail"] > :is(a, button)')) {
      if (mayScroll) place.scrollIntoView();
      if (!isWhole(place.getBoundingClientRect())) cut.push(`rail: ${place.textContent}`);
    }
    for (const control of document.querySelectorAll('main [data-guarded]')) {
      if (mayScroll) control.scrollIntoView();
      const rect = control.getBoundingClientRect();
      if (rect.width > 0 && (rect.left < -1 || rect.right > innerWidth + 1))
        cut.push(`control: ${control.textContent}`);
    }
    for (const control of document.querySelectorAll<HTMLElement>('main :is(button, select, input)')) {
      const { left, top, right, bottom } = control.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const at =
        x > 0 && y > 0 && control.checkVisibility({ opacityProperty: true }) ? document.elementFromPoint(x, y) : null;
      const other = at?.closest('button, select, input');
      if (other && other !== control && !other.contains(control) && other.closest('label') !== control.closest('label'))
        cut.push(`control: ${control.textContent} is under ${other.textContent}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) cut.push('the page is wider than the window');
    return cut;
  }, mayScroll);
}

async function playEndless(): Promise<{ page: Page; routineID: string }> {
  const page = await bench.open('/');
  const routineID = await importRoutine(bench, page, 'Layouts', endless);
  const messages = [
    ['stop', {}],
    ['setBrakes', { state: 'disengaged' }],
    ['loadRoutine', { routineID }],
    ['playRoutine', {}],
  ] as const;
  await sendToRobot(page, bench, ...messages);
  await shown(page.getByTestId('runner-state')).toHaveText('Running');
  return { page, routineID };
}

/** Takes screenshots in both themes and in forced colours. */
async function photograph(
  page: Page,
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
) {
  if (!pictures) return;
  const path = `${pictures}/${name}-${width}x${height}`;
  await page.screenshot({ path: `${path}.png` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${path}-dark.png` });
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  await page.screenshot({ path: `${path}-forced.png` });
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}

inExhaustiveRuns(() => {
  describe('The jog buttons of the Move screen', () => {
    it(
      'stay visible in every window that is wide enough for them beside the picture',
      async () => {
        const page = await bench.open('/move');
        await sendToRobot(page, bench, ['stop', {}]);
        await shown(page.getByTestId('run-strip')).toBeHidden();
        for (const size of sizes.filter(({ width, height }) => width > height)) {
          await resizeWindow(page, size.width, size.height);
          const seen = await page.getByTestId('J5-plus').evaluate((key) => {
            const panel = key.closest('[class*="panel"]');
            return { bottom: key.getBoundingClientRect().bottom, panel: panel?.getBoundingClientRect().bottom ?? 0 };
          });
          expect(seen.bottom, JSON.stringify(size)).toBeLessThanOrEqual(Math.min(seen.panel, size.height));
        }
      },
      withPatience(60_000),
    );
  });

  describe.each(screens)('The screen $name during a run', ({ name, path }) => {
    it(
      'cuts off no control of the frame on small, low and upright tablets, and keeps all in reach at double text size',
      async () => {
        const { page, routineID } = await playEndless();
        await page.goto(`${bench.url}${path.replace('{routine}', routineID)}`);
        await shown(page.getByRole('button', { name: 'Pause' }).first()).toBeEnabled();
        const cut: string[] = [];
        for (const size of sizes) {
          await resizeWindow(page, size.width, size.height);
          await photograph(page, name, size);
          cut.push(...(await findCut(page, false)).map((what) => `${size.width}x${size.height}: ${what}`));
        }
        // Equals the text size of the system, except for the widths at which a layout changes.
        await page.addStyleTag({ content: 'html { font-size: 32px }' });
        for (const size of [sizes[0], sizes[2]]) {
          await resizeWindow(page, size.width, size.height);
          await photograph(page, `${name}-large`, size);
          cut.push(...(await findCut(page, true)).map((what) => `${size.width}x${size.height}, large: ${what}`));
        }
        expect(cut).toEqual([]);
        await sendToRobot(page, bench, ['stop', {}]);
      },
      withPatience(300_000),
    );
  });
});
