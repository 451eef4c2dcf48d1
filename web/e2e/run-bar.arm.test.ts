import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Locator, Page, Route } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { startByFinger } from './pointer.fixture.ts';
import { importRoutine, untilInput1 } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot, waitForFreeControl } from './socket.fixture.ts';

const testMS = withPatience(120_000);
const bench = shareArmPage();

/** Folder for screenshots, kept out of the repository; none without. */
const pictures = process.env.RUN_BAR_PICTURES;

const pose = { x: 0.4, y: -0.2, z: 0.3, i: 0, j: 1, k: 0, w: 0 };

/** Nested loops that wait for Input 1; and a taught position. */
const nested = {
  mainLoopStepID: 'step_all',
  steps: [
    {
      id: 'step_all',
      stepKind: 'Loop',
      steps: [
        {
          id: 'step_rows',
          stepKind: 'Loop',
          steps: [
            { id: 'step_first', stepKind: 'Wait' },
            { id: 'step_second', stepKind: 'Wait' },
            { id: 'step_third', stepKind: 'Wait' },
            { id: 'step_work', stepKind: 'Wait' },
          ],
        },
        { id: 'step_move', stepKind: 'MoveArmToV2', steps: [{ id: 'step_there', stepKind: 'Waypoint' }] },
      ],
    },
  ],
  stepConfigurations: {
    step_all: { stepKind: 'Loop', args: {} },
    step_rows: { stepKind: 'Loop', args: { times: 2 } },
    step_first: { stepKind: 'Wait', args: { milliseconds: 1 } },
    step_second: { stepKind: 'Wait', args: { milliseconds: 1 } },
    step_third: { stepKind: 'Wait', args: { milliseconds: 1 } },
    step_work: untilInput1,
    step_move: { stepKind: 'MoveArmToV2', args: {} },
    step_there: { stepKind: 'Waypoint', args: { targetKind: 'positionList', positionListID: 'space_p1' } },
  },
  space: [
    {
      id: 'space_p1',
      name: 'P1',
      kind: 'singlePosition',
      positions: [{ jointAngles: [0, 0, 1.5, 0, -1.5, 0], pose }],
    },
  ],
};

/** Played once, from the first step to the last: it waits for Input 1. */
const once = { steps: [{ id: 'step_work', stepKind: 'Wait' }], stepConfigurations: { step_work: untilInput1 } };

const buttonIn = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });

/** Opens the editor on a tablet, with the brakes released and Input 1 low. */
async function openEditor(name: string, routine: Parameters<typeof importRoutine>[3]): Promise<Page> {
  const page = await bench.open('/');
  const routineID = await importRoutine(bench, page, name, routine);
  const low = ['forceInput', { name: 'Input 1', level: 'low' }] as const;
  await sendToRobot(page, bench, low, ['setBrakes', { state: 'disengaged' }]);
  await page.goto(`${bench.url}/routines/${routineID}`);
  await waitForFreeControl(page);
  return page;
}

const isCut = (text: Locator) => text.evaluate((element) => element.scrollWidth > element.clientWidth);

const countLines = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });

inExhaustiveRuns(() => {
  describe('The run bar on a tablet', () => {
    it(
      'shows the step with its sentence, and the cycles, in full',
      async () => {
        const page = await openEditor('Nested', nested);
        await startByFinger(buttonIn(page.getByTestId('run-strip'), 'Play'));
        const progress = page.getByTestId('progress');
        const sentence = progress.getByTitle('Step 1.1.4 of 8 · Wait until Input 1');
        await shown(sentence).toHaveText('Step 1.1.4 of 8 · Wait until Input 1');
        expect(await isCut(sentence)).toBe(false);
        const cycles = progress.getByText('0 cycles done');
        expect(await isCut(cycles)).toBe(false);
        await shown(cycles).toBeInViewport({ ratio: 1 });
        await shown(page.getByTestId('problem-count')).toBeInViewport({ ratio: 1 });
        if (pictures) await page.screenshot({ path: `${pictures}/tablet.png` });
        await page.setViewportSize({ width: 1920, height: 1080 });
        await shown(sentence).toBeInViewport({ ratio: 1 });
        expect(await isCut(sentence)).toBe(false);
        if (pictures) await page.screenshot({ path: `${pictures}/desk.png` });
        await page.getByTestId('stop').tap();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      },
      testMS,
    );

    it(
      'counts no cycles of a routine without a loop; its cycle time is that of a whole pass',
      async () => {
        const page = await openEditor('Once', once);
        const play = buttonIn(page.getByTestId('run-strip'), 'Play');
        const progress = page.getByTestId('progress');
        await startByFinger(play);
        await shown(progress).toHaveText('Step 1 of 1 · Wait until Input 1');
        await page.getByTestId('stop').tap();
        await shown(progress).toHaveText('Stopped');
        await shown(page.getByTestId('cycle-time')).toHaveText('–');
        await sendToRobot(page, bench, ['forceInput', { name: 'Input 1', level: 'high' }]);
        await waitForFreeControl(page);
        await startByFinger(buttonIn(page.getByTestId('run-strip'), 'Start over'));
        await shown(progress).toHaveText('Completed');
        await shown(page.getByTestId('cycle-time')).toHaveText(/^\d+\.\d s$/);
      },
      testMS,
    );

    it(
      'shows no problem count before the first check',
      async () => {
        const page = await openEditor('Nested', nested);
        const held: Route[] = [];
        await page.route(/validate\.worker/, (route) => void held.push(route));
        await page.reload();
        await shown(page.getByTestId('problem-count')).toHaveText('Checking…');
        await shown.poll(() => held.length).toBeGreaterThan(0);
        for (const route of held) await route.continue();
        await shown(page.getByTestId('problem-count')).toHaveText('0 problems');
      },
      testMS,
    );
  });

  describe('The steps on a tablet', () => {
    it(
      'have fold buttons and rows of finger size; teaching controls stay on one line',
      async () => {
        const page = await openEditor('Nested', nested);
        const row = page.getByTestId('step-Loop').first();
        const fold = await buttonIn(row, 'Collapse').boundingBox();
        expect(fold).toMatchObject({ width: 44, height: 44 });
        expect(await row.boundingBox()).toMatchObject({ height: 44 });
        await page.getByTestId('step-Waypoint').tap();
        // Beside the library there is least space.
        await buttonIn(page, 'Steps').tap();
        const label = buttonIn(page, 'Re-teach P1').getByText('Re-teach P1');
        await shown(label).toBeVisible();
        expect(await countLines(label)).toBe(1);
        if (pictures) await page.screenshot({ path: `${pictures}/teach.png` });
      },
      testMS,
    );
  });
});
