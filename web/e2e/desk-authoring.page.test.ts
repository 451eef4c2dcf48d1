import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { expectDragAlongX } from './pose-handle.fixture.ts';
import { expectSaved, importRoutine, stepSaying } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

const ready = [0, 0, Math.PI / 2, 0, -Math.PI / 2, 0];
const routine = {
  steps: [
    { id: 'step_desk_move', stepKind: 'MoveArmToV2', steps: [{ id: 'step_desk_there', stepKind: 'Waypoint' }] },
    { id: 'step_desk_wait', stepKind: 'Wait' },
  ],
  stepConfigurations: {
    step_desk_move: { stepKind: 'MoveArmToV2', args: {} },
    step_desk_there: {
      stepKind: 'Waypoint',
      args: { targetKind: 'positionList', positionListID: 'space_desk_shelf', positionListIndex: 0 },
    },
    step_desk_wait: { stepKind: 'Wait', args: { milliseconds: 100 } },
  },
  space: [{ id: 'space_desk_shelf', name: 'Shelf', kind: 'singlePosition', positions: [{ jointAngles: ready }] }],
};

const storedSchema = z.object({
  space: z.array(
    z.object({
      positions: z.array(
        z.object({ pose: z.object({ x: z.number(), z: z.number() }), jointAngles: z.array(z.number()) }),
      ),
    }),
  ),
});

async function readPosition(page: Page, id: string) {
  const headers = { authorization: `Bearer ${bench.token}` };
  const answer = await page.request.get(`${bench.url}/api/v1/cell/routines/${id}`, { headers });
  return storedSchema.parse(await answer.json()).space[0]?.positions[0];
}

/** Opens the routine and starts to move the position of its waypoint; returns the view. */
async function beginMove(page: Page, name: string): Promise<Locator> {
  await page.getByRole('main').getByRole('link', { name }).tap();
  await stepSaying(page, 'Shelf').click();
  const view = page.getByRole('region', { name: '3D view' });
  if (!(await view.isVisible())) await page.getByRole('button', { name: '3D view' }).tap();
  await view.getByRole('button', { name: 'Move in 3D' }).tap();
  return view;
}

describe('Authoring at a desk', () => {
  it(
    'moves a position with the ghost arm: its reach and contacts are shown, and it is saved without moving the arm',
    async () => {
      const page = await bench.open('/routines');
      const id = await importRoutine(bench, page, 'Desk authoring', routine);
      const view = await beginMove(page, 'Desk authoring');
      const panel = page.getByTestId('place-panel');
      const findings = page.getByTestId('place-findings');
      const type = async (name: string, value: string) => {
        await panel.getByRole('textbox', { name, exact: true }).fill(value);
        await page.keyboard.press('Tab');
      };
      await shown(panel).toContainText('Shelf');
      await shown(findings).toHaveText('Reachable, touches nothing');
      await panel.getByRole('button', { name: 'Numbers' }).tap();
      await expectNoBarriers(page, 'a position that is moved');

      await type('z', '-300');
      await shown(findings).toContainText(/Would touch: .*floor/);
      await type('x', '3000');
      await shown(findings).toContainText('Out of reach');
      await shown(panel.getByRole('button', { name: 'Save position' })).toBeDisabled();
      await type('x', '600');
      await type('z', '500');
      await shown(findings).toHaveText('Reachable, touches nothing');
      await panel.getByRole('radio', { name: 'Rotate' }).tap();
      await panel.getByRole('radio', { name: 'Tool', exact: true }).tap();
      await panel.getByRole('button', { name: 'Save position' }).tap();
      await shown(panel).toHaveCount(0);
      await expectSaved(page);
      await expect
        .poll(async () => readPosition(page, id), { timeout: withPatience(10_000) })
        .toMatchObject({ pose: { x: 0.6, z: 0.5 }, jointAngles: expect.any(Array) });
      expect((await readPosition(page, id))?.jointAngles).not.toEqual(ready);

      await view.getByRole('button', { name: 'Move in 3D' }).tap();
      await stepSaying(page, 'Wait 0.1 s').click();
      await shown(panel).toHaveCount(0);
    },
    withPatience(120_000),
  );

  inExhaustiveRuns(() => {
    it(
      'moves a position by the handle in the picture',
      async () => {
        const page = await bench.open('/routines', { draws3D: true });
        await page.setViewportSize({ width: 1920, height: 1080 });
        await importRoutine(bench, page, 'Desk authoring', routine);
        await beginMove(page, 'Desk authoring');
        await expectDragAlongX(page, page.getByTestId('place-panel'));
      },
      withPatience(180_000),
    );
  });
});
