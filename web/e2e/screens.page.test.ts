import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = 60_000;

const bench = sharePage();
let page: Page;

describe('the run history', () => {
  it(
    'lists a run with why it ended, filters by result, and opens its timeline and its version',
    async () => {
      page = await bench.open('/runs');
      bench.startRoutine('pick-and-place.json');
      await shown(page.getByTestId('runner-state')).toHaveText('Running');
      await page.getByTestId('stop').tap();
      const row = page.getByRole('row', { name: /Stopped/ }).first();
      await shown(row).toContainText(/Stopped by .+ from the web page/);
      await page.getByRole('radio', { name: 'Failed' }).tap();
      await shown(page.getByText('No runs here')).toBeVisible();
      await page.getByRole('radio', { name: 'Stopped' }).tap();
      await row.getByRole('link').tap();
      await shown(page.getByTestId('timeline-row').first()).toBeVisible();
      await shown(page.getByTestId('timeline-row').first()).toContainText('Open the gripper');
      await shown(page.getByTestId('timeline-row').last()).toContainText('The run ended');
      await shown(page.getByRole('link', { name: 'Open version 1' })).toHaveAttribute(
        'href',
        /^\/routines\/.+\?version=1$/,
      );
      await page.getByRole('button', { name: 'All runs' }).tap();
      await shown(page.getByRole('heading', { name: 'Runs' })).toBeVisible();
    },
    testMS,
  );
});

