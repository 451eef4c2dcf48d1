import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { holdUntilThere, keyPast, pressPast, releaseBrakesOnMove } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';

const testMS = withPatience(60_000);

const bench = shareArmPage();
let page: Page;

async function readDegrees(testID: string): Promise<number> {
  const text = (await page.getByTestId(testID).textContent()) ?? '';
  return Number.parseFloat(text.replace('−', '-'));
}

/** Releases the brakes and selects a speed so low that no joint reaches its limit before the check. */
async function makeReady(): Promise<void> {
  await releaseBrakesOnMove(page);
  const slowest = page.getByRole('radio', { name: '1 °/s' });
  if (await slowest.isVisible()) await slowest.click();
}

/** Returns the value once two successive readings are equal. */
async function expectStandstill(testID: string): Promise<number> {
  let last = Number.NaN;
  await shown
    .poll(
      async () => {
        const before = last;
        last = await readDegrees(testID);
        return last === before;
      },
      { intervals: [400] },
    )
    .toBe(true);
  return last;
}

describe('Manual motion', () => {
  it(
    'continues while a button is held, and ends when the pointer leaves it by more than 30 px',
    async () => {
      page = await bench.open('/move');
      await makeReady();
      const before = await readDegrees('J0-value');
      const box = await page.getByTestId('J0-plus').boundingBox();
      if (!box) throw new Error('the button is not shown');
      const moving = page.getByTestId('runner-state').filter({ hasText: 'Manual motion' });
      const isControlHeld = page.getByTestId('control').filter({ hasText: 'You have control' });
      await pressPast(page.getByTestId('J0-plus'), async () => {
        const isPast = (await readDegrees('J0-value')) > before + 3;
        return isPast && (await moving.isVisible()) && (await isControlHeld.isVisible());
      });
      await page.mouse.move(box.x - 40, box.y + 20);
      await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      await expectStandstill('J0-value');
      await page.mouse.up();
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'works by keyboard and in steps; a tap shows the hint to hold',
      async () => {
        page = await bench.open('/move');
        await makeReady();
        const before = await expectStandstill('J0-value');
        const isBelow = async () => (await readDegrees('J0-value')) < before - 2;
        await keyPast(page.getByTestId('J0-minus'), 'Space', isBelow);
        await page.keyboard.up('Space');
        const between = await expectStandstill('J0-value');
        await page.getByRole('radio', { name: '2.5°' }).click();
        const isAbove = async () => (await readDegrees('J0-value')) > between + 0.5;
        await keyPast(page.getByTestId('J0-plus'), 'Enter', isAbove);
        // A long press is one step, too.
        expect(await expectStandstill('J0-value')).toBeLessThan(between + 2.55);
        await page.keyboard.up('Enter');
        await page.getByTestId('J0-plus').tap();
        await shown(page.getByText('Hold the button to apply changes')).toBeVisible();
      },
      testMS,
    );

    it(
      'goes to the saved home pose while the button is held',
      async () => {
        page = await bench.open('/nowhere');
        const home = { kind: 'safeHomePose', name: 'Parking', positions: [{ jointAngles: [0.2, 0, 1.5, 0, -1.5, 0] }] };
        const saved = await page.request.post(`${bench.url}/api/v1/cell/space-items`, {
          headers: { authorization: `Bearer ${bench.token}` },
          data: home,
        });
        expect(saved.status()).toBe(200);
        await page.goto(`${bench.url}/move`);
        await makeReady();
        await shown(page.getByRole('combobox', { name: 'Go to' })).toHaveValue(/^space_/);
        await holdUntilThere(page, page.getByTestId('go-to'));
        expect(await expectStandstill('J0-value')).toBeCloseTo((0.2 * 180) / Math.PI, 1);
      },
      testMS,
    );

    it(
      'turns blue while the arm is guided',
      async () => {
        page = await bench.open('/move');
        await makeReady();
        const guided = page.getByTestId('guided');
        await pressPast(guided, () =>
          page.getByTestId('runner-state').filter({ hasText: 'Guided (slow)' }).isVisible(),
        );
        await shown(guided).toHaveCSS('background-color', 'rgb(10, 92, 173)');
        await page.mouse.up();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      },
      testMS,
    );
  });
});

describe('The stop', () => {
  it(
    'ends a run by touch, by its key, and by the keyboard',
    async () => {
      page = await bench.open('/');
      const ways = [
        () => page.getByTestId('stop').tap(),
        () => page.keyboard.press('Pause'),
        () => page.getByTestId('stop').press('Enter'),
      ];
      for (const stop of ways) {
        bench.startEndless('pick-and-place.json');
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        await stop();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
        await shown(page.getByRole('cell', { name: 'Stopped' }).first()).toBeVisible();
      }
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('A screen', () => {
    it(
      'retries with a time parameter if it fails to load; after that it offers a reload and the stop still works',
      async () => {
        page = await bench.open('/');
        await shown(page.getByTestId('loaded-routine')).toBeVisible();
        const asked: string[] = [];
        let failures = 2;
        await page.route(/MoveScreen-.*\.js/, (route) => {
          asked.push(route.request().url());
          return failures-- > 0 ? route.abort() : route.continue();
        });
        await page.getByRole('link', { name: 'Move', exact: true }).click();
        await shown(page.getByTestId('J0-plus')).toBeVisible();
        expect(asked.at(-1)).toMatch(/\?t=\d+$/);
        failures = 100;
        await page.goto(`${bench.url}/move`);
        await shown(page.getByRole('heading', { name: 'Error rendering component' })).toBeVisible();
        bench.startEndless('pick-and-place.json');
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        await page.getByTestId('stop').tap();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
        failures = 0;
        await page.getByRole('button', { name: 'Tap to reload' }).click();
        await shown(page.getByTestId('J0-plus')).toBeVisible();
      },
      testMS,
    );
  });
});
