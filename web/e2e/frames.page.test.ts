import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { expectSaved, importRoutine, stepSaying } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(90_000);
const bench = sharePage();

const place = { jointAngles: [0, 0.2, 1, 0, 0.3, 0] };
const position = (x: number, y: number) => ({ pose: { x, y, z: 0.1, i: 1, j: 0, k: 0, w: 0 } });
const space = [
  {
    id: 'space_table',
    kind: 'plane',
    name: 'Table',
    positions: [position(0.4, 0), position(0.6, 0), position(0.4, 0.2)],
  },
  { id: 'space_part', kind: 'singlePosition', name: 'Part', positions: [place] },
];
const waypoint = { targetKind: 'singlePosition', target: { singlePositionID: 'space_part' } };

describe('The frame of an offset', () => {
  it(
    'can be a plane, which is chosen and shown by its name',
    async () => {
      const page = await bench.open('/routines');
      await importRoutine(bench, page, 'Shifted', {
        space,
        steps: [{ id: 'step_offset', stepKind: 'AddOffset', steps: [{ id: 'step_move', stepKind: 'MoveArmTo' }] }],
        stepConfigurations: {
          step_offset: { stepKind: 'AddOffset', args: { translationZ: 0.1 } },
          step_move: { stepKind: 'MoveArmTo', args: waypoint },
        },
      });
      await page.getByRole('main').getByRole('link', { name: 'Shifted' }).tap();
      const form = page.getByTestId('step-form');
      await stepSaying(page, 'Shift by').click();
      const frame = form.getByRole('combobox', { name: 'Frame' });
      await shown(frame.getByRole('option')).toHaveText(['Base', 'World', 'Table']);
      await frame.selectOption({ label: 'Table' });
      await shown(stepSaying(page, 'Shift by (0, 0, 0.1) meter along Table')).toBeVisible();
      await expectSaved(page);
      await page.reload();
      await shown(stepSaying(page, 'Shift by (0, 0, 0.1) meter along Table')).toBeVisible();
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('A routine with a step that this build cannot play', () => {
    it(
      'has a warning beside the number of its problems',
      async () => {
        const page = await bench.open('/routines');
        await importRoutine(bench, page, 'Skilled', {
          steps: [
            { id: 'step_wait', stepKind: 'Wait' },
            { id: 'step_skill', stepKind: 'RunSkill' },
          ],
          stepConfigurations: {
            step_wait: { stepKind: 'Wait', args: { milliseconds: 200 } },
            step_skill: { stepKind: 'RunSkill', args: {} },
          },
        });
        await page.getByRole('main').getByRole('link', { name: 'Skilled' }).tap();
        await shown(page.getByText('0 problems · 1 warning')).toBeVisible();
        await stepSaying(page, 'RunSkill').click();
        await shown(page.getByText('this build cannot play steps of this kind')).toBeVisible();
      },
      testMS,
    );
  });
});
