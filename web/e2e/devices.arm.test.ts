import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { createDocument } from './documents.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { shown } from './shown.fixture.ts';

const testMS = withPatience(60_000);
const bench = shareArmPage();

inExhaustiveRuns(() => {
  describe('A device', () => {
    let page: Page;
    const post = (path: string, data: object) => createDocument(bench, page, path, data);

    it(
      'moves to a height within its range if it is a lift under the arm',
      async () => {
        page = await bench.open('/box');
        const id = await post('equipment', { config: { kind: 'Lift', name: 'Column' }, isEnabled: true });
        await page.getByRole('button', { name: /Column/ }).tap();
        await shown(page.getByTestId('lift-height')).toHaveText('0.0mm');
        await page.getByRole('textbox', { name: 'Height' }).fill('900');
        await shown(page.getByRole('button', { name: 'Move the lift' })).toBeDisabled();
        await page.getByRole('textbox', { name: 'Height' }).fill('12');
        await page.getByRole('button', { name: 'Move the lift' }).tap();
        await shown(page.getByTestId('try-answer')).toHaveText('Lift at 12.0 mm.');
        await shown(page.getByTestId('lift-height')).toHaveText('12.0mm');
        // Other tests share this cell, and expect its arm on the ground.
        const headers = { authorization: `Bearer ${bench.token}` };
        const device = `${bench.url}/api/v1/cell/equipment/${id}`;
        const off = await page.request.patch(device, { headers, data: { isEnabled: false } });
        expect(off.status(), await off.text()).toBe(200);
      },
      testMS,
    );

    it(
      'shows its requirements among the ports when it is on the flange',
      async () => {
        page = await bench.open('/box');
        const config = { kind: 'CustomGripper', name: 'Valve', closeOutput: 'Flange Output 2', voltage: '12V' };
        const id = await post('equipment', { config, isEnabled: true });
        await page.getByRole('button', { name: /Valve/ }).tap();
        await shown(page.getByTestId('device-place')).toHaveText('Flange Output 2');
        await page.getByRole('radio', { name: 'I/O', exact: true }).tap();
        await shown(page.getByTestId('flange-supply')).toHaveText('The enabled devices on the flange need 12V and pnp');
        const headers = { authorization: `Bearer ${bench.token}` };
        await page.request.patch(`${bench.url}/api/v1/cell/equipment/${id}`, { headers, data: { isEnabled: false } });
      },
      testMS,
    );

    it(
      'has a select for each end if it carries two tools, and its active end can be switched',
      async () => {
        page = await bench.open('/box');
        await post('equipment', { config: { kind: 'OnRobot2FG14', name: 'Left claw' }, isEnabled: true });
        await post('equipment', { config: { kind: 'OnRobotScrewdriver', name: 'Right driver' }, isEnabled: true });
        await page.reload();
        await page.getByRole('button', { name: 'Add a device' }).tap();
        await page.getByTestId('kind-DualQuickChanger').tap();
        await page.getByRole('combobox', { name: 'Tool on end 1' }).selectOption({ label: 'Left claw' });
        await page.getByRole('combobox', { name: 'Tool on end 2' }).selectOption({ label: 'Left claw' });
        await shown(page.getByText('A tool can be mounted on one end only. Choose another, or none')).toBeVisible();
        await page.getByRole('combobox', { name: 'Tool on end 2' }).selectOption({ label: 'Right driver' });
        await page.getByRole('button', { name: 'Add', exact: true }).tap();
        await page.getByRole('button', { name: 'Mount on the flange' }).tap();
        const one = page.getByRole('button', { name: 'End 1: Left claw' });
        const two = page.getByRole('button', { name: 'End 2: Right driver' });
        await shown(one).toHaveAttribute('aria-pressed', 'true');
        expect((await two.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await two.tap();
        await shown(two).toHaveAttribute('aria-pressed', 'true');
        await shown(one).toHaveAttribute('aria-pressed', 'false');
        await shown(page.getByRole('button', { name: /Right driver.*On end 2/ })).toBeVisible();
        // Other tests share this cell, and expect its gripper on the flange.
        await page.getByRole('button', { name: 'Unmount from the flange' }).tap();
        await shown(page.getByRole('button', { name: 'Mount on the flange' })).toBeVisible();
      },
      testMS,
    );
  });
});
