import { describe, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { fingerOn, middleOf } from './pointer.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

describe('Step dropped on a slow tablet', () => {
  it('takes a text that is typed at once', { timeout: withPatience(60_000) }, async () => {
    const page = await bench.open('/routines');
    // The drag library ends its work with a timer, which a busy page runs late.
    await page.addInitScript(() => {
      const schedule = window.setTimeout;
      const late = (run: TimerHandler, ms?: number, ...args: unknown[]) =>
        schedule(run, ms !== undefined && ms > 0 ? ms + 2000 : ms, ...args);
      Object.assign(window, { setTimeout: late });
    });
    await page.reload();
    const { press, drag } = await fingerOn(page);
    await press(page.getByRole('button', { name: 'New routine', exact: true }));
    const library = page.getByRole('complementary', { name: 'Step library' });
    await drag(library.getByRole('button', { name: 'Wait for confirmation', exact: true }), () =>
      middleOf(page.getByRole('button', { name: 'Tap or drag a step here' })),
    );
    const message = page.getByTestId('step-form').getByRole('textbox', { name: 'Message' });
    await press(message);
    await shown(message).toBeFocused();
    await page.keyboard.type('Is the part in the gripper?', { delay: 20 });
    await shown(message).toHaveValue('Is the part in the gripper?');
    await shown(page.getByTestId('step-WaitForConfirmation')).toContainText('Is the part in the gripper?');
  });
});
