import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Locator, Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { enterMeant } from './pointer.fixture.ts';
import { importRoutine, untilInput1 } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot, waitForFreeControl, waitForStep } from './socket.fixture.ts';

const testMS = withPatience(120_000);
const bench = shareArmPage();

/** Folder for screenshots, kept out of the repository; none without. */
const pictures = process.env.KEYBOARD_PICTURES;

/** Loop whose cycle continues until Input 1 is high. */
const rounds = {
  mainLoopStepID: 'step_loop',
  steps: [{ id: 'step_loop', stepKind: 'Loop', steps: [{ id: 'step_work', stepKind: 'Wait' }] }],
  stepConfigurations: { step_loop: { stepKind: 'Loop', args: {} }, step_work: untilInput1 },
};

/** Asks any client for a choice, and waits for Input 1. */
const asking = {
  steps: [
    { id: 'step_ask', stepKind: 'WaitForConfirmation' },
    { id: 'step_work', stepKind: 'Wait' },
  ],
  stepConfigurations: {
    step_ask: {
      stepKind: 'WaitForConfirmation',
      args: { message: 'Which part is it?', mode: 'choice', choices: ['Shaft', 'Flange'], answeredBy: 'anyone' },
    },
    step_work: untilInput1,
  },
};

const buttonIn = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const runnerState = (page: Page) => page.getByTestId('runner-state');

/** Opens a page with the routine loaded, no run under way, and the brakes released. */
async function openLoaded(path: (routineID: string) => string, routine: typeof rounds | typeof asking = rounds) {
  const page = await bench.open('/');
  // The test leaves its routine running.
  await sendToRobot(page, bench, ['stop', {}]);
  await shown(runnerState(page)).toHaveText('Idle');
  const routineID = await importRoutine(bench, page, routine === rounds ? 'Rounds' : 'Asking', routine);
  await sendToRobot(
    page,
    bench,
    ['forceInput', { name: 'Input 1', level: 'low' }],
    ['loadRoutine', { routineID }],
    ['setBrakes', { state: 'disengaged' }],
  );
  await waitForFreeControl(page);
  await page.goto(`${bench.url}${path(routineID)}`);
  return page;
}

/** Presses the button at the moment it gets the focus; the page records whether it was accepted. */
async function pressAgainOnceFocused(page: Page, name: string): Promise<void> {
  await page.evaluate((text) => {
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLButtonElement) || !target.textContent?.startsWith(text)) return;
      queueMicrotask(() => {
        const isHeard = target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
        document.body.dataset.pressed = isHeard ? 'heard' : 'refused';
      });
    });
  }, name);
}

/** Expects that the focus follows the run: each button passes it to its successor. */
async function expectFocusKept(page: Page): Promise<void> {
  const buttons = page.getByTestId('run-strip');
  await enterMeant(buttonIn(buttons, 'Play'));
  await shown(runnerState(page)).toHaveText('Running');
  await shown(buttonIn(buttons, 'Pause')).toBeFocused();
  await enterMeant(buttonIn(buttons, 'Pause'));
  await shown(runnerState(page)).toHaveText('Paused');
  await shown(buttonIn(buttons, 'Resume')).toBeFocused();
  await enterMeant(buttonIn(buttons, 'Resume'));
  await shown(runnerState(page)).toHaveText('Running');
  await shown(buttonIn(buttons, 'Pause')).toBeFocused();
  const afterCycle = buttons.getByRole('button', { name: /^Stops? after this cycle/ });
  await enterMeant(afterCycle);
  await shown(afterCycle).toHaveAttribute('aria-pressed', 'true');
  await shown(afterCycle).toBeFocused();
  await enterMeant(buttonIn(buttons, 'Stop run'));
  await shown(runnerState(page)).toHaveText('Idle');
  await shown(buttons.getByRole('button', { name: /^Continue (at|after) / })).toBeFocused();
}

