import { describe, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { middleOf } from './pointer.fixture.ts';
import { expectSaved, importRoutine, stepSaying } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(90_000);
const bench = sharePage();

const routine = {
  steps: [{ id: 'step_sort', stepKind: 'Classify' }],
  stepConfigurations: {
    step_sort: { stepKind: 'Classify', args: { classes: ['disc'], fallbackValue: 'unknown' } },
  },
};

describe('A picture of a class', () => {
  it(
    'is dragged out of what a camera shows, and stored with the step',
    async () => {
      const page = await bench.open('/routines');
      const headers = { authorization: `Bearer ${bench.token}` };
      const equipment = `${bench.url}/api/v1/cell/equipment`;
      const config = { kind: 'CustomCamera', name: `${bench.prefix} camera`, columns: 320, rows: 240 };
      const added = await page.request.post(equipment, { headers, data: { config, isEnabled: true } });
      const { id }: { id: string } = await added.json();
      await importRoutine(bench, page, 'Sort', routine);
      await page.getByRole('main').getByRole('link', { name: 'Sort' }).tap();
      await stepSaying(page, 'Classify what the camera sees: disc').tap();
      const form = page.getByTestId('step-form');
      await form.getByRole('button', { name: 'Add' }).tap();
      await shown(form.getByRole('radio', { name: 'disc', exact: true })).toBeChecked();
      await form.getByRole('button', { name: 'Take picture' }).tap();

      const picture = form.getByRole('img', { name: /^Picture of the camera/ });
      await shown(picture).toBeVisible({ timeout: withPatience(30_000) });
      const { x, y } = await middleOf(picture);
      await page.mouse.move(x - 40, y - 30);
      await page.mouse.down();
      await page.mouse.move(x + 40, y + 30);
      await page.mouse.up();
      await form.getByRole('button', { name: 'Use this part' }).tap();
      await shown(form.getByRole('img', { name: 'Picture', exact: true })).toBeVisible();
      await expectSaved(page);
      await page.request.delete(`${equipment}/${id}`, { headers });
    },
    testMS,
  );
});
