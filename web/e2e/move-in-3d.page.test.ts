import { createKinematics, defaultArm, readyJoints, restPoseFromTool0 } from '@cellwright/arm';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createDocument } from './documents.fixture.ts';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { expectDragAlongX } from './pose-handle.fixture.ts';
import { expectSaved, importRoutine } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();
const testMS = withPatience(120_000);
const kinematics = createKinematics(defaultArm);

/** Returns a position with the base joint turned, rad. */
function turnedBy(angle: number) {
  const jointAngles = readyJoints.map((joint, index) => (index === 0 ? joint + angle : joint));
  return { jointAngles, pose: restPoseFromTool0(kinematics.computeTipPose(jointAngles)) };
}

const grid = (name: string) => ({
  kind: 'gridPositionList',
  name,
  cornerA: turnedBy(0),
  cornerB: turnedBy(0.2),
  cornerC: turnedBy(0.4),
  numRows: 2,
  numColumns: 2,
});

const cornersSchema = z.object({
  cornerA: z.object({ pose: z.object({ z: z.number() }) }),
  cornerB: z.object({ pose: z.object({ z: z.number() }), jointAngles: z.array(z.number()) }),
});
type Corners = z.output<typeof cornersSchema>;

const headers = () => ({ authorization: `Bearer ${bench.token}` });

const makeItem = (page: Page, data: object) => createDocument(bench, page, 'space-items', data);

async function readItem(page: Page, id: string): Promise<unknown> {
  return (await page.request.get(`${bench.url}/api/v1/cell/space-items/${id}`, { headers: headers() })).json();
}

const panelOn = (page: Page) => page.getByTestId('place-panel');

/** Types a coordinate of the moved point, and saves it. */
async function moveTo(page: Page, axis: string, value: string): Promise<void> {
  const panel = panelOn(page);
  await panel.getByRole('button', { name: 'Numbers' }).tap();
  await panel.getByRole('textbox', { name: axis, exact: true }).fill(value);
  await page.keyboard.press('Tab');
  await panel.getByRole('button', { name: 'Save position' }).tap();
  await shown(panel).toHaveCount(0);
}

describe('A point of the cell', () => {
  it(
    'moves in the picture of Space: a corner of a grid is saved without moving the arm, and Undo takes it back',
    async () => {
      const page = await bench.open('/scene');
      const id = await makeItem(page, grid('Moved tray'));
      const read = async (): Promise<Corners> => cornersSchema.parse(await readItem(page, id));
      const before = await read();
      await page.getByRole('button', { name: /Moved tray/ }).tap();
      await page.getByRole('button', { name: 'Move in 3D: Corner B' }).tap();
      await shown(panelOn(page)).toContainText('Moved tray Corner B');
      await shown(page.getByTestId('place-findings')).toHaveText('Reachable, touches nothing');
      await expectNoBarriers(page, 'a point that is moved in Space');
      const height = Math.round(before.cornerB.pose.z * 1000) - 40;
      await moveTo(page, 'z', String(height));
      await expect
        .poll(async () => (await read()).cornerB.pose.z, { timeout: withPatience(10_000) })
        .toBeCloseTo(height / 1000, 4);
      expect((await read()).cornerB.jointAngles).not.toEqual(before.cornerB.jointAngles);
      expect((await read()).cornerA.pose.z).toBeCloseTo(before.cornerA.pose.z, 6);
      await page.getByRole('button', { name: 'Undo', exact: true }).first().tap();
      await expect
        .poll(async () => (await read()).cornerB.pose.z, { timeout: withPatience(10_000) })
        .toBeCloseTo(before.cornerB.pose.z, 6);
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'moves at the corner of a pallet, and another item ends the move',
      async () => {
        const page = await bench.open('/scene');
        await makeItem(page, grid('Moved rack'));
        const id = await makeItem(page, { kind: 'palletBase', name: 'Skid' });
        await page.getByRole('button', { name: /Skid/ }).tap();
        await page.getByRole('button', { name: 'Move in 3D: Reference corner' }).tap();
        await panelOn(page).getByRole('button', { name: 'Numbers' }).tap();
        await panelOn(page).getByRole('textbox', { name: 'x', exact: true }).fill('450');
        await page.keyboard.press('Tab');
        await page.getByRole('button', { name: /Moved rack/ }).tap();
        await shown(panelOn(page)).toHaveCount(0);
        await page.getByRole('button', { name: /Skid/ }).tap();
        await page.getByRole('button', { name: 'Move in 3D: Reference corner' }).tap();
        for (const [axis, value] of [
          ['x', '450'],
          ['y', '-250'],
        ] as const) {
          if (axis === 'x') await panelOn(page).getByRole('button', { name: 'Numbers' }).tap();
          await panelOn(page).getByRole('textbox', { name: axis, exact: true }).fill(value);
          await page.keyboard.press('Tab');
        }
        await panelOn(page).getByRole('button', { name: 'Save position' }).tap();
        await shown(panelOn(page)).toHaveCount(0);
        await expect
          .poll(async () => readItem(page, id), { timeout: withPatience(10_000) })
          .toMatchObject({ cornerXMM: 450, cornerYMM: -250 });
      },
      testMS,
    );

    it(
      'follows the handle in the picture of Space',
      async () => {
        const page = await bench.open('/scene', { draws3D: true });
        await page.setViewportSize({ width: 1920, height: 1080 });
        await makeItem(page, grid('Moved shelf'));
        await page.getByRole('button', { name: /Moved shelf/ }).tap();
        await page.getByRole('button', { name: 'Move in 3D: Corner A' }).tap();
        await expectDragAlongX(page, panelOn(page));
      },
      testMS,
    );
  });
});

describe('A point of a routine', () => {
  it(
    'moves from the list of items, which opens the picture',
    async () => {
      const page = await bench.open('/routines');
      const id = await importRoutine(bench, page, 'Moved corner', {
        steps: [{ id: 'step_moved_wait', stepKind: 'Wait' }],
        stepConfigurations: { step_moved_wait: { stepKind: 'Wait', args: { milliseconds: 100 } } },
        space: [{ id: 'space_moved_grid', ...grid('Layer') }],
      });
      await page.goto(`${bench.url}/routines/${id}`);
      await page.getByRole('radio', { name: 'Data' }).tap();
      await page.getByRole('button', { name: 'Grid Layer: teach' }).tap();
      await page.getByRole('button', { name: 'Move in 3D: Corner B' }).tap();
      await shown(panelOn(page)).toContainText('Layer Corner B');
      const height = Math.round(turnedBy(0.2).pose.z * 1000) - 30;
      await moveTo(page, 'z', String(height));
      await expectSaved(page);
      const answer = await page.request.get(`${bench.url}/api/v1/cell/routines/${id}`, { headers: headers() });
      const stored = z.object({ space: z.array(cornersSchema) }).parse(await answer.json());
      expect(stored.space[0]?.cornerB.pose.z).toBeCloseTo(height / 1000, 4);
    },
    testMS,
  );
});
