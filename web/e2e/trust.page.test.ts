import { text } from 'node:stream/consumers';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, it } from 'vitest';
import { choiceOf, openPanel } from './control-panel.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(120_000);
const bench = sharePage();

describe('The page about the certificate', () => {
  it(
    'shows the fingerprint, explains each system and downloads the authority, without a sign-in',
    async () => {
      const page = await bench.open('/trust', { isSignedIn: false });
      await shown(page.getByRole('heading', { level: 1, name: 'Trust this cell' })).toBeVisible();
      await shown(page.getByTestId('fingerprint')).toHaveText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
      await page.getByText('iPad and iPhone').click();
      await shown(page.getByText('Certificate Trust Settings')).toBeVisible();
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Certificate (.crt)' }).click();
      const download = await downloading;
      shown(download.suggestedFilename()).toBe('cellwright-ca.crt');
      shown(await text(await download.createReadStream())).toContain('BEGIN CERTIFICATE');
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'changes to German and back',
      async () => {
        const page = await bench.open('/trust', { isSignedIn: false });
        await page.getByRole('link', { name: 'Deutsch' }).click();
        await shown(page.getByRole('heading', { level: 1, name: 'Dieser Zelle vertrauen' })).toBeVisible();
        await page.getByRole('link', { name: 'English' }).click();
        await shown(page.getByRole('heading', { level: 1, name: 'Trust this cell' })).toBeVisible();
      },
      testMS,
    );

    it(
      'has a link in the control panel, beside the switch for HSTS',
      async () => {
        const page = await openPanel(bench);
        await shown(page.getByRole('link', { name: /Trust the certificate/ })).toHaveAttribute('href', '/trust');
        await choiceOf(page, 'Require HTTPS (HSTS)', 'On').click();
        await shown(choiceOf(page, 'Require HTTPS (HSTS)', 'On')).toBeChecked();
        await choiceOf(page, 'Require HTTPS (HSTS)', 'Off').click();
        await shown(choiceOf(page, 'Require HTTPS (HSTS)', 'Off')).toBeChecked();
      },
      testMS,
    );
  });
});
