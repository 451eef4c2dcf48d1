import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { choiceOf, openFlags } from './control-panel.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(120_000);
const bench = shareBrowser();

const schemeOf = (page: Page) => shown(page.locator('html'));

async function switchOff(page: Page, group: string): Promise<void> {
  await choiceOf(page, group, 'Off').click();
  await shown(choiceOf(page, group, 'Off')).toHaveAttribute('aria-checked', 'true');
}

inExhaustiveRuns(() => {
  describe('A feature flag', () => {
    it(
      'has the value of the cell in another browser after a reload',
      async () => {
        const other = await bench.open('/');
        await schemeOf(other).toHaveAttribute('data-mantine-color-scheme', 'light');
        const page = await openFlags({ open: bench.open, user: await bench.makeOwner() }, 'Customer');
        await choiceOf(page, 'Dark mode for the whole cell', 'On').click();
        await shown(choiceOf(page, 'Dark mode for the whole cell', 'On')).toHaveAttribute('aria-checked', 'true');
        await schemeOf(page).toHaveAttribute('data-mantine-color-scheme', 'dark');
        await other.reload();
        await schemeOf(other).toHaveAttribute('data-mantine-color-scheme', 'dark');
        await switchOff(page, 'Dark mode for the whole cell');
        await schemeOf(page).toHaveAttribute('data-mantine-color-scheme', 'light');
        await other.reload();
        await schemeOf(other).toHaveAttribute('data-mantine-color-scheme', 'light');
      },
      testMS,
    );

    it(
      'shows the conditions of a waypoint if it is the one for stopping early',
      async () => {
        const author = await bench.open('/routines');
        await author.getByRole('button', { name: 'New routine', exact: true }).click();
        await author.getByTestId('step-Loop').click();
        await author.getByTestId('library-MoveArmToV2').click();
        await author.getByTestId('step-Waypoint').click();
        await shown(author.getByRole('button', { name: 'Teach here' })).toBeVisible();
        const conditions = author.getByRole('textbox', { name: 'Stop early' });
        await shown(conditions).toHaveCount(0);
        const page = await openFlags({ open: bench.open, user: await bench.makeOwner() }, 'Under development');
        await choiceOf(page, 'Stop early if for the whole cell', 'On').click();
        await shown(choiceOf(page, 'Stop early if for the whole cell', 'On')).toHaveAttribute('aria-checked', 'true');
        await author.reload();
        await author.getByTestId('step-Waypoint').click();
        await shown(conditions).toBeVisible();
        await switchOff(page, 'Stop early if for the whole cell');
      },
      testMS,
    );
  });
});
