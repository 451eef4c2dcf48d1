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
    headers: { authorization: `Bearer ${bench.adminKey}`, 'content-type': 'application/json' },
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
      const status = (protocol: string, text: string) =>
        shown(page.getByRole('listitem').filter({ hasText: protocol }).getByText(text, { exact: true })).toBeVisible();
      await status('EtherNet/IP', 'Off');
      await status('Modbus', 'Off');
      await status('OPC UA', 'Off');
      const start = page.getByRole('button', { name: 'Start', exact: true });
      await start.click();
      await status('EtherNet/IP', 'Not effective: no address');
      await page.getByLabel('Address of this machine').fill('127.0.0.77');
      await page.getByLabel('Allowed clients').fill('127.0.0.1, 10.0.0.0/8');
      await page.getByLabel('Trusted clients').fill(`${'AB'.repeat(20)}, `);
      const save = page.getByRole('button', { name: 'Save settings' });
      await save.click();
      await shown(page.getByText('Settings saved')).toBeVisible();
      await shown(save).toBeDisabled();
      await status('EtherNet/IP', 'Not effective: the feature EtherNet/IP is off');
      await page.getByRole('button', { name: 'Stop external control' }).click();
      await status('EtherNet/IP', 'Off');
      // As a part of an assembly, as a register and as a variable.
      for (const name of ['Heartbeat', 'DigitalOutputs', 'LineHeartbeat'])
        await shown(page.getByRole('cell', { name, exact: true })).toHaveCount(3);
      await shown(page.getByText('No owner')).toBeVisible();
      const [tags] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download tags for Modbus' }).click(),
      ]);
      expect(tags.suggestedFilename()).toBe('cellwright-modbus.csv');
      expect(await text(await tags.createReadStream())).toContain('CycleCount,input,6,2,UINT32');
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
