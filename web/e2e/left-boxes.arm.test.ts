import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { shareArmPage } from './arm-page.fixture.ts';
import { switchOnFlags } from './flags.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { tapMeant } from './pointer.fixture.ts';
import { importRoutine, untilInput1 } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const bench = shareArmPage();

const pickupPosition = {
  pose: { x: 0.5, y: 0, z: 0.06, i: 0, j: Math.SQRT1_2, k: 0, w: Math.SQRT1_2 },
  tcpOption: 'auto',
};
const carton = { id: 'carton', name: 'Carton', width: 100, depth: 80, height: 60, weight: 0.4, pickupPosition };
const space = [
  {
    ...{ id: 'space_left_pallet', name: 'Pallet', kind: 'palletBase' },
    ...{ lengthMM: 400, widthMM: 300, cornerXMM: 900, cornerYMM: 150 },
  },
  {
    ...{ id: 'space_left_boxes', name: 'Cartons', kind: 'palletBoxes', palletBaseIDs: ['space_left_pallet'] },
    ...{ approachDistanceXYMM: 40, approachDistanceZMM: 30, boxTypes: [carton], layerOrder: ['pair'] },
    layerPatterns: [
      {
        ...{ id: 'pair', name: 'Pair', boxTypeID: 'carton' },
        boxList: [
          { id: 'box-1', x: 80, y: 60, rotation: 0, order: 0 },
          { id: 'box-2', x: 280, y: 60, rotation: 0, order: 1 },
        ],
      },
    ],
  },
];
const steps = [
  { id: 'step_left_show', stepKind: 'UpdateVisualization' },
  { id: 'step_left_wait', stepKind: 'Wait' },
];
const stepConfigurations = {
  step_left_show: { stepKind: 'UpdateVisualization', args: { targetSpaceItemId: 'space_left_boxes' } },
  step_left_wait: untilInput1,
};

const sceneSchema = z.object({ obstacles: z.array(z.object({ name: z.string(), palletBox: z.unknown().optional() })) });

async function listBoxes(page: Page): Promise<string[]> {
  const headers = { authorization: `Bearer ${bench.token}` };
  const answer = await page.request.get(`${bench.url}/api/v1/cell/planning-scene`, { headers });
  const { obstacles } = sceneSchema.parse(await answer.json());
  return obstacles.flatMap(({ name, palletBox }) => (palletBox ? [name] : []));
}

inExhaustiveRuns(() => {
  describe('The boxes of an abandoned run', () => {
    it(
      'stay for the run that can be continued, and are listed and cleared on Home after it was given up and its routine deleted',
      async () => {
        const page = await bench.open('/');
        await switchOnFlags(page, bench, ['palletizing']);
        const routineID = await importRoutine(bench, page, 'Left boxes', { space, steps, stepConfigurations });
        await sendToRobot(page, bench, ['loadRoutine', { routineID }], ['setBrakes', { state: 'disengaged' }]);
        await sendToRobot(page, bench, ['playRoutine', {}]);
        await expect.poll(() => listBoxes(page), { timeout: withPatience(20_000) }).toHaveLength(2);
        await sendToRobot(page, bench, ['stop', {}]);

        const left = page.getByTestId('objects-left');
        await shown(left.getByRole('listitem')).toHaveCount(2);
        await shown(left).toContainText('To continue the unfinished run');
        await shown(left.getByRole('button', { name: /^Clear/ })).toHaveCount(0);

        const headers = { authorization: `Bearer ${bench.token}` };
        const removed = await page.request.delete(`${bench.url}/api/v1/cell/routines/${routineID}`, { headers });
        expect(removed.ok(), await removed.text()).toBe(true);
        expect(await listBoxes(page)).toHaveLength(2);
        await page.reload();
        await tapMeant(page.getByRole('main').getByRole('button', { name: 'Discard this run' }));

        await tapMeant(left.getByRole('button', { name: /^Remove / }).first());
        await shown(left.getByRole('listitem')).toHaveCount(1);
        await tapMeant(left.getByRole('button', { name: /^Clear/ }));
        await shown(left).toHaveCount(0);
        expect(await listBoxes(page)).toEqual([]);
      },
      withPatience(120_000),
    );
  });
});
