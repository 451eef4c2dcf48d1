import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { tapMeant } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const testMS = withPatience(90_000);
const bench = shareArmPage();

const step = (page: Page) => page.getByTestId('recovery-step');
const doneSteps = (page: Page) => page.getByTestId('recovery-guide').locator('[data-state="done"]');
const force = (page: Page, level: 'low' | null, ...names: readonly string[]) =>
  sendToRobot(page, bench, ...names.map((name) => ['forceInput', { name, level }] as const));

describe('Home after the emergency stop of the cell', () => {
  it(
    'shows the recovery steps; each ticks itself off when the robot confirms it',
    async () => {
      const page = await bench.open('/');
      await shown(page.getByTestId('loaded-routine')).toBeVisible();
      await force(page, 'low', 'E-Stop 1');
      const guide = page.getByTestId('recovery-guide');
      await shown(guide.getByRole('heading')).toHaveText('Emergency stop');
      // Only one channel is open: the wiring is at fault, not a pressed button.
      await shown(step(page)).toHaveText(/^Press E-Stop fully and release it: its two channels differ/);
      await force(page, 'low', 'E-Stop 2');
      await shown(step(page)).toHaveText('Release the emergency stop button (E-Stop 1).');
      // Every screen announces and names the failure, and leads to its recovery.
      await page.getByRole('link', { name: 'Runs' }).click();
      const failed = page.getByTestId('runner-state');
      await shown(failed).toHaveAttribute('aria-live', 'assertive');
      await shown(page.getByTestId('failure-title')).toHaveText('Emergency stop');
      await failed.getByRole('link', { name: 'Failure' }).tap();
      await force(page, null, 'E-Stop 1', 'E-Stop 2');
      await shown(step(page)).toHaveText('Press Recover. The arm does not move.');
      await tapMeant(page.getByRole('button', { name: 'Recover' }));
      await shown(step(page)).toHaveText('Release the brakes when no one is near the arm.');
      // The recovery steps stay as they were while another screen is shown.
      await page.getByRole('link', { name: 'Runs' }).click();
      await page.getByRole('link', { name: 'Home' }).click();
      await shown(step(page)).toHaveText('Release the brakes when no one is near the arm.');
      await tapMeant(page.getByRole('button', { name: 'Release brakes' }));
      await shown(doneSteps(page)).toHaveCount(4);
      await shown(step(page)).toHaveText(/^(Play the routine|Continue the run|Choose a routine)/);
      await guide.getByRole('button', { name: 'Close' }).tap();
      await shown(guide).toBeHidden();
    },
    testMS,
  );
});
