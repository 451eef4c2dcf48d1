import { once } from 'node:events';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { clickMeant } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';
import { waitForFreeControl } from './socket.fixture.ts';

const bench = shareArmPage();
const testMS = withPatience(180_000);

/** Plays the example once, so that the cell contains it with a run; returns a page with its editor. */
async function openPlayed(file: string): Promise<Page> {
  await once(bench.startRoutine(file), 'exit');
  const page = await bench.open('/routines');
  await page.getByRole('link', { name: 'Pick and place' }).first().click();
  await shown(page.getByTestId('run-strip').getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  return page;
}

inExhaustiveRuns(() => {
  describe('Accessibility by touch, keyboard and screen reader after an interaction', () => {
    it(
      'has no barriers in a dry run, a paused debugger, the drawers of the editor, and the resulting run',
      async () => {
        const page = await openPlayed('pick-and-place.json');
        await page.getByTestId('problem-count').click();
        await page.getByRole('button', { name: 'Start dry run', exact: true }).click();
        await shown(page.getByTestId('proof-totals')).toContainText(/\d s/, { timeout: withPatience(60_000) });
        await expectNoBarriers(page, 'a proof');
        await page
          .getByRole('button', { name: /^Breakpoint at step/ })
          .nth(1)
          .click();
        await clickMeant(page.getByRole('button', { name: 'Play', exact: true }));
        await page.getByTestId('paused-at').waitFor({ timeout: withPatience(60_000) });
        await page.getByRole('radio', { name: 'Debug' }).click();
        await page.getByRole('textbox', { name: 'Watch an expression' }).fill('1 + 1');
        await page.keyboard.press('Enter');
        await expectNoBarriers(page, 'a paused debugger');
        await page.getByTestId('stop').click();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
        await page.getByRole('button', { name: 'Steps', exact: true }).click();
        await expectNoBarriers(page, 'the library');
        await page.getByRole('link', { name: 'Runs' }).click();
        await page.getByRole('row').nth(1).getByRole('link').click();
        await shown(page.getByTestId('timeline-row').first()).toBeVisible();
        await expectNoBarriers(page, 'a run');
        await page.getByRole('link', { name: 'Home' }).click();
        await shown(page.getByRole('cell', { name: 'Stopped' }).first()).toBeVisible();
        await expectNoBarriers(page, 'home after a run');
      },
      testMS,
    );

    it(
      'has no barriers when a routine asks, and when control is taken over',
      async () => {
        await once(bench.startRoutine('machine-feeding.json'), 'exit');
        const page = await bench.open('/');
        await waitForFreeControl(page);
        await clickMeant(page.getByRole('button', { name: 'Start over', exact: true }));
        await shown(page.getByTestId('operator-prompt')).toBeVisible();
        await expectNoBarriers(page, 'a prompt');
        await page.getByTestId('stop').click();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
        // The program that played may keep control for a moment: a page without it takes over.
        await page.goto(`${bench.url}/help`);
        const holder = await bench.open('/move');
        await shown(holder.getByTestId('control')).toHaveText('No one has control');
        await holder.getByTestId('control').click();
        await shown(holder.getByTestId('control')).toHaveText('You have control');
        const other = await bench.open('/move');
        await shown(other.getByTestId('control')).not.toHaveText('No one has control');
        await expectNoBarriers(other, 'an arm that somebody else holds');
        await other.getByTestId('control').click();
        await shown(other.getByRole('dialog')).toBeVisible();
        await expectNoBarriers(other, 'taking over');
      },
      testMS,
    );

    it(
      'has no barriers beside an object of the scene',
      async () => {
        const page = await bench.open('/scene');
        await page.getByRole('combobox', { name: 'Type of the new item' }).selectOption('box');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await shown(page.getByRole('heading', { name: 'Object' })).toBeVisible();
        await expectNoBarriers(page, 'an object');
      },
      testMS,
    );
  });
});
