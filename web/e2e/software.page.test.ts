import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { expectStored, openPanel } from './control-panel.fixture.ts';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { enterPin, inviteUser, setPin } from './people.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(120_000);
const bench = sharePage();

describe('The software screen', () => {
  it(
    'shows the installed build, creates a backup key, backs up, and downloads the backup',
    async () => {
      const permissions = { connectToRobot: true, controlPanel: true, account: true };
      const owner = await inviteUser(bench, { username: `${bench.prefix}-owner`, permissions });
      await setPin(bench.url, owner);
      const page = await bench.open('/control-panel', { as: owner });
      await enterPin(page, owner.pin);
      await page.getByRole('link', { name: /Software/ }).click();
      await shown(page.getByTestId('active-build')).toHaveText('Installed build: Development checkout');
      await shown(page.getByText('This cell runs from a checkout')).toBeVisible();
      await page.getByRole('button', { name: 'Create backup key' }).click();
      await shown(page.getByRole('textbox', { name: 'Backup key' })).toHaveValue(/^cwbackup_/);
      await page.getByRole('button', { name: 'Back up now' }).click();
      await shown(page.getByText('Verified')).toBeVisible({ timeout: withPatience(30_000) });
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: /^Download the backup/ }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^backup-.*\.cwb$/);
      const file = join(mkdtempSync(join(tmpdir(), 'cellwright-download-')), 'backup.cwb');
      await download.saveAs(file);
      const bytes = readFileSync(file);
      expect(bytes.subarray(0, 4).toString()).toBe('CWB1');
      expect(bytes.includes('routines')).toBe(false);
      await expectNoBarriers(page, 'software');
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'keeps the schedule of updates and backups, by keyboard',
      async () => {
        const page = await openPanel(bench);
        await page.getByRole('link', { name: /Software/ }).click();
        await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin');
        await page.getByRole('switch', { name: 'Install updates only in a time window' }).press('Space');
        await page
          .getByRole('group', { name: 'Days of the window' })
          .getByRole('button', { name: 'Mon' })
          .press('Space');
        await page.getByLabel('From').fill('21:30');
        await page.getByRole('button', { name: 'Save' }).press('Enter');
        await expectStored(page.getByRole('button', { name: 'Save' }));
        await page.reload();
        await shown(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin');
        const days = page.getByRole('group', { name: 'Days of the window' });
        await shown(days.getByRole('button', { name: 'Mon' })).toHaveAttribute('aria-pressed', 'false');
        await shown(days.getByRole('button', { name: 'Tue' })).toHaveAttribute('aria-pressed', 'true');
        await shown(page.getByLabel('From')).toHaveValue('21:30');
        await expectNoBarriers(page, 'software schedule');
        await page.getByRole('switch', { name: 'Install updates only in a time window' }).press('Space');
        await page.getByRole('button', { name: 'Save' }).press('Enter');
        await expectStored(page.getByRole('button', { name: 'Save' }));
      },
      testMS,
    );
  });

  it(
    'shows the serial number for a fleet, and why the box cannot join, by touch',
    async () => {
      const page = await openPanel(bench);
      await page.getByRole('link', { name: /Software/ }).tap();
      await shown(page.getByText(/^Serial number of this box: \S+$/)).toBeVisible();
      await page.getByLabel('Address of the hub').fill('http://127.0.0.1:9');
      await page.getByLabel('One-time code').fill('AAAA-BBBB-CCCC-DDDD');
      await page.getByRole('button', { name: 'Join fleet' }).tap();
      await shown(page.getByText('No hub answers at http://127.0.0.1:9')).toBeVisible();
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'explains that a cell without a registry has no builds',
      async () => {
        const page = await openPanel(bench);
        await page.getByRole('link', { name: /Software/ }).click();
        await page.getByRole('button', { name: 'Check for builds' }).click();
        await shown(page.getByText('This cell has no registry of builds. Set BUILDS_REGISTRY')).toBeVisible();
      },
      testMS,
    );
  });
});
