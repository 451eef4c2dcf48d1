import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { inviteUser } from './people.fixture.ts';
import { releaseBrakes, releaseBrakesOnMove, startByFinger, tapMeant } from './pointer.fixture.ts';
import { untilInput1 } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const testMS = withPatience(120_000);
const bench = shareArmPage();

const controlOf = (page: Page) => page.getByTestId('control');

describe('Control of the arm', () => {
  it(
    'can be taken over by a user beside the arm; the other side is notified, and may take it back',
    async () => {
      const permissions = { connectToRobot: true };
      const ada = await inviteUser(bench, { username: `${bench.prefix}-ada`, name: 'Ada', permissions });
      const bo = await inviteUser(bench, { username: `${bench.prefix}-bo`, name: 'bo', permissions });
      const [first, second] = [await bench.open('/move', { as: ada }), await bench.open('/move', { as: bo })];
      await releaseBrakesOnMove(first);
      await shown(controlOf(first)).toHaveText('No one has control');
      await controlOf(first).tap();
      await shown(controlOf(first)).toHaveText('You have control');
      await shown(controlOf(second)).toHaveText('Controlled by Ada');
      await shown(second.getByTestId('J0-plus')).toBeDisabled();
      await shown(second.getByRole('main').getByText('Ada has control. Take over to move the arm.')).toBeVisible();

      // Confirming that the arm is in view is required.
      await controlOf(second).tap();
      await second.getByRole('button', { name: 'Cancel' }).tap();
      await shown(controlOf(second)).toHaveText('Controlled by Ada');
      await controlOf(second).tap();
      await shown(second.getByRole('dialog')).toContainText('Take over from Ada?');
      await second.getByRole('button', { name: 'I see the arm: take over' }).tap();
      await shown(controlOf(second)).toHaveText('You have control');
      await shown(controlOf(first)).toHaveText('Controlled by bo');
      const loss = first.getByTestId('control-loss');
      await shown(loss).toContainText('bo took over control');
      await loss.getByRole('button', { name: 'OK' }).tap();
      await shown(loss).toBeHidden();
      await shown(first.getByTestId('J0-plus')).toBeDisabled();
      await shown(second.getByTestId('J0-plus')).toBeEnabled();

      // The keyboard works as well.
      await controlOf(first).focus();
      await first.keyboard.press('Enter');
      const question = first.getByRole('dialog');
      // The dialog takes the focus a moment after it is shown.
      await shown(question.locator(':focus')).toHaveCount(1);
      await question.getByRole('button', { name: 'I see the arm: take over' }).focus();
      await first.keyboard.press('Enter');
      await shown(controlOf(first)).toHaveText('You have control');
      await shown(second.getByTestId('control-loss')).toContainText('Ada took over control');
      await controlOf(first).tap();
      await shown(controlOf(second)).toHaveText('No one has control');
      await first.context().close();
      await second.context().close();
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('Stop after this cycle', () => {
    it(
      'waits for the end of the current cycle, and shows that',
      async () => {
        const page = await bench.open('/');
        const headers = { authorization: `Bearer ${bench.token}` };
        const step = (id: string, stepKind: string, more: object = {}) => ({
          id,
          stepKind,
          isDisabled: false,
          ...more,
        });
        const count = (id: string) => ({
          stepKind: 'SetEnvironmentVariable',
          args: { variableID: id, newValue: { kind: 'JavaScript', source: 'variables.begun + 1' }, isGlobal: false },
        });
        const data = {
          name: 'Rounds',
          environmentVariables: [
            { id: 'variable_begun', name: 'begun', initialValue: 0, isGlobal: false },
            { id: 'variable_ended', name: 'ended', initialValue: 0, isGlobal: false },
          ],
          mainLoopStepID: 'step_loop',
          steps: [
            step('step_loop', 'Loop', {
              steps: [
                step('step_begin', 'SetEnvironmentVariable'),
                step('step_work', 'Wait'),
                step('step_end', 'SetEnvironmentVariable'),
              ],
            }),
          ],
          stepConfigurations: {
            step_loop: { stepKind: 'Loop', args: {} },
            step_begin: count('variable_begun'),
            // The first cycle must not end before the stop is requested, on a slow machine either.
            step_work: untilInput1,
            step_end: {
              ...count('variable_ended'),
              args: { ...count('variable_ended').args, newValue: { kind: 'JavaScript', source: 'variables.begun' } },
            },
          },
        };
        const made = await page.request.post(`${bench.url}/api/v1/cell/routines`, { headers, data });
        expect(made.status(), await made.text()).toBe(200);
        const { id }: { id: string } = await made.json();
        await page.goto(`${bench.url}/routines/${id}`);
        const strip = page.getByTestId('run-strip');
        const play = strip.getByRole('button', { name: 'Play', exact: true });
        await releaseBrakes(strip.getByRole('button', { name: 'Release brakes' }), play);
        await startByFinger(play);
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        const afterCycle = strip.getByRole('button', { name: /^Stops? after this cycle/ });
        await tapMeant(afterCycle);
        await shown(afterCycle).toHaveAttribute('aria-pressed', 'true');
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        await sendToRobot(page, bench, ['forceInput', { name: 'Input 1', level: 'high' }]);
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
        await shown(page.getByTestId('progress')).toContainText('Stopped');
        // The cycle was played completely, and no other began.
        await page.getByRole('radio', { name: 'Debug' }).tap();
        for (const name of ['begun', 'ended']) {
          await shown(page.getByRole('textbox', { name, exact: true })).toHaveValue('1');
        }
      },
      testMS,
    );
  });
});
