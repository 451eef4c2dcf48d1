import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { connectCell, openSession } from '../../services/cell/e2e/harness.ts';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { inviteUser } from './people.fixture.ts';
import { startByFinger, tapMeant } from './pointer.fixture.ts';
import { importRoutine, untilInput1 } from './routine-editing.fixture.ts';
import { findArmCellPath } from './shared-cells.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const bench = shareArmPage();

/** Asks the holder of control, then waits for Input 1. */
const asking = {
  steps: [
    { id: 'step_ask', stepKind: 'WaitForConfirmation' },
    { id: 'step_work', stepKind: 'Wait' },
  ],
  stepConfigurations: {
    step_ask: { stepKind: 'WaitForConfirmation', args: { message: 'Part loaded?', delayMS: 0 } },
    step_work: untilInput1,
  },
};

const control = (page: Page) => page.getByTestId('control');
const loss = (page: Page) => page.getByTestId('control-loss');
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const question = (page: Page) => page.getByRole('dialog');
const confirmPrompt = (page: Page) => page.getByTestId('operator-prompt').getByRole('button', { name: 'Confirm' });

const expectEverywhere = async (pages: readonly Page[], runnerState: string) => {
  for (const page of pages) await shown(page.getByTestId('runner-state')).toHaveText(runnerState);
};

/** Expects that one page has control, and all others name its user. */
async function expectHolder(holder: Page, name: string, others: readonly Page[]): Promise<void> {
  await shown(control(holder)).toHaveText('You have control');
  for (const other of others) await shown(control(other)).toHaveText(`Controlled by ${name}`);
}

const takeOver = (page: Page) => question(page).getByRole('button', { name: 'I see the arm: take over' }).tap();

async function acknowledge(page: Page, text: string): Promise<void> {
  await shown(loss(page)).toContainText(text);
  await loss(page).getByRole('button', { name: 'OK' }).tap();
  await shown(loss(page)).toBeHidden();
}

inExhaustiveRuns(() => {
  describe('Two tablets and a desk that compete for control of a run', () => {
    it(
      'resume and answer only after confirming that the arm is in view, and show every loss until it is acknowledged',
      async () => {
        const open = async (name: string) => {
          const username = `${bench.prefix}-${name.toLowerCase()}`;
          const user = await inviteUser(bench, { username, name, permissions: { connectToRobot: true } });
          return bench.open('/', { as: user });
        };
        const ada = await open('Ada');
        const bo = await open('Bo');
        const desk = await open('Dee');
        const all = [ada, bo, desk];
        const robot = await openSession(connectCell(findArmCellPath()).client, 'simulated');
        const routineID = await importRoutine(bench, ada, 'Fought over', asking);
        await sendToRobot(ada, bench, ['loadRoutine', { routineID }], ['setBrakes', { state: 'disengaged' }]);
        await shown(control(ada)).toHaveText('No one has control');

        // Ada starts it: her page shows its prompt.
        await startByFinger(button(ada, 'Play'));
        await expectHolder(ada, 'Ada', [bo, desk]);
        await shown(bo.getByTestId('operator-prompt')).toContainText('Ada has control. Take over to answer.');
        await tapMeant(confirmPrompt(bo));
        await shown(question(bo)).toContainText('Take over from Ada?');
        await question(bo).getByRole('button', { name: 'Cancel' }).tap();
        await shown(confirmPrompt(ada)).toBeVisible();
        await tapMeant(confirmPrompt(ada));
        await expectEverywhere(all, 'Running');

        // Bo pauses at the cell: he has control while he reaches in, and Ada is notified.
        await tapMeant(button(bo, 'Pause'));
        await expectHolder(bo, 'Bo', [ada, desk]);
        // No lease is left that could expire: the run alone keeps his control.
        await robot.waitFor(({ lease, control }) => lease === null && control?.holder?.name === 'Bo');
        await expectHolder(bo, 'Bo', [ada, desk]);
        await ada.reload();
        await acknowledge(ada, 'Bo paused the run');

        // The desk does not resume without confirmation; a reload leaves control with Bo.
        await startByFinger(button(desk, 'Resume'));
        await shown(question(desk)).toContainText('Take over from Bo?');
        await expectEverywhere(all, 'Paused');
        await bo.reload();
        await expectHolder(bo, 'Bo', [ada, desk]);
        await takeOver(desk);
        await expectHolder(desk, 'Dee', [ada, bo]);
        await expectEverywhere(all, 'Paused');
        await acknowledge(bo, 'Dee took over control');
        await startByFinger(button(desk, 'Resume'));
        await expectEverywhere(all, 'Running');

        // A stop needs no control, and ends control with the run.
        await tapMeant(button(bo, 'Stop run'));
        await expectEverywhere(all, 'Idle');
        for (const page of all) await shown(control(page)).toHaveText('No one has control');
        robot.close();
        for (const page of all) await page.context().close();
      },
      withPatience(90_000),
    );
  });
});
