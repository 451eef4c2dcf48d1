// Timed: a page must miss the real 250 ms in which the robot expects a sign that a button is held, and is stale in a
// second.
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { holdUntil, pressPast, releaseBrakesOnMove } from './pointer.fixture.ts';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const bench = shareBrowser();
const testMS = withPatience(120_000);
/** A folder for screenshots; none without. */
const pictures = process.env.LATE_HOLD_PICTURES;

/** Time for which the page is blocked, ms: longer than the robot waits for a heartbeat. */
const blockedMS = 600;

const english = {
  moving: 'Manual motion',
  standing: 'Idle',
  late: 'The arm stopped because this page or its connection was too slow for a moment. Release the button and hold it again.',
};
const german = {
  moving: 'Von Hand bewegt',
  standing: 'Bereit',
  late: 'Der Arm ist stehen geblieben, weil diese Seite oder ihre Verbindung einen Moment zu langsam war. Loslassen und erneut halten.',
};

/** Returns the names of the controls that an element covers. */
function listCovered(element: HTMLElement): (string | null)[] {
  const own = element.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>('button, select, a[href]')]
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return right > own.left && left < own.right && bottom > own.top && top < own.bottom;
    })
    .map((control) => control.getAttribute('aria-label') ?? control.textContent);
}

async function openMove(): Promise<Page> {
  const page = await bench.open('/move');
  await releaseBrakesOnMove(page);
  return page;
}

/** Blocks the page while a button is held: the arm stops, and moves only after a new press. */
async function expectToldOfLateHold(page: Page, button: Locator, { moving, standing, late }: typeof english) {
  const note = page.getByTestId('hold-late');
  const state = page.getByTestId('runner-state');
  await shown(button).toHaveAttribute('aria-disabled', 'false');
  await button.hover();
  await page.mouse.down();
  // A busy machine may be too slow by itself.
  await shown(state.filter({ hasText: moving }).or(note).first()).toBeVisible();
  await page.evaluate((ms) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  }, blockedMS);
  await shown(note).toHaveText(late);
  await shown(state).toHaveText(standing);
  await shown(button).toHaveAttribute('data-held', 'false');
  expect(await note.evaluate(listCovered)).toEqual([]);
  if (pictures) await page.screenshot({ path: `${pictures}/${new URL(page.url()).pathname.slice(1)}.png` });
  await page.mouse.up();
  await shown(note).toBeVisible();
  await shown(state).toHaveText(standing);

  const untold = page.locator('body:not(:has([data-testid="hold-late"]))');
  await holdUntil(page, untold.getByTestId('runner-state').filter({ hasText: moving }), async (during) => {
    await page.mouse.down();
    await during();
    await page.mouse.up();
  });
  await shown(state).toHaveText(standing);
}

describe('A held button on a page that is blocked for a moment', () => {
  it(
    'shows at a jog why the arm stopped, and moves it after a new press',
    async () => {
      const page = await openMove();
      await expectToldOfLateHold(page, page.getByTestId('J0-plus'), english);
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'shows at "Move here", also in German, why the arm stopped',
      async () => {
        const page = await openMove();
        const headers = { authorization: `Bearer ${bench.token}` };
        const quarter = Math.PI / 2;
        const positions = [{ jointAngles: [quarter, 0, quarter, 0, -quarter, 0] }];
        const data = { kind: 'singlePosition', name: 'Aside', positions };
        const made = await page.request.post(`${bench.url}/api/v1/cell/space-items`, { headers, data });
        expect(made.status(), await made.text()).toBe(200);
        await page.evaluate(() => localStorage.setItem('cellwright.language', 'de'));
        await page.goto(`${bench.url}/scene`);
        await page.getByRole('button', { name: /Aside/ }).tap();
        await expectToldOfLateHold(page, page.getByTestId('move-here'), german);
      },
      testMS,
    );
  });
});

describe('Manual motion', () => {
  it(
    'ends when the page loses its connection, and the display is stale within 1 s',
    async () => {
      const page = await bench.open('/nowhere');
      let isCut = false;
      await page.routeWebSocket(/routine-runner/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((message) => !isCut && server.send(message));
        server.onMessage((message) => !isCut && socket.send(message));
      });
      await page.goto(`${bench.url}/move`);
      await releaseBrakesOnMove(page);
      const moving = page.getByTestId('runner-state').filter({ hasText: 'Manual motion' });
      await pressPast(page.getByTestId('J4-plus'), () => moving.isVisible());
      isCut = true;
      const cutAt = performance.now();
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'true');
      expect(performance.now() - cutAt).toBeLessThan(5000);
      await shown(page.getByTestId('connection')).toHaveText(/Out of date|Connection lost/);
      isCut = false;
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'false');
      await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      await page.mouse.up();
    },
    testMS,
  );
});
