import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { countEvents, findNewestRun } from './newest-run.fixture.ts';
import { findBarriers, findSmallTargets } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { fingerOn, holdUntil, releaseBrakes, startByFinger, tapMeant } from './pointer.fixture.ts';
import { shareBrowser, shown } from './shared-browser.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';
import { stopContract } from './stop.contract.ts';

const bench = shareBrowser();
/** A folder for screenshots; none without. */
const pictures = process.env.RESUME_PICTURES;

const file = {
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: {
    id: 'routine_picking',
    name: 'Picking',
    environmentVariables: [{ id: 'variable_count', name: 'count', initialValue: 0, isGlobal: false }],
    steps: [
      {
        id: 'step_loop',
        stepKind: 'Loop',
        steps: [
          { id: 'step_count', stepKind: 'SetEnvironmentVariable' },
          { id: 'step_grip', stepKind: 'ActuateGripper' },
          { id: 'step_wait', stepKind: 'Wait' },
        ],
      },
    ],
    stepConfigurations: {
      step_loop: { stepKind: 'Loop', args: {} },
      step_count: {
        stepKind: 'SetEnvironmentVariable',
        args: {
          variableID: 'variable_count',
          newValue: { kind: 'JavaScript', source: 'variables.count + 1' },
          isGlobal: false,
        },
      },
      step_grip: { stepKind: 'ActuateGripper', args: {} },
      step_wait: { stepKind: 'Wait', args: { milliseconds: 30_000 } },
    },
  },
};

/** Routine that waits at the position of the arm. */
const waiting = {
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: {
    id: 'routine_waiting',
    name: 'Waiting',
    steps: [{ id: 'step_long', stepKind: 'Wait' }],
    stepConfigurations: { step_long: { stepKind: 'Wait', args: { milliseconds: 60_000 } } },
  },
};

const headersOf = () => ({ authorization: `Bearer ${bench.token}` });
const devicesSchema = z.object({ items: z.array(z.object({ id: z.string() })) });

const newestRun = (page: Page) => findNewestRun(page, bench);

/** Counts the gripper commands of the newest run. */
const countGrips = (page: Page) => countEvents(page, bench, 'effectIntended');

/** Makes the simulated gripper fail: a silent one answers no command. */
async function setGripperFaults(page: Page, faults: readonly string[]): Promise<void> {
  const equipment = `${bench.url}/api/v1/cell/equipment`;
  const { items } = devicesSchema.parse(await (await page.request.get(equipment, { headers: headersOf() })).json());
  const to = `${equipment}/${items[0]?.id}/rehearsal?robotKind=simulated`;
  const answer = await page.request.put(to, { headers: headersOf(), data: { faults } });
  if (!answer.ok()) throw new Error(`The gripper was not told its faults: ${await answer.text()}`);
}

/** Plays until the gripper was commanded, and kills the runner before the answer. */
async function interruptPicking(): Promise<Page> {
  const page = await bench.open('/');
  await setGripperFaults(page, ['silent']);
  await page.request.post(`${bench.url}/api/v1/cell/routines/import`, { headers: headersOf(), data: file });
  await page.goto(`${bench.url}/routines/routine_picking`);
  const strip = page.getByTestId('run-strip');
  await tapMeant(strip.getByRole('button', { name: 'Release brakes' }));
  await startByFinger(strip.getByRole('button', { name: 'Play', exact: true }));
  await expect.poll(() => countGrips(page), { timeout: withPatience(20_000), interval: 10 }).toBe(1);
  await killRunner(page);
  await setGripperFaults(page, []);
  return page;
}

/** Kills the runner, and waits until the next one has determined the consequences. */
async function killRunner(page: Page): Promise<void> {
  bench.kill('routine-runner');
  const status = () =>
    newestRun(page).then(
      (run) => run?.status,
      () => undefined,
    );
  await expect.poll(status, { timeout: withPatience(60_000) }).toBe('interrupted');
}

