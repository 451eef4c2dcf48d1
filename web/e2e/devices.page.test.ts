import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { createDocument } from './documents.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(60_000);
const bench = sharePage();

const mill = {
  kind: 'CustomDevice',
  name: 'Mill',
  deviceInterface: 'haasNGC',
  sensors: [{ id: 'sensor_running', name: 'Running', macroVariable: 10_901, highValueName: 'Cutting' }],
  actions: [
    { id: 'action_start', kind: 'start', actionOutputs: [{ macroVariable: 10_900 }], waitForSensor: 'Running' },
    {
      id: 'action_door',
      kind: 'custom',
      customActionName: 'Open the door',
      actionOutputs: [{ macroVariable: 10_902 }],
    },
  ],
};

const isHigh = {
  kind: 'conditional',
  operator: '==',
  left: { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } },
  right: { kind: 'constant', value: 'high' },
};

describe('A device', () => {
  let page: Page;
  const post = (path: string, data: object) => createDocument(bench, page, path, data);

  it(
    'has a button for each of its actions if it is custom, and shows its sensors',
    async () => {
      page = await bench.open('/box');
      await post('equipment', { config: mill, isEnabled: true });
      await page.getByRole('button', { name: /Mill/ }).tap();
      await shown(page.getByTestId('device-status')).toHaveText('Ready');
      await shown(page.getByTestId('sensor-sensor_running')).toHaveText('Low');
      await page.getByRole('button', { name: 'start', exact: true }).tap();
      await shown(page.getByTestId('try-answer')).toHaveText('Done. Running: Cutting');
      await shown(page.getByTestId('sensor-sensor_running')).toHaveText('Cutting');
      await shown(page.getByRole('button', { name: 'Open the door' })).toBeEnabled();
    },
    testMS,
  );

  it(
    'for a machine tool can be checked on request, and its door can be assigned the space behind it',
    async () => {
      page = await bench.open('/box');
      const shape = { kind: 'box', size: [0.6, 0.5, 0.5] };
      const pose = { x: 5, y: 5, z: 0.3, i: 0, j: 0, k: 0, w: 1 };
      await post('space-items', { kind: 'environmentObject', name: 'Lathe interior', shape, pose });
      const at = (macroVariable: number) => ({ via: 'network', macroVariable });
      const close = { ...at(10_100), value: 2 };
      const autodoor = { isFitted: true, open: at(10_100), close, opened: at(10_101), closed: at(10_102) };
      const id = await post('equipment', { config: { kind: 'CNCMachine', name: 'Lathe', autodoor }, isEnabled: true });
      await page.getByRole('button', { name: /Lathe/ }).tap();
      await shown(page.getByTestId('machine-door')).toHaveText('Closed');
      const check = page.getByRole('button', { name: 'Check the machine' });
      expect((await check.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await check.tap();
      await shown(page.getByTestId('readiness-connection')).toHaveText('OK');
      await shown(page.getByTestId('readiness-variables')).toHaveText('OK');
      await shown(page.getByTestId('readiness-cycleStart')).toHaveText(
        'Not checkedNo output is selected: a user presses cycle start',
      );
      await page.getByRole('combobox', { name: 'Space behind the door' }).selectOption({ label: 'Lathe interior' });
      await page.getByRole('button', { name: 'Save' }).tap();
      const headers = { authorization: `Bearer ${bench.token}` };
      const stored = async () => {
        const answer = await page.request.get(`${bench.url}/api/v1/cell/equipment/${id}`, { headers });
        const { config }: { config: { autodoor: { interiorID: string } } } = await answer.json();
        return config.autodoor.interiorID;
      };
      await expect.poll(stored, { timeout: withPatience(10_000) }).not.toBe('');
      for (const [action, position] of [
        ['Open the door', 'Open'],
        ['Close the door', 'Closed'],
      ] as const) {
        await page.getByRole('button', { name: action }).tap();
        await shown(page.getByTestId('machine-door')).toHaveText(position);
        await shown(page.getByTestId('try-answer').first()).toHaveText(`Door: ${position}.`);
      }
      await page.request.patch(`${bench.url}/api/v1/cell/equipment/${id}`, { headers, data: { isEnabled: false } });
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'can be used in a step by its actions, and in a condition by its sensors, if it is custom',
      async () => {
        page = await bench.open('/routines');
        const step = (stepKind: string) => ({ id: `step_${stepKind}`, stepKind, isDisabled: false });
        const routineID = await post('routines', {
          name: 'Tend the mill',
          steps: [step('OperateEquipment'), step('If')],
          stepConfigurations: {
            step_OperateEquipment: { stepKind: 'OperateEquipment', args: {} },
            step_If: { stepKind: 'If', args: { condition: isHigh } },
          },
        });
        await page.goto(`${bench.url}/routines/${routineID}`);
        await page.getByTestId('step-OperateEquipment').click();
        const form = page.getByTestId('step-form');
        await shown(form.getByText('Choose a device that has actions')).toBeVisible();
        await form.getByRole('combobox', { name: 'Equipment' }).selectOption({ label: 'Mill' });
        await form.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Open the door' });
        await shown(page.getByTestId('step-OperateEquipment')).toContainText('Open the door');

        await page.getByTestId('step-If').click();
        const subject = form.getByRole('combobox', { name: 'Condition 1: value', exact: true });
        await subject.selectOption({ label: 'Mill: Running' });
        await shown(page.getByTestId('step-If')).toContainText("Mill: Running = 'high'");
        const stored = async () => {
          const headers = { authorization: `Bearer ${bench.token}` };
          const answer = await page.request.get(`${bench.url}/api/v1/cell/routines/${routineID}`, { headers });
          const { stepConfigurations }: { stepConfigurations: unknown } = await answer.json();
          return stepConfigurations;
        };
        await expect.poll(stored, { timeout: withPatience(10_000) }).toMatchObject({
          step_OperateEquipment: { args: { actionID: 'action_door' } },
        });
        await expect
          .poll(async () => JSON.stringify(await stored()), { timeout: withPatience(10_000) })
          .toContain('sensor_running');
      },
      testMS,
    );

    it(
      'shows measured forces live, can be zeroed with a touch-size button, and simulates a fault',
      async () => {
        page = await bench.open('/box');
        const id = await post('equipment', { config: { kind: 'OnRobotHEXE', name: 'Wrist' }, isEnabled: true });
        await page.getByRole('button', { name: /Wrist/ }).tap();
        await shown(page.getByTestId('sensor-forceZ')).toHaveText('0.0N');
        await shown(page.getByTestId('sensor-torqueX')).toHaveText('0.000Nm');
        const zero = page.getByRole('button', { name: 'Zero', exact: true });
        expect((await zero.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await zero.tap();
        await shown(page.getByTestId('try-answer')).toContainText('Done. Force: 0 N');

        await page.getByRole('button', { name: 'Does not answer' }).tap();
        await shown(page.getByTestId('rehearsing')).toContainText('A fault is simulated');
        await shown(page.getByRole('button', { name: /Wrist.*Simulated fault/ })).toBeVisible();
        await shown(page.getByTestId('device-status')).not.toHaveText('Ready');
        await page.getByRole('button', { name: 'Clear the fault' }).tap();
        await shown(page.getByTestId('rehearsing')).toHaveCount(0);
        await shown(page.getByTestId('device-status')).toHaveText('Ready');
        const headers = { authorization: `Bearer ${bench.token}` };
        await page.request.patch(`${bench.url}/api/v1/cell/equipment/${id}`, { headers, data: { isEnabled: false } });
      },
      testMS,
    );

    it(
      'lists, shows and deletes files if it is a file server, and never shows its password',
      async () => {
        page = await bench.open('/box');
        const config = { kind: 'FTPServer', name: 'Mill programs', user: 'cell', password: 'hunter2' };
        await post('equipment', { config, isEnabled: true });
        await page.getByRole('button', { name: /Mill programs/ }).tap();
        const files = { name: 'O1234.nc', mimeType: 'text/plain', buffer: Buffer.from('O1234\nM30\n') };
        const chosen = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Send a file' }).tap();
        await (await chosen).setFiles(files);
        await shown(page.getByTestId('files')).toContainText('O1234.nc');
        await page.getByRole('button', { name: 'Show O1234.nc' }).tap();
        await shown(page.getByTestId('file-content')).toHaveText('O1234\nM30');
        await page.getByRole('button', { name: 'Delete O1234.nc' }).tap();
        await page.getByRole('button', { name: 'Confirm deletion of O1234.nc' }).tap();
        await shown(page.getByText('The folder is empty.')).toBeVisible();
        await shown(page.getByLabel('Password', { exact: true })).toHaveAttribute(
          'placeholder',
          'Kept. Type to change it.',
        );
        expect(await page.content()).not.toContain('hunter2');
      },
      testMS,
    );

    it(
      'shows the address, the robot state and the loss of another control box',
      async () => {
        page = await bench.open('/box');
        const config = { kind: 'SecondaryControlBox', name: 'Left arm' };
        const id = await post('equipment', { config, isEnabled: true });
        await page.getByRole('button', { name: /Left arm/ }).tap();
        await shown(page.getByTestId('device-place')).toHaveText(/^Simulator, port \d+$/);
        await shown(page.getByTestId('device-status')).toHaveText('Ready');
        await shown(page.getByTestId('robot-there')).toHaveText('Idle');
        await page.getByRole('button', { name: 'Does not answer' }).tap();
        await shown(page.getByTestId('device-status')).toHaveText('Offline');
        await shown(page.getByTestId('robot-there')).toHaveText('–');
        const headers = { authorization: `Bearer ${bench.token}` };
        await page.request.patch(`${bench.url}/api/v1/cell/equipment/${id}`, { headers, data: { isEnabled: false } });
      },
      testMS,
    );
  });
});

inExhaustiveRuns(() => {
  describe('A speed profile', () => {
    it(
      'can be copied from a preset, changed in the units of the user, guarded while unsaved, and removed with an undo',
      async () => {
        const page = await bench.open('/box');
        const openProfiles = () => page.getByRole('radio', { name: 'Speed profiles' }).tap();
        await openProfiles();
        await shown(page.getByRole('button', { name: 'Edit Default' })).toHaveCount(0);
        await page.getByRole('button', { name: 'Copy Default' }).tap();
        await page.getByRole('textbox', { name: 'Name' }).fill('Glass');
        const speed = page.getByRole('textbox', { name: 'Tool speed' });
        await speed.fill('9000');
        await shown(page.getByText('Enter 1 to 5000')).toBeVisible();
        await speed.fill('120');
        await page.getByRole('textbox', { name: 'J0' }).first().fill('30');

        await page.getByRole('link', { name: 'Runs' }).tap();
        await page.getByRole('button', { name: 'Stay' }).tap();
        await page.getByRole('button', { name: 'Save' }).tap();
        await shown(page.getByRole('button', { name: 'Edit Glass' })).toBeVisible();
        const headers = { authorization: `Bearer ${bench.token}` };
        const read = await page.request.get(`${bench.url}/api/v1/cell/speed-profiles?name=Glass`, { headers });
        const { items }: { items: { maxTooltipSpeed: number; maxJointSpeeds: number[] }[] } = await read.json();
        expect(items).toHaveLength(1);
        expect(items[0]?.maxTooltipSpeed).toBeCloseTo(0.12, 6);
        expect(items[0]?.maxJointSpeeds[0]).toBeCloseTo((30 * Math.PI) / 180, 6);

        await page.getByRole('button', { name: 'Remove Glass' }).tap();
        await shown(page.getByRole('button', { name: 'Edit Glass' })).toBeHidden();
        await page.getByRole('button', { name: 'Undo' }).tap();
        await shown(page.getByRole('button', { name: 'Edit Glass' })).toBeVisible();
      },
      testMS,
    );
  });
});