describe('a list', () => {
  it(
    'follows what others change, without a reload',
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

/** How far apart two buttons of a row are, px. */
async function distanceBetween(one: string, other: string): Promise<number> {
  const boxes = [one, other].map((name) => page.getByRole('button', { name }).boundingBox());
  const [first, second] = await Promise.all(boxes);
  if (!first || !second) return 0;
  return Math.max(second.x - first.x - first.width, first.x - second.x - second.width);
}

describe('the box', () => {
  it(
    'adds a gripper, puts it on the flange, tries it, and shows why it may not be removed from there',
    async () => {
      page = await bench.open('/box');
      await page.getByRole('button', { name: 'Add a device' }).tap();
      await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: '2FG7' });
      await page.getByRole('textbox', { name: 'Name' }).fill('Left gripper');
      await page.getByRole('textbox', { name: 'Host' }).fill('http://nowhere');
      await shown(page.getByText('Enter an IP address or a host name')).toBeVisible();
      await shown(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
      await page.getByRole('textbox', { name: 'Host' }).fill('192.168.1.20');
      await page.getByRole('button', { name: 'Add', exact: true }).tap();
      await shown(page.getByTestId('device-status')).toHaveText('Ready');
      await page.getByRole('textbox', { name: 'Width', exact: true }).fill('60');
      await page.getByRole('button', { name: 'Move to the width' }).tap();
      await shown(page.getByTestId('try-answer')).toContainText('Width now 60.0 mm');
      await shown(page.getByTestId('gripper-width')).toHaveText('60.0mm');
      await page.getByRole('textbox', { name: 'Width', exact: true }).fill('900');
      await shown(page.getByRole('button', { name: 'Move to the width' })).toBeDisabled();
      await page.getByRole('button', { name: 'Put on the flange' }).tap();
      await shown(page.getByRole('button', { name: 'Take off the flange' })).toBeVisible();
      expect(await distanceBetween('Remove', 'Switch off')).toBeGreaterThanOrEqual(64);
      await page.getByRole('button', { name: 'Remove', exact: true }).tap();
      await shown(page.getByTestId('refusal')).toContainText('was not removed');
      await page.getByRole('button', { name: 'Take off the flange' }).tap();
      await shown(page.getByRole('button', { name: 'Put on the flange' })).toBeVisible();
      await page.getByRole('button', { name: 'Switch off' }).tap();
      await shown(page.getByTestId('device-status')).toHaveText('Switched off');
      await page.getByRole('button', { name: 'Remove', exact: true }).tap();
      await shown(page.getByText('Left gripper was removed')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).tap();
      await shown(page.getByRole('button', { name: /Left gripper/ })).toBeVisible();
    },
    testMS,
  );

  it(
    'names what is wired to a port: entries of a list are added, checked in place and taken away',
    async () => {
      page = await bench.open('/box');
      await page.getByRole('button', { name: 'Add a device' }).tap();
      await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Custom I/O' });
      await page.getByRole('textbox', { name: 'Name' }).fill('Panel');
      await page.getByRole('button', { name: 'Add to Ports' }).tap();
      await page.getByRole('button', { name: 'Add to Ports' }).tap();
      const [lamp, second] = [1, 2].map((place) => page.getByRole('group', { name: `Ports: ${place}` }));
      if (!lamp || !second) throw new Error('unreachable');
      await shown(page.getByText('This port has a name in this device already')).toBeVisible();
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
    'looks at the registers of a Modbus device in every order, and keeps the one that makes sense',
    async () => {
      page = await bench.open('/box');
      const headers = { authorization: `Bearer ${bench.token}` };
      const registers = [{ id: 'count', name: 'Count', offset: 4, format: 'uint32' }];
      const data = { config: { kind: 'ModbusTCPServer', name: 'Press', host: '192.168.1.60', registers } };
      const made = await page.request.post(`${bench.url}/api/v1/cell/equipment`, { headers, data });
      const { id }: { id: string } = await made.json();
      await page.getByRole('button', { name: /Press/ }).tap();
      await page.getByRole('textbox', { name: 'First address' }).fill('70000');
      await shown(page.getByText('Enter an address from 0 to 65535')).toBeVisible();
      await page.getByRole('textbox', { name: 'First address' }).fill('500');
      await page.getByRole('button', { name: 'Look', exact: true }).tap();
      await shown(page.getByTestId('probe-problem')).toContainText('Illegal data address');
      await page.getByRole('textbox', { name: 'First address' }).fill('3');
      await shown(page.getByTestId('probe-4-uint32-ABCD')).toHaveText('0');
      await shown(page.getByTestId('probe-3-uint16-ABCD')).toHaveCount(0);
      await page.getByTestId('probe-4-float32-CDAB').tap();
      await page.getByRole('textbox', { name: 'Name of the register' }).fill('Count');
      await page.getByRole('button', { name: 'Add the register' }).tap();
      await shown(page.getByText('Two registers have the same name; change one')).toBeVisible();
      await page.getByRole('textbox', { name: 'Name of the register' }).fill('Level');
      await page.getByRole('button', { name: 'Add the register' }).tap();
      await shown(page.getByText('Level is a register of the device now')).toBeVisible();
      await shown(page.getByRole('group', { name: 'Registers: 2' })).toBeVisible();
      const kept = await page.request.get(`${bench.url}/api/v1/cell/equipment/${id}`, { headers });
      expect(await kept.json()).toMatchObject({
        config: { registers: [{ name: 'Count' }, { name: 'Level', offset: 4, format: 'float32', order: 'CDAB' }] },
      });
    },
    testMS,
  );

  it(
    'shows every port, sets outputs and forces inputs of the simulated robot',
    async () => {
      page = await bench.open('/box');
      await page.getByRole('radio', { name: 'I/O' }).tap();
      const output = page.getByTestId('port-Output 3');
      await shown(output).toContainText('Low');
      await output.getByRole('button', { name: 'High' }).tap();
      await shown(output.locator('[data-level]')).toHaveAttribute('data-level', 'high');
      await output.getByRole('button', { name: 'Low' }).tap();
      await shown(output.locator('[data-level]')).toHaveAttribute('data-level', 'low');
      const input = page.getByTestId('port-Input 2');
      await shown(input.getByRole('button', { name: 'Let go' })).toBeDisabled();
      await input.getByRole('button', { name: 'Force high' }).tap();
      await shown(input.locator('[data-level]')).toHaveAttribute('data-level', 'high');
      await input.getByRole('button', { name: 'Let go' }).tap();
      await shown(input.locator('[data-level]')).toHaveAttribute('data-level', 'low');
      await page.getByRole('radio', { name: 'Safety' }).tap();
      await shown(page.getByText('No rules are set.').first()).toBeVisible();
    },
    testMS,
  );
});

describe('the speed profile', () => {
  it(
    'in force is shown in the box and beside the steps, and another is chosen in either',
    async () => {
      page = await bench.open('/box');
      await page.getByRole('radio', { name: 'Speed profiles' }).tap();
      const inForce = page.getByRole('row').filter({ has: page.getByTestId('profile-in-force') });
      await shown(inForce).toContainText('Default');
      await page.getByRole('button', { name: 'Use Safer' }).tap();
      await shown(inForce).toContainText('Safer');
      // In the same page: whoever holds the arm chooses.
      await page.getByRole('link', { name: 'Routines' }).tap();
      await page.getByRole('button', { name: 'New routine', exact: true }).tap();
      const choice = page.getByTestId('run-bar').getByRole('combobox', { name: 'Speed profile' });
      await shown(choice).toHaveValue('safer');
      await choice.selectOption({ label: 'Safest' });
      await shown(choice).toHaveValue('safest');
      await page.getByRole('link', { name: 'Box' }).tap();
      await page.getByRole('radio', { name: 'Speed profiles' }).tap();
      await shown(inForce).toContainText('Safest');
      await page.getByRole('button', { name: 'Use Default' }).tap();
      await shown(inForce).toContainText('Default');
    },
    testMS,
  );
});

describe('the home screen', () => {
  it(
    'tells of a failure until it is put away',
    async () => {
      page = await bench.open('/');
      await shown(page.getByText('Last runs')).toBeVisible();
      const headers = { authorization: `Bearer ${bench.token}` };
      await page.request.post(`${bench.url}/api/v1/cell/robots/live/emergency-stop`, { headers });
      await shown(page.getByTestId('notice').first()).toContainText('Live');
      await page.getByRole('button', { name: 'Dismiss all' }).tap();
      await shown(page.getByTestId('notices')).toBeHidden();
      await page.reload();
      await shown(page.getByText('Last runs')).toBeVisible();
      await shown(page.getByTestId('connection')).toHaveText('Connected');
      await shown(page.getByTestId('notices')).toBeHidden();
    },
    testMS,
  );
});

describe('the first user', () => {
  it(
    'comes in by the set-up link, goes out, comes back by password, and is told when that is wrong',
    async () => {
      page = await bench.open(new URL(bench.setUpLink).pathname + new URL(bench.setUpLink).hash, { isSignedIn: false });
      await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
      await page.getByRole('textbox', { name: 'Username' }).fill('ada');
      await page.getByLabel('New password', { exact: true }).fill('short');
      await shown(page.getByText('A password has at least 10 characters')).toBeVisible();
      await page.getByLabel('New password', { exact: true }).fill('correct horse battery');
      await page.getByRole('button', { name: 'Set up and sign in' }).tap();
      await shown(page.getByTestId('connection')).toHaveText('Connected');
      await page.reload();
      await shown(page.getByTestId('connection')).toHaveText('Connected');
      await page.goto(`${bench.url}/logout`);
      await shown(page.getByRole('heading', { name: 'Sign in to this cell' })).toBeVisible();
      await page.getByRole('textbox', { name: 'Username' }).fill('ada');
      await page.getByLabel('Password', { exact: true }).fill('wrong horse battery');
      await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
      await shown(page.getByRole('alert')).toBeVisible();
      await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
      await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
      await shown(page.getByTestId('connection')).toHaveText('Connected');
      await shown(page).toHaveURL(`${bench.url}/`);
    },
    testMS,
  );
});
