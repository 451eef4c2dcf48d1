import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { fingerOn, holdUntilThere, keyPast, middleOf, mouseOn, releaseBrakes, under } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';

const testMS = withPatience(120_000);

const bench = shareArmPage();
let page: Page;

const step = (kind: string, index = 0) => page.getByTestId(`step-${kind}`).nth(index);

async function expectSaved(): Promise<void> {
  await shown(page.getByTestId('save-status')).toHaveText(/Saved/);
}

inExhaustiveRuns(() => {
  describe.each([
    { how: 'the mouse', pointTo: mouseOn },
    { how: 'touch', pointTo: fingerOn },
  ])('A routine built with $how', ({ pointTo }) => {
    it(
      'saves itself, shows its problems, and plays on the simulated arm to its end',
      async () => {
        page = await bench.open('/routines');
        const { drag, start } = await pointTo(page);
        await page.getByRole('button', { name: 'New routine', exact: true }).click();
        await shown(step('Loop')).toBeVisible();
        const inside = page.getByRole('button', { name: 'Tap or drag a step here' });
        await shown(page.getByTestId('problem-count')).toHaveText('1 problem');

        await drag(page.getByTestId('library-MoveArmToV2'), () => middleOf(inside));
        await shown(step('Waypoint')).toBeVisible();
        await drag(page.getByTestId('library-Waypoint'), under(step('Waypoint'), { isDeep: true }));
        await shown(step('Waypoint', 1)).toBeVisible();
        await drag(page.getByTestId('library-Wait'), under(step('Waypoint', 1)));
        await shown(step('Wait')).toContainText('Wait 1 s');
        await drag(page.getByTestId('library-ActuateGripper'), under(step('Wait')));
        await shown(step('ActuateGripper')).toBeVisible();
        for (const kind of ['MoveArmToV2', 'Wait', 'ActuateGripper']) {
          await shown(step(kind)).toHaveAttribute('aria-level', '2');
        }

        await step('Loop').click();
        await page.getByRole('textbox', { name: 'Times' }).fill('2');
        await shown(step('Loop')).toHaveText(/Repeat twice/);
        await shown(page.getByTestId('problem-count')).toHaveText('2 problems');
        await page.getByTestId('problem-count').click();
        await page
          .getByRole('button', { name: /Joint angles or pose must be set/ })
          .first()
          .click();
        await shown(page.getByTestId('step-form').getByText('Joint angles or pose must be set')).toBeVisible();
        await shown(page.getByTestId('step-form').getByText('this sets joint angles and pose together')).toBeVisible();
        await shown(page.getByRole('button', { name: 'Teach here' })).toBeEnabled();
        await shown(page.locator('[data-variant="filled"]:visible')).toHaveCount(1);
        await page.getByRole('button', { name: 'Teach here' }).click();
        await shown(step('Waypoint')).toContainText('Move to P1');
        await shown(page.getByTestId('problem-count')).toHaveText('1 problem');
        await step('Waypoint', 1).click();
        await page.getByRole('button', { name: 'Teach here' }).click();
        await shown(step('Waypoint', 1)).toContainText('Move to P2');
        await shown(page.getByTestId('problem-count')).toHaveText('0 problems');
        await expectSaved();

        await page.reload();
        await shown(step('Waypoint', 1)).toContainText('Move to P2');
        const strip = page.getByTestId('run-strip');
        const play = strip.getByRole('button', { name: 'Play', exact: true });
        await releaseBrakes(strip.getByRole('button', { name: 'Release brakes' }), play);
        await start(play);
        await shown(page.locator('[aria-current="step"]')).toBeVisible();
        await shown(page.getByTestId('progress')).toContainText('Completed', { timeout: withPatience(60_000) });
        await page.getByTestId('cycle-time').click();
        await page.getByRole('textbox', { name: 'Cycle time target, s' }).fill('0.1');
        await shown(page.getByTestId('cycle-time')).toContainText('s / 0.1 s');
        await shown(page.getByTestId('cycle-time')).toHaveAccessibleName(/over the target/);
      },
      testMS,
    );
  });

  describe('The editor', () => {
    it(
      'moves the arm to the target of a step while the button is held, and undoes a new position',
      async () => {
        page = await bench.open('/routines');
        await page.getByRole('button', { name: 'New routine', exact: true }).click();
        await step('Loop').click();
        await page.getByTestId('library-MoveArmToV2').click();
        await step('Waypoint').click();
        await shown(page.getByTestId('move-here')).toHaveCount(0);
        await page.getByRole('button', { name: 'Teach here' }).click();
        const strip = page.getByTestId('run-strip');
        const play = strip.getByRole('button', { name: 'Play', exact: true });
        await releaseBrakes(strip.getByRole('button', { name: 'Release brakes' }), play);
        await shown(page.getByTestId('brakes')).toHaveText('Brakes off');
        const { pathname } = new URL(page.url());
        await expectSaved();

        await page.getByRole('link', { name: 'Move', exact: true }).click();
        const base = page.getByTestId('J0-value');
        await shown(base).toContainText('°');
        const taughtAt = await base.textContent();
        await keyPast(page.getByTestId('J0-plus'), 'Space', async () => (await base.textContent()) !== taughtAt);
        await page.keyboard.up('Space');
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');

        await page.goto(`${bench.url}${pathname}`);
        await step('Waypoint').click();
        await holdUntilThere(page, page.getByTestId('move-here'));
        await page.getByTestId('move-here').tap();
        await shown(page.getByText('Hold the button to apply changes')).toBeVisible();
        await page.getByRole('button', { name: 'Re-teach P1' }).click();
        await page
          .getByRole('region', { name: /Messages/ })
          .getByRole('button', { name: 'Undo' })
          .click();
        await page.getByRole('link', { name: 'Move', exact: true }).click();
        await shown(base).toHaveText(taughtAt ?? '');
      },
      testMS,
    );
  });
});
