import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { expectSteps, importRoutine, stepSaying } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

const routine = {
  steps: [
    { id: 'step_first', stepKind: 'Wait' },
    { id: 'step_second', stepKind: 'Wait' },
  ],
  stepConfigurations: {
    step_first: { stepKind: 'Wait', args: { milliseconds: 100 } },
    step_second: { stepKind: 'Wait', args: { milliseconds: 200 } },
  },
};
const atFirst = ['1 Wait 0.1 s', '2 Wait 0.2 s'];
const atLast = ['1 Wait 1.5 s'];

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name of the routine' });
const versionRow = (page: Page, version: number) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^v${version} `) }) });

async function expectVersion(page: Page, version: number): Promise<void> {
  await shown(page.getByTestId('save-status')).toHaveText(`Saved · v${version}`);
}

/** Expects the changes of a version, as text. */
async function expectChanges(page: Page, version: number, changes: readonly string[]): Promise<void> {
  const row = versionRow(page, version);
  await row.getByRole('button', { name: new RegExp(`^v${version} `) }).tap();
  await shown(row.getByRole('listitem')).toHaveText([...changes]);
}

/** Makes three changes, each saved before the next. */
async function changeThrice(page: Page): Promise<void> {
  await stepSaying(page, 'Wait 0.1 s').click();
  await page.getByTestId('step-form').getByRole('textbox', { name: 'Time' }).fill('1.5');
  await expectVersion(page, 2);
  await nameOf(page).fill('Pauses of the press');
  await expectVersion(page, 3);
  await stepSaying(page, 'Wait 0.2 s').click();
  await page.keyboard.press('Delete');
  await expectVersion(page, 4);
  await expectSteps(page, atLast);
}

describe('The versions of a routine', () => {
  it(
    'describe the changes of each save; an earlier one can be restored as the newest, and undone',
    async () => {
      const page = await bench.open('/routines');
      await importRoutine(bench, page, 'Pauses', routine);
      await page.getByRole('main').getByRole('link', { name: 'Pauses' }).tap();
      await expectVersion(page, 1);
      await changeThrice(page);

      await page.getByRole('radio', { name: 'Versions' }).tap();
      await shown(page.getByRole('button', { name: /^v\d / })).toHaveText([
        /^v4 versions Current/,
        /^v3/,
        /^v2/,
        /^v1/,
      ]);
      await shown(page.getByRole('button', { name: /Current/ })).toHaveCount(1);
      await shown(versionRow(page, 4).getByRole('button', { name: 'Restore' })).toHaveCount(0);
      await expectChanges(page, 4, ["Step 'Wait 2' removed"]);
      await expectChanges(page, 3, ["Renamed to 'Pauses of the press'"]);
      await expectChanges(page, 2, ['Wait 0.1 s → 1.5 s']);
      await versionRow(page, 1).getByRole('button', { name: /^v1 / }).tap();
      await shown(versionRow(page, 1)).toContainText('First version');

      await versionRow(page, 1).getByRole('button', { name: 'Restore' }).tap();
      // Under the mouse, the message with the offer to undo stays.
      await page.getByText('v1 was restored as the newest version').hover();
      await expectSteps(page, atFirst);
      await shown(nameOf(page)).toHaveValue('Pauses');
      await expectVersion(page, 5);
      await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).tap();
      await expectSteps(page, atLast);
      await shown(nameOf(page)).toHaveValue('Pauses of the press');
      await expectVersion(page, 6);
      await shown(versionRow(page, 6)).toContainText('Current');
      await shown(page.getByRole('button', { name: 'Restore' })).toHaveCount(5);
      await expectChanges(page, 5, ["Renamed to 'Pauses'", 'Wait 1.5 s → 0.1 s', "Step 'Wait 2' added"]);
      await page.reload();
      await expectVersion(page, 6);
      await expectSteps(page, atLast);
    },
    withPatience(90_000),
  );
});
