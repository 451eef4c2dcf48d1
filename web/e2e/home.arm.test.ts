import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { armTimeScale } from '../../services/cell/e2e/arm.setup.ts';
import { shareArmPage } from './arm-page.fixture.ts';
import { type Control, distanceOf, listControls } from './gloves.fixture.ts';
import { measureArc } from './legibility.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { releaseBrakes, startByFinger, tapMeant } from './pointer.fixture.ts';
import { importRoutine, untilInput1 } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot, waitForFreeControl } from './socket.fixture.ts';

const testMS = withPatience(120_000);
const bench = shareArmPage();

const count = (variableID: string) => ({
  stepKind: 'SetEnvironmentVariable',
  args: { variableID, newValue: { kind: 'JavaScript', source: 'variables.begun + 1' } },
});

/** Each cycle waits for Input 1. */
const rounds = {
  mainLoopStepID: 'step_loop',
  steps: [
    {
      id: 'step_loop',
      stepKind: 'Loop',
      steps: [
        { id: 'step_begin', stepKind: 'SetEnvironmentVariable' },
        { id: 'step_work', stepKind: 'Wait' },
      ],
    },
  ],
  stepConfigurations: {
    step_loop: { stepKind: 'Loop', args: {} },
    step_begin: count('variable_begun'),
    step_work: untilInput1,
  },
  targetCycleTimeSeconds: 90,
  environmentVariables: [{ id: 'variable_begun', name: 'begun', initialValue: 0 }],
};

/** Ends with an expression that has no value. */
const failing = {
  steps: [
    { id: 'step_settle', stepKind: 'Wait' },
    { id: 'step_divide', stepKind: 'SetEnvironmentVariable' },
  ],
  stepConfigurations: {
    // A run lasts as long as it took in real time.
    step_settle: { stepKind: 'Wait', args: { milliseconds: 1200 * armTimeScale } },
    step_divide: {
      stepKind: 'SetEnvironmentVariable',
      args: { variableID: 'variable_share', newValue: { kind: 'JavaScript', source: 'missing.weight / 2' } },
    },
  },
  environmentVariables: [{ id: 'variable_share', name: 'share', initialValue: 0 }],
};

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const nextText = (page: Page) => page.getByTestId('next-text');
const runnerState = (page: Page) => page.getByTestId('runner-state');
const lastRun = (page: Page) => page.getByRole('region', { name: 'Last runs' }).getByRole('row').first();

const mayContinue = 'The run is not finished. Continue it or start over.';

/** Makes the arm ready, whether the brakes are engaged or already released, or a failure has engaged them. */
async function makeReady(page: Page, start = 'Play', text = 'The arm is ready.'): Promise<void> {
  await releaseBrakes(button(page, 'Release brakes'), button(page, start));
  await shown(nextText(page)).toHaveText(text);
}

/** The state, and the numbers of a run, which are readable at a metre. */
const figures = (page: Page) => ({
  state: page.getByTestId('state-word'),
  rounds: page.getByTestId('rounds').locator('b'),
  'cycle time': page.getByTestId('cycle').locator('b'),
  target: page.getByTestId('cycle').locator('small'),
  speed: page.getByTestId('speed-stepper').locator('b'),
});

const fontPX = (element: HTMLElement) => Number.parseFloat(getComputedStyle(element).fontSize);

/** Returns the controls that a finger reaches: others are scrolled out of their list. */
async function listReachable(page: Page): Promise<Control[]> {
  const controls = await listControls(page);
  const centres = controls.map(({ box }) => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }));
  const hits = await page.evaluate(
    (points) =>
      points.map(({ x, y }) => {
        const hit = document.elementFromPoint(x, y)?.closest('[data-guarded]');
        const place = hit?.getBoundingClientRect();
        return place && { left: place.left, top: place.top };
      }),
    centres,
  );
  return controls.filter(({ box }, index) => hits[index]?.left === box.left && hits[index]?.top === box.top);
}

