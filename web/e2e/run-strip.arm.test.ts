import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { startByFinger, tapMeant } from './pointer.fixture.ts';
import { importRoutine } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot, waitForFreeControl } from './socket.fixture.ts';

const testMS = withPatience(90_000);
const bench = shareArmPage();

/** Waits forever, a second at a time. */
const endless = {
  mainLoopStepID: 'step_loop',
  steps: [{ id: 'step_loop', stepKind: 'Loop', steps: [{ id: 'step_wait', stepKind: 'Wait' }] }],
  stepConfigurations: {
    step_loop: { stepKind: 'Loop', args: {} },
    step_wait: { stepKind: 'Wait', args: { milliseconds: 1000 } },
  },
};

describe('On the screens without own buttons, during a run', () => {
  it(
    'pause, speed and resume are in the strip, each in its place, and disappear with the run',
    async () => {
      const page = await bench.open('/move');
      const strip = page.getByTestId('run-strip');
      await shown(page.getByTestId('J0-plus')).toBeVisible();
      await shown(strip).toBeHidden();
      const routineID = await importRoutine(bench, page, 'Endless', endless);
      const messages = [
        ['setBrakes', { state: 'disengaged' }],
        ['loadRoutine', { routineID }],
        ['playRoutine', {}],
      ] as const;
      await sendToRobot(page, bench, ...messages);
      const pause = strip.getByRole('button', { name: 'Pause' });
      await shown(pause).toBeEnabled();
      const places = () =>
        Promise.all(
          ['Slower', 'Faster', 'Pause', 'Resume'].map((name) =>
            strip.getByLabel(name).or(strip.getByRole('button', { name })).first().boundingBox(),
          ),
        );
      const before = await places();
      // Each has the same corner at the bottom right on screens whose strip has more rows.
      const corner = (box: (typeof before)[number]) =>
        box && { x: box.x, width: box.width, bottom: box.y + box.height };
      await page.getByRole('link', { name: 'Home', exact: true }).tap();
      await shown(pause).toBeEnabled();
      await shown.poll(async () => (await places()).map(corner)).toEqual(before.map(corner));
      await page.getByRole('link', { name: 'Move', exact: true }).tap();
      await shown.poll(places).toEqual(before);
      await tapMeant(strip.getByRole('button', { name: 'Slower' }));
      await shown(page.getByTestId('speed')).toHaveText('90 %');
      await tapMeant(pause);
      await shown(page.getByTestId('runner-state')).toHaveText('Paused');
      expect(await places()).toEqual(before);
      await startByFinger(strip.getByRole('button', { name: 'Resume' }));
      await shown(page.getByTestId('runner-state')).toHaveText('Running');
      await tapMeant(strip.getByRole('button', { name: 'Faster' }));
      await shown(page.getByTestId('speed')).toHaveText('100 %');
      // Engaging the brakes is a stop: it needs neither control nor an idle robot. Teaching needs an idle one.
      await shown(page.getByRole('button', { name: 'Teach this position' })).toBeDisabled();
      await tapMeant(page.getByRole('button', { name: 'Engage brakes' }));
      await shown(page.getByTestId('brakes')).toHaveText('Brakes on');
      await shown(strip).toBeHidden();
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'the speed of a test run is labelled on Home, and can be ended there',
      async () => {
        const page = await bench.open('/');
        await shown(page.getByTestId('loaded-routine')).toBeVisible();
        await sendToRobot(page, bench, ['setTestRunSpeed', { value: 0.25 }]);
        await shown(page.getByTestId('speed')).toHaveText('Test run 25 %');
        await waitForFreeControl(page);
        await tapMeant(page.getByRole('button', { name: 'End test run at 25 %' }));
        await shown(page.getByTestId('speed')).toHaveText('100 %');
      },
      testMS,
    );
  });
});
