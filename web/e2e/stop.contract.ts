import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { beforeEach, describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import type { shareBrowser } from './shared-browser.fixture.ts';
import { shown } from './shown.fixture.ts';

/** Tests STOP on a cell of its own, whose gateway it kills. */
export function stopContract(bench: ReturnType<typeof shareBrowser>): void {
  /** Plays the endless routine on the simulated robot. */
  async function playEndless(): Promise<void> {
    bench.startEndless('pick-and-place.json');
    await expect.poll(() => isRunning('simulated'), { timeout: withPatience(30_000) }).toBe(true);
  }

  async function isRunning(robot: 'live' | 'simulated'): Promise<boolean> {
    const headers = { authorization: `Bearer ${bench.token}` };
    const answer = await fetch(`${bench.url}/api/v1/cell/robots/activity`, { headers });
    const activity: Record<string, string> = await answer.json();
    return activity[robot] !== 'still';
  }

  const chooseLive = async (page: Page) => {
    await page.getByTestId('mode').tap();
    await page.getByRole('button', { name: /^LIVE/i }).tap();
  };

  describe('STOP', () => {
    beforeEach(async () => {
      // The test before may leave a run.
      const headers = { authorization: `Bearer ${bench.token}` };
      await fetch(`${bench.url}/api/v1/cell/robots/simulated/stop`, { method: 'POST', headers });
    });

    inExhaustiveRuns(() => {
      it(
        'stops the robot that the screen does not show but warns about',
        async () => {
          const page = await bench.open('/');
          await chooseLive(page);
          await playEndless();
          await shown(page.getByTestId('other-robot')).toContainText('Also moving');
          await page.getByTestId('stop').tap();
          await expect.poll(() => isRunning('simulated')).toBe(false);
          await shown(page.getByTestId('other-robot')).toHaveCount(0);
          await shown(page.getByTestId('stop-notice')).toHaveCount(0);
        },
        withPatience(120_000),
      );
    });

    it(
      'arrives through the stop listener after the gateway was killed',
      async () => {
        const page = await bench.open('/');
        await playEndless();
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        await page.route('**/api/v1/cell/robots/*/stop', (route) =>
          new URL(route.request().url()).origin === bench.url ? route.abort() : route.continue(),
        );
        bench.kill('gateway');
        await page.getByTestId('stop').tap();
        const runs = () => isRunning('simulated').catch(() => true);
        // The next gateway has to start first.
        await expect.poll(runs, { timeout: withPatience(60_000) }).toBe(false);
      },
      withPatience(120_000),
    );

    it(
      'shows a red notice without a connection, is sent again, and keeps the notice until it is acknowledged',
      async () => {
        const page = await bench.open('/');
        await playEndless();
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        await page.context().setOffline(true);
        await page.getByTestId('stop').tap();
        const notice = page.getByTestId('stop-notice');
        await shown(notice).toContainText('Press the emergency stop at the cell');
        expect(await isRunning('simulated')).toBe(true);
        await page.context().setOffline(false);
        await shown(notice).toContainText('s after STOP was pressed');
        await expect.poll(() => isRunning('simulated')).toBe(false);
        await notice.getByRole('button', { name: 'OK' }).tap();
        await shown(notice).toHaveCount(0);
      },
      withPatience(120_000),
    );

    it(
      'asks before signing out during a run, and works on the sign-in page of that screen only',
      async () => {
        const page = await bench.open('/');
        await playEndless();
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        await page.getByRole('button', { name: 'Sign out' }).tap();
        const question = page.getByRole('dialog', { name: 'A robot is moving' });
        await question.getByRole('button', { name: 'Stay signed in' }).tap();
        await page.getByRole('button', { name: 'Sign out' }).tap();
        await question.getByRole('button', { name: 'Sign out' }).tap();
        await shown(page.getByTestId('active-robots')).toContainText('STOP still works here');
        await page.reload();
        await shown(page.getByTestId('active-robots')).toContainText('STOP still works here');
        await page.getByTestId('stop').tap();
        await expect.poll(() => isRunning('simulated')).toBe(false);
        await shown(page.getByTestId('active-robots')).toHaveCount(0);

        const stranger = await bench.open('/login', { isSignedIn: false });
        await shown(stranger.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
        await shown(stranger.getByTestId('stop')).toHaveCount(0);
        const refused = await stranger.request.post(`${bench.url}/api/v1/cell/robots/simulated/stop`);
        expect(refused.status()).toBe(401);
      },
      withPatience(120_000),
    );
  });
}
