import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(60_000);

const bench = sharePage();
let page: Page;

inExhaustiveRuns(() => {
  describe('A list', () => {
    it(
      'follows changes of others without a reload',
      async () => {
        page = await bench.open('/routines');
        await shown(page.getByRole('heading', { name: 'Routines' })).toBeVisible();
        const headers = { authorization: `Bearer ${bench.token}` };
        const routines = `${bench.url}/api/v1/cell/routines`;
        const wait = { id: 'step_elsewhere', stepKind: 'Wait', isDisabled: false };
        const configuration = { stepKind: 'Wait', args: {} };
        const data = { name: 'Made elsewhere', steps: [wait], stepConfigurations: { [wait.id]: configuration } };
        const made = await page.request.post(routines, { headers, data });
        expect(await made.json()).toMatchObject({ name: data.name });
        await shown(page.getByText('Made elsewhere')).toBeVisible();
        const { id }: { id: string } = await made.json();
        await page.request.patch(`${routines}/${id}`, { headers, data: { name: 'Renamed elsewhere' } });
        await shown(page.getByText('Renamed elsewhere')).toBeVisible();
        await page.request.delete(`${routines}/${id}`, { headers });
        await shown(page.getByText('Renamed elsewhere')).toBeHidden();
      },
      testMS,
    );
  });

  describe('The box', () => {
    it(
      'names the devices wired to a port: list entries are added, validated and removed',
      async () => {
        page = await bench.open('/box');
        await page.getByRole('button', { name: 'Add a device' }).tap();
        await page.getByTestId('kind-CustomIO').tap();
        await page.getByRole('textbox', { name: 'Name' }).fill('Panel');
        await page.getByRole('button', { name: 'Add to Ports' }).tap();
        await page.getByRole('button', { name: 'Add to Ports' }).tap();
        const [lamp, second] = [1, 2].map((place) => page.getByRole('group', { name: `Ports: ${place}` }));
        if (!lamp || !second) throw new Error('unreachable');
        await shown(page.getByText('This port already has a name in this device')).toBeVisible();
        await second.getByRole('button', { name: 'Remove this entry' }).tap();
        await shown(second).toHaveCount(0);
        await lamp.getByRole('textbox', { name: 'Name', exact: true }).fill('Stack light');
        await lamp.getByRole('combobox', { name: 'Kind' }).selectOption('Relay');
        await lamp.getByRole('textbox', { name: 'Port' }).fill('9');
        await shown(lamp.getByText('There is no such port')).toBeVisible();
        await lamp.getByRole('textbox', { name: 'Port' }).fill('1');
        await page.getByRole('button', { name: 'Add', exact: true }).tap();
        await shown(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
        await shown(lamp.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Stack light');
        await page.getByRole('radio', { name: 'I/O' }).tap();
        await shown(page.getByTestId('port-Relay 1')).toContainText('Panel');
        await shown(page.getByTestId('port-Relay 1')).toContainText('Stack light');
      },
      testMS,
    );

    it(
      'shows the registers of a Modbus device in every byte order, and adds the plausible one',
      async () => {
        page = await bench.open('/box');
        const headers = { authorization: `Bearer ${bench.token}` };
        const registers = [{ id: 'count', name: 'Count', offset: 4, format: 'uint32' }];
        const data = { config: { kind: 'ModbusTCPServer', name: 'Punch', host: '192.168.1.60', registers } };
        const made = await page.request.post(`${bench.url}/api/v1/cell/equipment`, { headers, data });
        const { id }: { id: string } = await made.json();
        await page.getByRole('button', { name: /Punch/ }).tap();
        await page.getByRole('textbox', { name: 'First address' }).fill('70000');
        await shown(page.getByText('Enter an address from 0 to 65535')).toBeVisible();
        await page.getByRole('textbox', { name: 'First address' }).fill('500');
        await page.getByRole('button', { name: 'Read', exact: true }).tap();
        await shown(page.getByTestId('probe-problem')).toContainText('Illegal data address');
        await page.getByRole('textbox', { name: 'First address' }).fill('3');
        await shown(page.getByTestId('probe-4-uint32-ABCD')).toHaveText('0');
        await shown(page.getByTestId('probe-3-uint16-ABCD')).toHaveCount(0);
        await page.getByTestId('probe-4-float32-CDAB').tap();
        await page.getByRole('textbox', { name: 'Name of the register' }).fill('Count');
        await page.getByRole('button', { name: 'Add the register' }).tap();
        await shown(page.getByText('Two registers have the same name. Change one')).toBeVisible();
        await page.getByRole('textbox', { name: 'Name of the register' }).fill('Level');
        await page.getByRole('button', { name: 'Add the register' }).tap();
        await shown(page.getByText('Level was added to the device')).toBeVisible();
        await shown(page.getByRole('group', { name: 'Registers: 2' })).toBeVisible();
        const kept = await page.request.get(`${bench.url}/api/v1/cell/equipment/${id}`, { headers });
        expect(await kept.json()).toMatchObject({
          config: { registers: [{ name: 'Count' }, { name: 'Level', offset: 4, format: 'float32', order: 'CDAB' }] },
        });
      },
      testMS,
    );
  });
});
