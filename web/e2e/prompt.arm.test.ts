import { once } from 'node:events';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { enterMeant, startByFinger, tapMeant } from './pointer.fixture.ts';
import { importRoutine, untilInput1 } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot, waitForFreeControl } from './socket.fixture.ts';

const bench = shareArmPage();

/** File for a screenshot, kept out of the repository; none without. */
const picture = process.env.PROMPT_PICTURE;

/** Asks, and continues after a delay that no test waits for. */
const delayed = {
  steps: [
    { id: 'step_ask', stepKind: 'WaitForConfirmation' },
    { id: 'step_end', stepKind: 'Wait' },
  ],
  stepConfigurations: {
    step_ask: { stepKind: 'WaitForConfirmation', args: { message: 'Is nobody inside the fence?', delayMS: 600_000 } },
    step_end: untilInput1,
  },
};

/** Without a terminal the command line does not answer prompts: it stops the run, and the routine stays loaded. */
async function openLoaded(file: string) {
  await once(bench.startRoutine(file), 'exit');
  const page = await bench.open('/');
  await waitForFreeControl(page);
  await startByFinger(page.getByRole('button', { name: 'Start over', exact: true }));
  const prompt = page.getByTestId('operator-prompt');
  await shown(prompt).toBeVisible();
  return { page, prompt };
}

describe('A routine that asks', () => {
  it(
    'shows its choices on every screen, and continues with the chosen one',
    async () => {
      const { page, prompt } = await openLoaded('machine-feeding.json');
      await shown(prompt).toContainText('Which part is in the infeed?');
      if (picture) await page.screenshot({ path: picture });
      await page.getByRole('link', { name: 'Move' }).tap();
      const shaft = prompt.getByRole('button', { name: 'Shaft' });
      await shown.poll(async () => (await shaft.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
      await shown(shaft).toBeEnabled();
      await enterMeant(shaft);
      await shown(prompt).toBeHidden();
      await shown(page.getByTestId('runner-state')).toHaveText('Running');
      await page.getByTestId('stop').tap();
      await shown(page.getByTestId('runner-state')).toHaveText('Idle');
    },
    withPatience(120_000),
  );

  inExhaustiveRuns(() => {
    it(
      'accepts text only if it asks for text, and continues with it',
      async () => {
        const { page, prompt } = await openLoaded('inspection-with-branches.json');
        const confirm = prompt.getByRole('button', { name: 'Confirm' });
        await shown(confirm).toBeDisabled();
        await prompt.getByRole('textbox', { name: 'Answer' }).fill('B-2041');
        await tapMeant(confirm);
        await shown(prompt).toBeHidden();
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        await page.getByTestId('stop').tap();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      },
      withPatience(120_000),
    );

    it(
      'counts its delay down on every client, and asks again when one of them cancels',
      async () => {
        const page = await bench.open('/');
        const routineID = await importRoutine(bench, page, 'Delayed', delayed);
        const stopped = ['stop', {}] as const;
        const low = ['forceInput', { name: 'Input 1', level: 'low' }] as const;
        await sendToRobot(
          page,
          bench,
          stopped,
          low,
          ['loadRoutine', { routineID }],
          ['setBrakes', { state: 'disengaged' }],
        );
        await waitForFreeControl(page);
        await startByFinger(page.getByRole('button', { name: 'Play', exact: true }));
        const other = await bench.open('/runs');
        await tapMeant(page.getByTestId('operator-prompt').getByRole('button', { name: 'Confirm' }));
        for (const client of [page, other]) {
          await shown(client.getByTestId('prompt-countdown').getByRole('timer')).toHaveText(/^\d+ s$/);
        }
        await tapMeant(other.getByTestId('prompt-countdown').getByRole('button', { name: 'Cancel' }));
        for (const client of [page, other]) {
          await shown(client.getByTestId('prompt-countdown')).toBeHidden();
          await shown(client.getByTestId('operator-prompt')).toBeVisible();
        }
        await shown(page.getByTestId('runner-state')).toHaveText('Paused');
        await page.getByTestId('stop').tap();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      },
      withPatience(120_000),
    );

    it(
      'withdraws its prompt on a stop',
      async () => {
        const { page, prompt } = await openLoaded('machine-feeding.json');
        await page.getByTestId('stop').tap();
        await shown(prompt).toBeHidden();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      },
      withPatience(120_000),
    );
  });
});
