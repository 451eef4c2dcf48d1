import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

const clamp = {
  kind: 'CustomDevice',
  name: 'Clamp',
  sensors: [{ id: 'sensor_closed', name: 'Closed', ioPort: 'Input 5' }],
  actions: [{ id: 'action_clamp', kind: 'clamp', actionOutputs: [{ ioPort: 'Output 5' }] }],
};

inExhaustiveRuns(() => {
  describe('A page in German', () => {
    it(
      'shows devices in German after the language was chosen: kinds, forms, actions, sensors and ports',
      async () => {
        const page = await bench.open('/box');
        const headers = { authorization: `Bearer ${bench.token}` };
        for (const config of [clamp, { kind: 'OnRobotHEXE', name: 'Fühler' }])
          await page.request.post(`${bench.url}/api/v1/cell/equipment`, {
            headers,
            data: { config, isEnabled: true },
          });
        await page.getByRole('button', { name: /Deutsch/ }).tap();
        await page.getByRole('button', { name: /Clamp.*Eigenes Gerät/ }).tap();
        await shown(page.getByRole('button', { name: 'Spannen', exact: true })).toBeEnabled();
        await shown(page.getByRole('combobox', { name: 'Schnittstelle' })).toContainText('E/A der Robotersteuerung');
        await shown(page.getByRole('combobox', { name: 'Signal' }).first()).toContainText('Eingang 5');
        await shown(page.getByText('Eine Spannvorrichtung, eine Tür, eine Zuführung')).toBeVisible();

        await page.getByRole('button', { name: /Fühler/ }).tap();
        await shown(page.getByRole('textbox', { name: 'Zeitlimit Verbindung' })).toBeHidden();
        await page.getByText('Erweiterte Einstellungen').tap();
        await shown(page.getByRole('textbox', { name: 'Zeitlimit Verbindung' })).toHaveValue('2000 ms');
        await shown(page.getByTestId('sensor-forceX')).toHaveText('0,0N');
        await shown(page.getByText('Kraft x', { exact: true })).toBeVisible();
        await shown(page.getByRole('button', { name: 'Nullstellen', exact: true })).toBeEnabled();

        await page.getByRole('radio', { name: 'Tempoprofile' }).click();
        await shown(page.getByRole('row', { name: /Standard Werk/ })).toBeVisible();

        await page.getByRole('radio', { name: 'E/A' }).click();
        const port = page.getByTestId('port-Output 5');
        await shown(port).toContainText('Ausgang 5');
        await shown(port).toContainText('Benutzt von Clamp: Ausgang von „Spannen“');
        await shown(page.getByTestId('port-Input 5')).toContainText('Benutzt von Clamp: Closed');
      },
      withPatience(60_000),
    );

    it(
      'names a new device in German until its name is typed',
      async () => {
        const page = await bench.open('/box');
        await page.getByRole('button', { name: /Deutsch/ }).tap();
        await page.getByRole('button', { name: 'Gerät hinzufügen' }).tap();
        await page.getByTestId('kind-Lift').tap();
        await shown(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Hubsäule');
      },
      withPatience(60_000),
    );
  });
});
