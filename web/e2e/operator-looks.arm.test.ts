import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { findClipped } from './clipped.fixture.ts';
import { findSmallTargets } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { changePermissions, inviteUser } from './people.fixture.ts';
import { contrastBetween, measureMarked, readColours, readColoursIn } from './pixels.fixture.ts';
import { pressPast, releaseBrakesOnMove } from './pointer.fixture.ts';
import { resizeWindow } from './resize-window.fixture.ts';
import { importRoutine } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const bench = shareArmPage();
const testMS = withPatience(90_000);
const phone = { width: 390, height: 844 };
const tablet = { width: 1280, height: 800 };

const longStep = {
  mainLoopStepID: 'step_loop',
  steps: [
    {
      ...{ id: 'step_loop', stepKind: 'Loop' },
      steps: [
        { id: 'step_wait', stepKind: 'Wait', description: 'Wait until the conveyor has brought the next carton' },
      ],
    },
  ],
  stepConfigurations: {
    step_loop: { stepKind: 'Loop', args: {} },
    step_wait: { stepKind: 'Wait', args: { milliseconds: 600_000 } },
  },
};

/** Leaves an unfinished run of a loaded routine, with the brakes released. */
async function leaveUnfinished(page: Page): Promise<void> {
  const routineID = await importRoutine(bench, page, 'Depalletize cartons from line 4', longStep);
  await sendToRobot(
    page,
    bench,
    ['stop', {}],
    ['setBrakes', { state: 'disengaged' }],
    ['loadRoutine', { routineID }],
    ['playRoutine', {}],
  );
  await shown(page.getByTestId('runner-state')).toHaveText(/Running|Läuft/);
  await sendToRobot(page, bench, ['stop', {}]);
  await shown(page.getByTestId('resume-card')).toBeVisible();
}

async function openInGerman(path: string): Promise<Page> {
  const page = await bench.open('/nowhere');
  await page.evaluate(() => localStorage.setItem('cellwright.language', 'de'));
  await page.goto(`${bench.url}${path}`);
  return page;
}

/** Expects that every control in the window is whole, free and large enough for a glove. */
async function expectUsable(page: Page, where: string): Promise<void> {
  expect({ where, clipped: await findClipped(page), small: await findSmallTargets(page) }).toEqual({
    ...{ where, clipped: [], small: [] },
  });
}

describe('The screens of an operator in German', () => {
  it(
    'show every control whole and large enough for a glove, on a tablet and on a phone, and the continue button its place',
    async () => {
      const page = await openInGerman('/');
      await leaveUnfinished(page);
      for (const { width, height } of [tablet, phone]) {
        await resizeWindow(page, width, height);
        const goOn = page.getByTestId('run-strip').getByRole('button', { name: /^Weiter (bei|nach) / });
        await shown(goOn).toBeEnabled();
        await expectUsable(page, `Home at ${width}`);
      }
      for (const [path, landmark] of [
        ['/move', page.getByTestId('J5-plus')],
        ['/box', page.getByRole('radio', { name: 'E/A' })],
        ['/scene', page.getByRole('button', { name: /hochladen/ })],
      ] as const) {
        await page.goto(`${bench.url}${path}`);
        await shown(landmark).toBeVisible();
        if (path === '/box') {
          await landmark.tap();
          await shown(page.getByTestId('port-Input 1')).toBeVisible();
        }
        await expectUsable(page, path);
      }
    },
    testMS,
  );

  it(
    'have all jog buttons of the Move screen on the first screen of a phone, below STOP, and no hints about keys',
    async () => {
      const page = await openInGerman('/move');
      await resizeWindow(page, phone.width, phone.height);
      await sendToRobot(page, bench, ['stop', {}], ['setBrakes', { state: 'disengaged' }]);
      await shown(page.getByTestId('J5-plus')).toHaveAttribute('aria-disabled', 'false');
      const hints = page.locator('.keyboard-only');
      await shown(hints.first()).toBeAttached();
      await shown(hints.locator('visible=true')).toHaveCount(0);
      const bar = await page.getByTestId('status-bar').boundingBox();
      for (const key of ['J0-minus', 'J0-plus', 'J5-minus', 'J5-plus']) {
        const box = await page.getByTestId(key).boundingBox();
        if (!box || !bar) throw new Error(`${key} or the bar is not shown`);
        expect(box.y, key).toBeGreaterThanOrEqual(bar.y + bar.height);
        expect(box.y + box.height, key).toBeLessThanOrEqual(phone.height);
      }
    },
    testMS,
  );
});

