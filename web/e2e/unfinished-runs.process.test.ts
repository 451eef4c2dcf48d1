import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { root } from './cell-process.fixture.ts';
import { switchOnFlags } from './flags.fixture.ts';
import { findBarriers, findSmallTargets } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { startByFinger, tapMeant } from './pointer.fixture.ts';
import { shareBrowser, shown } from './shared-browser.fixture.ts';
import { sendToRobot, waitForFreeControl } from './socket.fixture.ts';

const bench = shareBrowser();
/** A folder for screenshots; none without. */
const pictures = process.env.RESUME_PICTURES;
const testMS = withPatience(240_000);

const exampleSchema = z.object({
  routine: z.object({
    space: z.array(z.unknown()),
    stepConfigurations: z.record(z.string(), z.unknown()),
  }),
});

/** Returns the cartons of the palletizing example, placed by a wait instead of a move: 5 layers of 12. */
function stacking() {
  const text = readFileSync(join(root, 'examples/routines/palletizing.json'), 'utf8');
  const { space, stepConfigurations: all } = exampleSchema.parse(JSON.parse(text)).routine;
  const kept = ['step_pz_carton_clear', 'step_pz_carton_stack', 'step_pz_carton_stack_layer', 'step_pz_carton_show'];
  const stepConfigurations = {
    ...Object.fromEntries(kept.map((id) => [id, all[id]])),
    step_place: { stepKind: 'Wait', args: { milliseconds: 1500 } },
  };
  const steps = [
    { id: 'step_pz_carton_clear', stepKind: 'UpdateVisualization' },
    {
      ...{ id: 'step_pz_carton_stack', stepKind: 'Loop' },
      steps: [
        {
          ...{ id: 'step_pz_carton_stack_layer', stepKind: 'Loop' },
          steps: [
            { id: 'step_place', stepKind: 'Wait', description: 'Place carton' },
            { id: 'step_pz_carton_show', stepKind: 'UpdateVisualization' },
          ],
        },
      ],
    },
  ];
  const routine = { id: 'routine_stacking', name: 'Stacking', space, steps, stepConfigurations };
  return { format: 'cellwright.routine', formatVersion: 1, routine };
}

const sceneSchema = z.object({
  obstacles: z.array(z.object({ name: z.string(), palletBox: z.object({ boxIndex: z.number() }).optional() })),
});

/** Returns the cartons in the planning scene, by their order. */
async function listBoxes(page: Page): Promise<number[]> {
  const headers = { authorization: `Bearer ${bench.token}` };
  const answer = await page.request.get(`${bench.url}/api/v1/cell/planning-scene`, { headers });
  const { obstacles } = sceneSchema.parse(await answer.json());
  return obstacles.flatMap(({ palletBox }) => palletBox?.boxIndex ?? []).sort((one, other) => one - other);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
const state = (page: Page) => page.getByTestId('runner-state');

async function waitForBoxes(page: Page, count: number): Promise<void> {
  const stands = () =>
    listBoxes(page).then(
      ({ length }) => length >= count,
      () => false,
    );
  await expect.poll(stands, { timeout: withPatience(60_000), interval: 50 }).toBe(true);
}

/** Releases the brakes, if engaged, until the control that starts the arm is enabled. */
async function makeReady(page: Page, start: RegExp): Promise<void> {
  const release = button(page, 'Release brakes');
  await shown(async () => {
    if (await release.isVisible()) await tapMeant(release);
    await shown(button(page, start)).toBeEnabled({ timeout: 2000 });
  }).toPass({ timeout: withPatience(60_000) });
}

/** Opens Home with the routine loaded, and plays it until some cartons are placed. */
async function playUntil(count: number): Promise<Page> {
  const page = await bench.open('/');
  const headers = { authorization: `Bearer ${bench.token}` };
  await switchOnFlags(page, bench, ['palletizing']);
  await page.request.post(`${bench.url}/api/v1/cell/routines/import`, { headers, data: stacking() });
  await sendToRobot(page, bench, ['loadRoutine', { routineID: 'routine_stacking' }]);
  await shown(page.getByTestId('loaded-routine')).toHaveText('Stacking');
  await waitForFreeControl(page);
  await makeReady(page, /^Play$/);
  await startByFinger(button(page, 'Play'));
  await waitForBoxes(page, count);
  return page;
}

async function killRunner(page: Page): Promise<void> {
  bench.kill('routine-runner');
  const answers = () =>
    listBoxes(page).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { timeout: withPatience(20_000), interval: 10 }).toBe(false);
  await expect.poll(answers, { timeout: withPatience(60_000) }).toBe(true);
}

