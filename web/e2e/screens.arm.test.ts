import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { shown } from './shown.fixture.ts';

const testMS = withPatience(60_000);

const bench = shareArmPage();
let page: Page;

/** Returns the distance between two buttons of a row, px. */
async function distanceBetween(one: string, other: string): Promise<number> {
  const boxes = [one, other].map((name) => page.getByRole('button', { name }).boundingBox());
  const [first, second] = await Promise.all(boxes);
  if (!first || !second) return 0;
  return Math.max(second.x - first.x - first.width, first.x - second.x - second.width);
}

inExhaustiveRuns(() => {
  describe('The box', () => {
    it(
      'adds a gripper, mounts it on the flange, tries it, and shows why it may not be removed from there',
      async () => {
        page = await bench.open('/box');
        await page.getByRole('button', { name: 'Add a device' }).tap();
        await page.getByTestId('kind-OnRobot2FG7').tap();
        await page.getByRole('textbox', { name: 'Name' }).fill('Left gripper');
        await page.getByRole('textbox', { name: 'Host' }).fill('http://nowhere');
        await shown(page.getByText('Enter an IP address or a host name')).toBeVisible();
        await shown(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
        await page.getByRole('textbox', { name: 'Host' }).fill('192.168.1.20');
        await page.getByRole('button', { name: 'Add', exact: true }).tap();
        await shown(page.getByTestId('device-status')).toHaveText('Ready');
        await page.getByRole('textbox', { name: 'Width', exact: true }).fill('60');
        await page.getByRole('button', { name: 'Move to width' }).tap();
        await shown(page.getByTestId('try-answer')).toContainText('Width now 60.0 mm');
        await shown(page.getByTestId('gripper-width')).toHaveText('60.0mm');
        await page.getByRole('textbox', { name: 'Width', exact: true }).fill('900');
        await shown(page.getByRole('button', { name: 'Move to width' })).toBeDisabled();
        await page.getByRole('button', { name: 'Mount on the flange' }).tap();
        await shown(page.getByRole('button', { name: 'Unmount from the flange' })).toBeVisible();
        expect(await distanceBetween('Remove', 'Disable')).toBeGreaterThanOrEqual(64);
        await page.getByRole('button', { name: 'Remove', exact: true }).tap();
        await shown(page.getByTestId('refusal')).toContainText('was not removed');
        await page.getByRole('button', { name: 'Unmount from the flange' }).tap();
        await shown(page.getByRole('button', { name: 'Mount on the flange' })).toBeVisible();
        await page.getByRole('button', { name: 'Disable' }).tap();
        await shown(page.getByTestId('device-status')).toHaveText('Disabled');
        await page.getByRole('button', { name: 'Remove', exact: true }).tap();
        await shown(page.getByText('Left gripper was removed')).toBeVisible();
        await page.getByRole('button', { name: 'Undo' }).tap();
        await shown(page.getByRole('button', { name: /Left gripper/ })).toBeVisible();
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
        await shown(input.getByRole('button', { name: 'Release' })).toBeDisabled();
        await input.getByRole('button', { name: 'Force high' }).tap();
        await shown(input.locator('[data-level]')).toHaveAttribute('data-level', 'high');
        await input.getByRole('button', { name: 'Release' }).tap();
        await shown(input.locator('[data-level]')).toHaveAttribute('data-level', 'low');
        await page.getByRole('radio', { name: 'Safety' }).tap();
        await shown(page.getByText('No rules are set.').first()).toBeVisible();
      },
      testMS,
    );
  });

  describe('The speed profile', () => {
    it(
      'in force is shown in the box and beside the steps, and can be changed in either',
      async () => {
        page = await bench.open('/box');
        await page.getByRole('radio', { name: 'Speed profiles' }).tap();
        const inForce = page.getByRole('row').filter({ has: page.getByTestId('profile-in-force') });
        await shown(inForce).toContainText('Default');
        await page.getByRole('button', { name: 'Use Safer' }).tap();
        await shown(inForce).toContainText('Safer');
        // On the same page: only the client with control may choose.
        await page.getByRole('link', { name: 'Routines' }).tap();
        await page.getByRole('button', { name: 'New routine', exact: true }).tap();
        const choice = page.getByTestId('run-bar').getByRole('combobox', { name: 'Speed profile' });
        await shown(choice).toHaveValue('safer');
        await choice.selectOption({ label: 'Safest' });
        await shown(choice).toHaveValue('safest');
        await page.getByRole('link', { name: 'Devices' }).tap();
        await page.getByRole('radio', { name: 'Speed profiles' }).tap();
        await shown(inForce).toContainText('Safest');
        await page.getByRole('button', { name: 'Use Default' }).tap();
        await shown(inForce).toContainText('Default');
      },
      testMS,
    );
  });

  describe('The home screen', () => {
    it(
      'shows the failure of another robot behind a tap, until it is dismissed',
      async () => {
        page = await bench.open('/');
        await shown(page.getByText('Last runs')).toBeVisible();
        const headers = { authorization: `Bearer ${bench.token}` };
        await page.request.post(`${bench.url}/api/v1/cell/robots/live/emergency-stop`, { headers });
        // Other files of this cell may have left notices, too.
        await page.getByText(/^Earlier \(\d+\)$/).tap();
        const notice = page.getByTestId('notice').filter({ hasText: 'Live ·' }).first();
        await shown(notice).toBeVisible();
        // The simulated robot, which is shown, has not failed.
        await shown(notice).toHaveAttribute('data-open', 'false');
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
});

describe('the runs', () => {
  it(
    'show trends of a time range, and are exported as CSV',
    async () => {
      await once(bench.startRoutine('signal-tower.json'), 'exit');
      page = await bench.open('/runs');
      await page.getByRole('combobox', { name: 'Time range' }).selectOption('Last 24 hours');
      const trends = page.getByTestId('run-trends');
      await shown(trends.getByRole('img', { name: /^Completed [1-9]/ })).toBeVisible();
      await shown(trends.getByText('Failures by step')).toBeVisible();
      await shown(page.getByRole('row', { name: /Signal tower/ }).first()).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).tap();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^runs-.*\.csv$/);
      // The browser runs in another process: the file is read through its connection.
      const [head, ...rows] = (await text(await file.createReadStream())).trim().split('\r\n');
      expect(head).toContain('Run,Routine,Version,Robot,Result');
      expect(rows.find((row) => row.includes('Signal tower'))).toContain('Completed');
      await page.getByRole('button', { name: /: Deutsch$/ }).tap();
      await shown(page.getByRole('button', { name: 'CSV exportieren' })).toBeVisible();
    },
    testMS,
  );
});