describe('Home with an unfinished run', () => {
  it(
    'has one button that releases the brakes',
    async () => {
      const page = await bench.open('/');
      await leaveUnfinished(page);
      await sendToRobot(page, bench, ['setBrakes', { state: 'engaged' }]);
      await shown(page.getByRole('button', { name: 'Release brakes' })).toHaveCount(1);
    },
    testMS,
  );
});

/** Minimum contrast of states that must be told apart, WCAG 1.4.11. */
const minContrast = 3;

/** Expects that an element looks clearly different after an act. */
async function expectChanged(element: Locator, act: () => Promise<void>): Promise<void> {
  const before = await readColours(element);
  await act();
  await expect
    .poll(async () => contrastBetween(before, await readColours(element)))
    .toBeGreaterThanOrEqual(minContrast);
}

describe('Forced colours', () => {
  it(
    'show the state of the robot, simulation, what is chosen, switched on, held and about to start',
    async () => {
      const page = await bench.open('/move');
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
      await releaseBrakesOnMove(page);
      expect(measureMarked(await readColours(page.locator('[class*="lamp"]').first()))).toBeGreaterThan(0.1);
      const stripes = measureMarked(await readColoursIn(page, { x: 0, y: 0, width: 600, height: 6 }));
      expect(stripes).toBeGreaterThan(0.2);
      expect(stripes).toBeLessThan(0.8);
      const [chosen, other] = [page.locator('[data-status="active"]'), page.getByRole('link', { name: 'Runs' })];
      expect(measureMarked(await readColours(chosen))).toBeGreaterThan(measureMarked(await readColours(other)) + 0.05);
      const base = page.getByRole('radio', { name: 'Base' });
      await expectChanged(base, () => base.tap());
      const track = page.locator('.mantine-Switch-track').first();
      await expectChanged(track, () => page.getByRole('switch', { name: 'Slow' }).press('Space'));
      expect(measureMarked(await readColours(track)), 'thumb of a switch that is off').toBeGreaterThan(0.2);
      const key = page.getByTestId('rz-plus');
      // Set here, because a busy machine ends a hold.
      await expectChanged(key, () => key.evaluate((button) => button.setAttribute('data-held', 'true')));
    },
    testMS,
  );

  it(
    'show the ring that fills while a control that starts the arm is held',
    async () => {
      const page = await bench.open('/');
      await leaveUnfinished(page);
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
      const over = page.getByTestId('run-strip').getByRole('button', { name: 'Start over' });
      await shown(over).toBeEnabled();
      const empty = measureMarked(await readColours(over));
      await over.evaluate((button) => button.setAttribute('data-starting', ''));
      await expect.poll(async () => measureMarked(await readColours(over))).toBeGreaterThan(empty + 0.1);
    },
    testMS,
  );
});

describe('A permission that is revoked during a jog', () => {
  it(
    'ends the jog, and the screen shows which permission is missing while the button is still pressed',
    async () => {
      const permissions = { connectToRobot: true, author: true };
      const lea = await inviteUser(bench, { username: `${bench.prefix}-lea`, permissions });
      const page = await bench.open('/move', { as: lea });
      await releaseBrakesOnMove(page);
      await page.getByRole('radio', { name: '1 °/s' }).click();
      const moving = page.getByTestId('runner-state').filter({ hasText: 'Manual motion' });
      await pressPast(page.getByTestId('J5-plus'), () => moving.isVisible());
      await changePermissions(bench, lea, { connectToRobot: false, author: false });
      await shown(page.getByTestId('may-only-look')).toBeVisible();
      await shown(page.getByTestId('jog-reason')).toContainText('‘Connect to the robot’');
      await shown(page.getByTestId('J5-plus')).toHaveAttribute('data-held', 'false');
      await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      await page.mouse.up();
    },
    testMS,
  );
});
