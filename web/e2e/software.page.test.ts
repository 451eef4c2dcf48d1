import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPanel } from './control-panel.fixture.ts';
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
      await shown(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });
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