/** Returns the carton at which Home offers to continue. */
async function offeredCarton(page: Page): Promise<number> {
  const offer = button(page, /^Continue (at|after) 2\.1\.[12] – .*, carton \d+ of 60$/);
  await shown(offer).toBeVisible({ timeout: withPatience(30_000) });
  return Number(/carton (\d+) of 60/.exec((await offer.textContent()) ?? '')?.[1]);
}

inExhaustiveRuns(() => {
  describe('A run stopped while palletizing', () => {
    it(
      'continues with the right carton by the primary button of Home, also after a crash of the runner',
      async () => {
        const page = await playUntil(3);
        await page.getByTestId('stop').tap();
        await shown(state(page)).toHaveText('Idle');
        const boxes = await listBoxes(page);
        const carton = await offeredCarton(page);
        // The box of this cycle may already be placed: then the run continues after the step that shows it.
        expect([boxes.length, boxes.length + 1]).toContain(carton);
        await shown(button(page, 'Play')).toHaveCount(0);
        await shown(button(page, 'Start over')).toBeEnabled();
        if (pictures) await page.screenshot({ path: `${pictures}/continue-home.png` });
        expect(await findSmallTargets(page)).toEqual([]);
        expect(await findBarriers(page)).toEqual([]);

        await killRunner(page);
        await shown(page.getByTestId('loaded-routine')).toHaveText('Stacking');
        expect(await offeredCarton(page)).toBe(carton);
        expect(await listBoxes(page)).toEqual(boxes);

        await makeReady(page, /^Continue /);
        await startByFinger(button(page, /^Continue /));
        await shown(state(page)).toHaveText('Running');
        await waitForBoxes(page, boxes.length + 2);
        bench.kill('routine-runner');
        await shown(page.getByText('The run of ‘Stacking’ was interrupted')).toBeVisible({
          timeout: withPatience(60_000),
        });
        const standing = await listBoxes(page);
        expect(standing).toEqual(upTo(standing.length));
        expect([standing.length, standing.length + 1]).toContain(await offeredCarton(page));
      },
      testMS,
    );

    it(
      'stays offered when the routine is started over, until it is given up with its objects',
      async () => {
        const page = await bench.open('/');
        const earlier = await offeredCarton(page);
        await makeReady(page, /^Start over$/);
        await startByFinger(button(page, 'Start over'));
        await shown(state(page)).toHaveText('Running');
        await waitForBoxes(page, 1);
        await page.getByTestId('stop').tap();
        await shown(state(page)).toHaveText('Idle');
        expect(await offeredCarton(page)).toBeLessThan(earlier);
        const others = page.getByRole('region', { name: 'Other unfinished runs' });
        await shown(others.getByRole('button', { name: `carton ${earlier} of 60` })).toBeVisible();
        await others.getByRole('button', { name: `carton ${earlier} of 60` }).tap();
        expect(await offeredCarton(page)).toBe(earlier);
        if (pictures) await page.screenshot({ path: `${pictures}/continue-others.png` });

        const card = page.getByTestId('resume-card');
        await tapMeant(card.getByRole('button', { name: 'Discard this run' }));
        await shown(others).toHaveCount(0);
        await tapMeant(card.getByRole('button', { name: 'Discard this run' }));
        await shown(card).toHaveCount(0);
        await shown(button(page, 'Play')).toBeVisible();
        if (pictures) await page.screenshot({ path: `${pictures}/objects-left.png` });
        await tapMeant(page.getByTestId('objects-left').getByRole('button', { name: /^Clear/ }));
        await shown(page.getByTestId('objects-left')).toHaveCount(0);
        await expect.poll(() => listBoxes(page)).toEqual([]);
      },
      testMS,
    );

    it(
      'leaves boxes that are listed on the Space screen, and can be removed there',
      async () => {
        const page = await playUntil(2);
        await page.getByTestId('stop').tap();
        await shown(state(page)).toHaveText('Idle');
        const boxes = await listBoxes(page);
        await page.goto(`${bench.url}/scene`);
        const objects = page.getByTestId('shown-objects');
        await shown(objects.getByRole('listitem')).toHaveCount(boxes.length);
        if (pictures) await page.screenshot({ path: `${pictures}/space-objects.png` });
        await tapMeant(objects.getByRole('button', { name: /^Remove / }).first());
        await shown(objects.getByRole('listitem')).toHaveCount(boxes.length - 1);
        await tapMeant(objects.getByRole('button', { name: /^Clear/ }));
        await shown(objects).toHaveCount(0);
        expect(await listBoxes(page)).toEqual([]);
      },
      testMS,
    );
  });
});
