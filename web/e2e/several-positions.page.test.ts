import { describe, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { expectSaved, importRoutine, stepSaying } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(90_000);
const bench = sharePage();

const pose = (x: number, y: number) => ({ x, y, z: 0.3, i: 0, j: 1, k: 0, w: 0 });
const place = (id: string, name: string, x: number, y: number) => ({
  id,
  name,
  kind: 'singlePosition',
  positions: [{ pose: pose(x, y) }],
});
const waypoint = (positionListID: string, motionSpeed: number) => ({
  stepKind: 'Waypoint',
  args: { targetKind: 'positionList', positionListID, motionSpeed },
});
const carrying = {
  steps: [
    {
      id: 'step_move',
      stepKind: 'MoveArmToV2',
      steps: [
        { id: 'step_first', stepKind: 'Waypoint' },
        { id: 'step_last', stepKind: 'Waypoint' },
      ],
    },
  ],
  stepConfigurations: {
    step_move: { stepKind: 'MoveArmToV2', args: {} },
    step_first: waypoint('space_left', 20),
    step_last: waypoint('space_right', 80),
  },
  space: [place('space_left', 'Left', 0.4, 0.2), place('space_right', 'Right', 0.4, 0.3)],
};

describe('several positions', () => {
  it(
    'can be mirrored after a preview, replaced in all steps, and reversed, each with one undo',
    async () => {
      const page = await bench.open('/routines');
      await importRoutine(bench, page, 'Carrying', carrying);
      await page.getByRole('main').getByRole('link', { name: 'Carrying' }).tap();
      await page.getByRole('radio', { name: 'Data' }).tap();
      await page.getByRole('button', { name: 'Move, rotate or mirror positions' }).tap();
      const form = page.getByRole('region', { name: 'Change positions' });
      const left = form.getByRole('row', { name: /Left/ });
      await form.getByRole('textbox', { name: 'Along x' }).fill('5000');
      await shown(form.getByRole('status')).toHaveText('2 positions would be out of reach');
      await form.getByRole('radio', { name: 'Mirror' }).tap();
      await form.getByRole('radio', { name: 'x–z (y changes sign)' }).tap();
      await shown(left).toHaveText(/400\.0 · 200\.0 · 300\.0\s*400\.0 · -200\.0 · 300\.0/);
      await form.getByRole('checkbox', { name: 'Right' }).tap();
      await shown(form.getByRole('row', { name: /Right/ })).toHaveCount(0);
      await form.getByRole('button', { name: 'Change 1 item' }).tap();
      await shown(left).toHaveText(/400\.0 · -200\.0 · 300\.0\s*400\.0 · 200\.0/);
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
      await shown(left).toHaveText(/400\.0 · 200\.0 · 300\.0\s*400\.0 · -200\.0/);

      await page.getByRole('button', { name: 'Replace uses' }).tap();
      await page.getByRole('combobox', { name: 'Replace' }).selectOption('Left');
      await page.getByRole('combobox', { name: 'by', exact: true }).selectOption('Right');
      await page.getByRole('button', { name: 'Replace in 1 step' }).tap();
      await shown(stepSaying(page, 'Move to Right')).toHaveCount(2);
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
      await shown(stepSaying(page, 'Move to Right')).toHaveCount(1);

      await stepSaying(page, 'Move the arm').click();
      await page.getByRole('radio', { name: 'Step', exact: true }).tap();
      await page.getByRole('button', { name: 'Reverse path' }).tap();
      await shown(page.getByRole('treeitem').nth(1)).toContainText('Move to Right');
      await shown(page.getByRole('treeitem').nth(2)).toContainText('Move to Left');
      await expectSaved(page);
    },
    testMS,
  );
});
