import { once } from 'node:events';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { startByFinger, tapMeant } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const bench = shareArmPage();

inExhaustiveRuns(() => {
  describe('Before the run', () => {
    it(
      'the checks show what is missing, and a slow test run passes, or is skipped with a reason',
      async () => {
        const played = bench.startRoutine('pick-and-place.json');
        await once(played, 'exit');
        const page = await bench.open('/');
        await page.getByRole('button', { name: 'Check before start' }).tap();
        await shown(page.getByTestId('preflight-routine')).toContainText('Pick and place');
        await shown(page.getByTestId('preflight-outcome')).toHaveText('This version was not tested yet.');
        for (const name of ['connected', 'eStop', 'safeguard', 'failure', 'routine', 'problems', 'devices']) {
          await shown(page.getByTestId(`check-${name}`)).toHaveAttribute('data-result', 'good');
        }

        const headers = { authorization: `Bearer ${bench.token}` };
        const robot = `${bench.url}/api/v1/cell/robots/simulated`;
        await page.request.post(`${robot}/emergency-stop`, { headers });
        const brakes = page.getByTestId('check-brakes');
        await shown(brakes).toHaveAttribute('data-result', 'missing');
        await shown(page.getByRole('button', { name: 'Start the test run' })).toBeDisabled();
        await tapMeant(brakes.getByRole('button', { name: 'Release brakes' }));
        await shown(brakes).toHaveAttribute('data-result', 'good');

        await page.getByRole('radio', { name: '50 %' }).tap();
        await startByFinger(page.getByRole('button', { name: 'Start the test run' }));
        await shown(page.getByTestId('test-run')).toContainText('50 %');
        await shown(page.getByTestId('preflight-outcome')).toHaveAttribute('data-result', 'passed', {
          timeout: withPatience(60_000),
        });

        // Also applies if the speed was reduced before.
        await sendToRobot(page, bench, ['setSpeedRestrictionPercentage', { value: 0.27 }], ['releaseControl', {}]);
        await startByFinger(page.getByRole('button', { name: 'Play at full speed' }));
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        await shown(page.getByTestId('speed')).toHaveText('100 %');
        await page.getByTestId('stop').tap();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      },
      withPatience(120_000),
    );

    it(
      'the test run is skipped with a reason that all users see',
      async () => {
        const page = await bench.open('/preflight');
        const state = page.getByTestId('runner-state');
        await shown(state).toHaveText('Idle');
        const ended = once(bench.startEndless('pick-and-place.json'), 'exit');
        await shown(state).toHaveText('Running');
        await page.getByTestId('stop').tap();
        await ended;
        await shown(page.getByTestId('preflight-outcome')).toHaveText('This version was not tested yet.');
        const skip = page.getByRole('button', { name: 'Skip test run' });
        await shown(skip).toBeDisabled();
        await page.getByRole('textbox', { name: 'Reason' }).fill('The same part as yesterday');
        await skip.tap();
        const others = await bench.open('/preflight');
        for (const seen of [page, others]) {
          await shown(seen.getByTestId('preflight-outcome')).toContainText('by preflight: The same part as yesterday');
        }
      },
      withPatience(60_000),
    );
  });
});
