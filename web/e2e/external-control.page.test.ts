import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { openPanel } from './control-panel.fixture.ts';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

afterAll(async () => {
  const answer = await fetch(`${bench.url}/api/v1/cell/external-control/address`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ host: '' }),
  });
  expect(answer.status).toBe(200);
});

describe('The screen of external control', () => {
  it(
    'saves the address, says why it cannot start, shows the assemblies by name and offers the EDS file',
    async () => {
      const page = await openPanel(bench);
      await page.getByRole('link', { name: /External control/ }).click();
      await shown(page.getByText('Off', { exact: true })).toBeVisible();
      const start = page.getByRole('button', { name: 'Start', exact: true });
      await start.click();
      await shown(page.getByText('Not effective: no address')).toBeVisible();
      await page.getByLabel('Address of this machine').fill('127.0.0.77');
      const save = page.getByRole('button', { name: 'Save settings' });
      await save.click();
      await shown(page.getByText('Settings saved')).toBeVisible();
      await shown(save).toBeDisabled();
      await shown(page.getByText('Not effective: the feature EtherNet/IP is off')).toBeVisible();
      await page.getByRole('button', { name: 'Stop external control' }).click();
      await shown(page.getByText('Off', { exact: true })).toBeVisible();
      for (const name of ['Heartbeat', 'DigitalOutputs', 'LineHeartbeat'])
        await shown(page.getByRole('cell', { name, exact: true })).toBeVisible();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download EDS file' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('cellwright.eds');
      expect(await text(await download.createReadStream())).toContain('"20 04 24 97 2C 96 2C 64"');
      await expectNoBarriers(page, 'external control');
    },
    withPatience(60_000),
  );
});