describe('A run that a crash of the cell interrupted', () => {
  it(
    'appears on Home, in its routine and on its page, asks about possible effects, and continues',
    async () => {
      const page = await interruptPicking();
      const card = page.getByTestId('resume-card');
      await shown(card).toBeVisible();
      await page.getByText('Wait 30 s').tap();
      await shown(card.getByRole('button', { name: 'Continue at step 1.3 instead' })).toBeDisabled();
      await page.goto(`${bench.url}/`);
      await shown(card.getByRole('heading', { name: 'The run of ‘Picking’ was interrupted' })).toBeVisible();
      await shown(page.getByTestId('resume-at')).toContainText('in cycle 1.');
      await shown(card.getByText('count', { exact: true })).toBeVisible();
      const resume = page.getByRole('button', { name: /^Continue at 1\.2 – .*, iteration 1$/ });
      await shown(resume).toBeDisabled();
      expect(await findSmallTargets(page)).toEqual([]);
      expect(await findBarriers(page)).toEqual([]);
      if (pictures) await page.screenshot({ path: `${pictures}/resume-home.png` });

      const question = page.getByTestId('resume-question');
      await shown(question).toContainText('Step 1.2: gripper was to receive a command. Did it happen?');
      await question.getByRole('button', { name: 'No, repeat it' }).tap();
      await card.getByRole('button', { name: 'Change' }).tap();
      await question.getByRole('button', { name: 'Yes, done' }).tap();
      await shown(card.getByText('Release the brakes first')).toBeVisible();
      await tapMeant(page.getByRole('main').getByRole('button', { name: 'Release brakes' }));
      await shown(resume).toBeEnabled();
      const before = (await newestRun(page))?.id;
      await startByFinger(resume);
      await shown(card).toBeHidden();
      await shown(page.getByTestId('runner-state')).toHaveText('Running');
      await expect.poll(async () => (await newestRun(page))?.id).not.toBe(before);
      expect(await countGrips(page)).toBe(0);
      await page.goto(`${bench.url}/runs/${before}`);
      await shown(page.getByTestId('run-reason')).toBeVisible();
      await shown(card).toBeHidden();
      await page.context().close();
    },
    withPatience(150_000),
  );

  inExhaustiveRuns(() => {
    it(
      'can be given up, also in German',
      async () => {
        const page = await bench.open('/');
        // The next runner may not answer yet when the page asks: it asks again.
        const away = { error: 'unavailable', message: 'The routine runner does not answer' };
        await page.route('**/resumption*', (route) => route.fulfill({ status: 503, json: away }));
        await killRunner(page);
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
        await page.unroute('**/resumption*');
        await shown(page.getByTestId('resume-card')).toBeVisible();
        await page.evaluate(() => localStorage.setItem('cellwright.language', 'de'));
        const run = await newestRun(page);
        await page.goto(`${bench.url}/runs/${run?.id}`);
        const card = page.getByTestId('resume-card');
        await shown(card.getByRole('heading', { name: 'Der Lauf von „Picking“ wurde unterbrochen' })).toBeVisible();
        if (pictures) await page.screenshot({ path: `${pictures}/resume-run-de.png` });
        await tapMeant(card.getByRole('button', { name: 'Aufgeben' }));
        await shown(card).toBeHidden();
        await page.reload();
        await shown(page.getByTestId('run-reason')).toBeVisible();
        await shown(card).toBeHidden();
        await page.context().close();
      },
      withPatience(120_000),
    );

    it(
      'returns the arm to where it was only while the button is held, and continues from there',
      async () => {
        const page = await bench.open('/');
        await page.request.post(`${bench.url}/api/v1/cell/routines/import`, { headers: headersOf(), data: waiting });
        await page.goto(`${bench.url}/routines/routine_waiting`);
        const strip = page.getByTestId('run-strip');
        const play = strip.getByRole('button', { name: 'Play', exact: true });
        await releaseBrakes(strip.getByRole('button', { name: 'Release brakes' }), play);
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
        await startByFinger(play);
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        await expect.poll(() => countEvents(page, bench, 'stepStarted'), { timeout: withPatience(20_000) }).toBe(1);
        await page.getByTestId('stop').tap();
        await expect
          .poll(async () => (await newestRun(page))?.status, { timeout: withPatience(20_000) })
          .toBe('stopped');
        const run = await newestRun(page);
        // A program moves the arm away.
        await sendToRobot(
          page,
          bench,
          ['takeOverControl', {}],
          ['moveJointRelative', { joint: 0, offset: 1, isHeld: false }],
          ['releaseControl', {}],
        );

        await page.goto(`${bench.url}/runs/${run?.id}`);
        const card = page.getByTestId('resume-card');
        const goOn = page.getByTestId('run-strip').getByRole('button', { name: /^Continue (at|after) / });
        await shown(card).toContainText('The arm is not where the run was interrupted (joint 0)');
        await shown(goOn).toBeDisabled();
        if (pictures) await page.screenshot({ path: `${pictures}/resume-return.png` });
        const back = card.getByRole('button', { name: 'Hold to return the arm' });
        const finger = await fingerOn(page);
        const state = page.getByTestId('runner-state');
        // Released on the way: the arm stays where it is.
        await holdUntil(page, state.filter({ hasText: 'Manual motion' }), (during) => finger.hold(back, during));
        await shown(state).not.toHaveText('Manual motion');
        await shown(card).toContainText('The arm is not where the run was interrupted (joint 0)');
        await shown(goOn).toBeDisabled();

        await holdUntil(page, page.getByText('The arm is back at its position.'), (during) =>
          finger.hold(back, during),
        );
        await shown(back).toBeHidden();
        await shown(goOn).toBeEnabled();
        await startByFinger(goOn);
        await shown(state).toHaveText('Running');
        await page.getByTestId('stop').tap();
      },
      withPatience(120_000),
    );
  });
});

stopContract(bench);