/** Expects that nothing lies beside the button that discards a run, and that the brakes have one button. */
async function expectApart(page: Page): Promise<void> {
  await sendToRobot(page, bench, ['setBrakes', { state: 'engaged' }]);
  await shown(page.getByRole('button', { name: 'Release brakes' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Discard this run' }).scrollIntoViewIfNeeded();
  const controls = await listReachable(page);
  const discard = controls.find(({ text }) => text === 'Discard this run');
  const others = controls.filter((control) => control !== discard);
  expect([discard?.text, others.length > 3]).toEqual(['Discard this run', true]);
  for (const { text, box } of others) {
    expect(distanceOf(box, discard?.box ?? box), `${text} beside Discard this run`).toBeGreaterThanOrEqual(24);
  }
}

/** Expects the status, reason and duration of the newest run. */
async function expectEnded(page: Page, status: string, what: string | RegExp): Promise<void> {
  const cells = lastRun(page).getByRole('cell');
  await shown(cells.nth(0)).toHaveText(status);
  await shown(cells.nth(1)).toHaveText(what);
  await shown(cells.nth(2)).toHaveText(/^\d+\.\d s/);
}

/** Opens Home with a routine loaded, no run under way, and the brakes released. */
async function openLoaded(name: string, routine: Parameters<typeof importRoutine>[3]): Promise<Page> {
  const page = await bench.open('/');
  const routineID = await importRoutine(bench, page, name, routine);
  await sendToRobot(page, bench, ['forceInput', { name: 'Input 1', level: 'low' }], ['loadRoutine', { routineID }]);
  await shown(page.getByTestId('loaded-routine')).toHaveText(name);
  await waitForFreeControl(page);
  await makeReady(page);
  return page;
}

describe('A run from Home by touch', () => {
  it(
    'can be played, paused, resumed and stopped; the next action is shown each time',
    async () => {
      const page = await openLoaded('Rounds', rounds);
      const run = page.getByRole('region', { name: 'Next action' });
      await startByFinger(button(page, 'Play'));
      await shown(runnerState(page)).toHaveText('Running');
      await shown(nextText(page)).toHaveText('The routine is running.');
      await shown(run).toContainText('Step 1.2');
      await shown(page.getByTestId('cycle')).toContainText('/ 1:30');
      for (const [name, figure] of Object.entries(figures(page))) {
        expect(await measureArc(figure), `minutes of arc of the ${name}`).toBeGreaterThanOrEqual(20);
        expect(await figure.evaluate(fontPX), `size of the ${name}, px`).toBeGreaterThanOrEqual(48);
      }
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-tone', 'good');
      await shown(lastRun(page)).toContainText('Running');

      await tapMeant(button(page, 'Pause'));
      await shown(runnerState(page)).toHaveText('Paused');
      await shown(nextText(page)).toHaveText('The routine is paused. Resume when the arm can continue.');
      await shown(button(page, 'Pause')).toBeDisabled();
      await shown(lastRun(page)).toContainText('Paused');

      await startByFinger(button(page, 'Resume'));
      await shown(runnerState(page)).toHaveText('Running');
      await shown(lastRun(page)).toContainText('Running');
      await tapMeant(button(page, 'Stop run'));
      await shown(runnerState(page)).toHaveText('Idle');
      await shown(nextText(page)).toHaveText(mayContinue);
      await shown(run).toContainText('Stopped');
      await expectEnded(page, 'Stopped', 'Rounds v1');
      await shown(button(page, 'Start over')).toBeEnabled();
      await shown(
        page.getByRole('main').getByRole('button', { name: /^Continue at 1\.2 – .*, iteration 1/ }),
      ).toBeEnabled();
      await expectApart(page);
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'stops after the current cycle, and begins no other; a second press cancels that',
      async () => {
        const page = await openLoaded('Rounds', rounds);
        await startByFinger(button(page, 'Play'));
        const afterCycle = page.getByRole('button', { name: /^Stops? after this cycle/ });
        for (const isOn of [true, false, true]) {
          await tapMeant(afterCycle);
          await shown(afterCycle).toHaveAttribute('aria-pressed', `${isOn}`);
        }
        await shown(runnerState(page)).toHaveText('Running');
        await sendToRobot(page, bench, ['forceInput', { name: 'Input 1', level: 'high' }]);
        await shown(runnerState(page)).toHaveText('Idle');
        await expectEnded(page, 'Stopped after cycle', /^Rounds v\d+$/);
        expect(await begunRounds(page)).toBe(1);
      },
      testMS,
    );
  });
});

inExhaustiveRuns(() => {
  describe('The last runs', () => {
    it(
      'show the duration of a failed run and why it ended; after recovery, it can be continued or started over',
      async () => {
        const page = await openLoaded('Shares', failing);
        const reason = "Error in newValue: The JavaScript expression failed: ReferenceError: 'missing' is not defined";
        await startByFinger(button(page, 'Play'));
        await shown(runnerState(page)).toHaveText('Failure');
        await expectEnded(page, 'Failed', `Shares v1${reason}`);
        await shown(lastRun(page).getByRole('cell').last()).toHaveText(/^[1-9]\d*\.\d s/);
        await shown(page.getByTestId('recovery-guide')).toContainText(reason);

        await tapMeant(button(page, 'Recover'));
        await makeReady(page, 'Start over', mayContinue);
        await shown(page.getByTestId('loaded-routine')).toHaveText('Shares');
        await lastRun(page).getByRole('link', { name: 'Shares' }).tap();
        await shown(page.getByRole('main')).toContainText(reason);
      },
      testMS,
    );
  });
});

const runsSchema = z.object({ items: z.array(z.object({ id: z.string() })) });
const journalSchema = z.object({ items: z.array(z.object({ event: z.string(), stepPath: z.string().nullish() })) });

/** Returns the number of started cycles of the newest run. */
async function begunRounds(page: Page): Promise<number> {
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${bench.token}` };
    const answer = await page.request.get(`${bench.url}/api/v1/cell/runs${path}`, { headers });
    return answer.json();
  };
  const [run] = runsSchema.parse(await get('?limit=1')).items;
  const { items } = journalSchema.parse(await get(`/${run?.id}/journal`));
  return items.filter(({ event, stepPath }) => event === 'stepStarted' && stepPath === '1.1').length;
}
