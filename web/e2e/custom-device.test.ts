import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const testMS = 60_000;
const bench = shareBrowser();

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

describe('a custom device', () => {
  let page: Page;
  const post = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${bench.token}` };
    const answer = await page.request.post(`${bench.url}/api/v1/cell/${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    const { id }: { id: string } = await answer.json();
    return id;
  };

  it(
    'has a button for each of its actions, and shows its sensors',
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
    'is chosen in a step by its actions, and in a condition by its sensors',
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
      await form.getByRole('combobox', { name: 'Signal' }).first().selectOption({ label: 'Mill: Running' });
      await shown(page.getByTestId('step-If')).toContainText("Mill: Running == 'high'");
      const stored = async () => {
        const headers = { authorization: `Bearer ${bench.token}` };
        const answer = await page.request.get(`${bench.url}/api/v1/cell/routines/${routineID}`, { headers });
        const { stepConfigurations }: { stepConfigurations: unknown } = await answer.json();
        return stepConfigurations;
      };
      await expect.poll(stored, { timeout: 10_000 }).toMatchObject({
        step_OperateEquipment: { args: { actionID: 'action_door' } },
      });
      await expect.poll(async () => JSON.stringify(await stored()), { timeout: 10_000 }).toContain('sensor_running');
    },
    testMS,
  );
});