describe('The focus', () => {
  inExhaustiveRuns(() => {
    it(
      'stays in the strip of the editor, on the button of the next action',
      async () => {
        const page = await openLoaded((id) => `/routines/${id}`);
        const strip = page.getByTestId('run-strip');
        await expectFocusKept(page);
        await enterMeant(buttonIn(strip, 'Play one step'));
        await shown(runnerState(page)).toHaveText('Running');
        await shown(buttonIn(strip, 'Pause')).toBeFocused();
        if (pictures) await page.screenshot({ path: `${pictures}/run-bar.png` });
      },
      testMS,
    );

    it(
      'stays among the buttons of Home',
      async () => {
        const page = await openLoaded(() => '/');
        await expectFocusKept(page);
      },
      testMS,
    );

    it(
      'stays with the test run, and with the button that plays at full speed',
      async () => {
        const page = await openLoaded(() => '/preflight');
        const testRun = page.getByTestId('run-strip');
        await enterMeant(buttonIn(testRun, 'Start the test run'));
        await shown(buttonIn(testRun, 'Pause')).toBeFocused();
        await enterMeant(buttonIn(testRun, 'Stop run'));
        await shown(buttonIn(testRun, 'Start the test run')).toBeFocused();
        await enterMeant(buttonIn(testRun, 'Play at full speed'));
        await shown(runnerState(page)).toHaveText('Running');
        await shown(buttonIn(testRun, 'Pause')).toBeFocused();
      },
      testMS,
    );
  });

  it(
    'moves from Stop run to Continue, which ignores a second press of Stop run',
    async () => {
      const page = await openLoaded((id) => `/routines/${id}`);
      const strip = page.getByTestId('run-strip');
      await enterMeant(buttonIn(strip, 'Play'));
      await waitForStep(page);
      await pressAgainOnceFocused(page, 'Continue');
      await enterMeant(buttonIn(strip, 'Stop run'));
      await shown(page.locator('body')).toHaveAttribute('data-pressed', 'refused');
      await shown(strip.getByRole('button', { name: /^Continue / })).toBeFocused();
      await shown(runnerState(page)).toHaveText('Idle');
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'stays in place when another user plays the routine',
      async () => {
        const page = await openLoaded((id) => `/routines/${id}`);
        const strip = page.getByTestId('run-strip');
        await buttonIn(strip, 'Play').focus();
        const step = page.getByTestId('step-Wait');
        await step.click();
        await shown(step).toBeFocused();
        await sendToRobot(page, bench, ['playRoutine', {}]);
        await shown(buttonIn(strip, 'Pause')).toBeEnabled();
        await waitForStep(page);
        await shown(step).toBeFocused();
        await page.getByTestId('stop').tap();
        await shown(buttonIn(strip, 'Start over')).toBeEnabled();
        await shown(step).toBeFocused();
      },
      testMS,
    );
  });
});

/** Opens a page on which the routine waits for a choice. */
async function openAsking(): Promise<{ page: Page; prompt: Locator }> {
  const page = await openLoaded(() => '/', asking);
  await enterMeant(buttonIn(page.getByRole('main'), 'Play'));
  const prompt = page.getByTestId('operator-prompt');
  await shown(buttonIn(prompt, 'Shaft')).toBeEnabled();
  return { page, prompt };
}

inExhaustiveRuns(() => {
  describe('A prompt', () => {
    it(
      'makes an announcement, takes no focus from a field, and is at most three presses of Tab behind STOP',
      async () => {
        const page = await openLoaded(() => '/routines', asking);
        const prompt = page.getByTestId('operator-prompt');
        const field = page.getByRole('textbox').first();
        await field.fill('Bo');
        await sendToRobot(page, bench, ['playRoutine', {}]);
        await shown(prompt.getByRole('alert')).toContainText('Which part is it?');
        await page.keyboard.type('xing');
        await shown(field).toHaveValue('Boxing');
        await page.reload();
        await shown(buttonIn(prompt, 'Shaft')).toBeEnabled();
        await page.keyboard.press('Tab');
        await shown(page.getByTestId('stop')).toBeFocused();
        for (let presses = 0; presses < 3; presses++) {
          if (await prompt.locator(':focus').count()) break;
          await page.keyboard.press('Tab');
        }
        await shown(buttonIn(prompt, 'Shaft')).toBeFocused();
        await enterMeant(buttonIn(prompt, 'Shaft'));
        await shown(prompt).toBeHidden();
      },
      testMS,
    );

    it(
      'can be reached from anywhere by the key that it names, and returns the focus after the answer',
      async () => {
        const { page, prompt } = await openAsking();
        await shown(prompt).toContainText('F2');
        const place = page.getByRole('link', { name: 'Runs', exact: true });
        await place.focus();
        await page.keyboard.press('F2');
        await shown(buttonIn(prompt, 'Shaft')).toBeFocused();
        if (pictures) await page.screenshot({ path: `${pictures}/prompt.png` });
        await enterMeant(buttonIn(prompt, 'Shaft'));
        await shown(prompt).toBeHidden();
        await shown(place).toBeFocused();
      },
      testMS,
    );
  });
});
