import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { afterEach, describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { blindFingerOn } from './gloves.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { middleOf, releaseBrakes } from './pointer.fixture.ts';
import { importRoutine, untilInput1 } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot, waitForFreeControl } from './socket.fixture.ts';

const waiting = {
  steps: [{ id: 'step_wait', stepKind: 'Wait' }],
  stepConfigurations: { step_wait: untilInput1 },
};

inExhaustiveRuns(() => {
  const bench = shareArmPage();

  async function setTapStart(isOn: boolean): Promise<void> {
    const answer = await fetch(`${bench.url}/api/v1/cell/feature-flags/1`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${bench.adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tapToStartSimulated: isOn }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  }

  const play = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Play', exact: true });
  const hint = (page: Page) => page.getByText('Hold the button to start');

  /** Taps a control that has come to rest. */
  async function tap(page: Page, name: ReturnType<typeof play>): Promise<void> {
    await shown(name).toBeEnabled();
    await shown(name).not.toHaveAttribute('data-resting');
    const finger = await blindFingerOn(page);
    await finger.tapAt(await middleOf(name));
  }

  async function openLoaded(): Promise<Page> {
    const page = await bench.open('/');
    const routineID = await importRoutine(bench, page, 'Tapped', waiting);
    await sendToRobot(page, bench, ['forceInput', { name: 'Input 1', level: 'low' }], ['loadRoutine', { routineID }]);
    await shown(page.getByTestId('loaded-routine')).toHaveText('Tapped');
    await waitForFreeControl(page);
    await releaseBrakes(page.getByRole('main').getByRole('button', { name: 'Release brakes' }), play(page));
    return page;
  }

  describe('A tap on Play of the simulated robot', () => {
    afterEach(() => setTapStart(false));

    it(
      'starts nothing unless the cell allows it, and then the run',
      async () => {
        const page = await openLoaded();
        await tap(page, play(page));
        await shown(hint(page)).toBeVisible();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
        await setTapStart(true);
        const finger = await blindFingerOn(page);
        // The page has the setting when a tap is not refused any more.
        await shown
          .poll(async () => {
            // A tap that started the run has removed the button.
            const points = await play(page).evaluateAll((buttons) =>
              buttons.map((each) => each.getBoundingClientRect()).map(({ x, y }) => ({ x: x + 20, y: y + 20 })),
            );
            for (const point of points) await finger.tapAt(point);
            return page.getByTestId('runner-state').textContent();
          })
          .toBe('Running');
      },
      withPatience(120_000),
    );

    it(
      'does nothing for the live robot in the same cell',
      async () => {
        await setTapStart(true);
        const page = await openLoaded();
        await page.evaluate(() => sessionStorage.setItem('cellwright.robotKind', 'live'));
        await page.reload();
        await shown(page.getByTestId('runner-state')).toBeVisible();
        const clicks = await page.evaluateHandle(() => {
          const seen = { count: 0 };
          const starter = document.createElement('button');
          starter.textContent = 'Start live';
          Object.assign(starter.dataset, { guarded: 'start', startsMotion: 'true' });
          Object.assign(starter.style, { position: 'fixed', left: '400px', top: '400px', zIndex: '1000' });
          starter.addEventListener('click', () => {
            seen.count += 1;
          });
          document.body.append(starter);
          return seen;
        });
        const starter = page.getByRole('button', { name: 'Start live' });
        await tap(page, starter);
        await shown(hint(page)).toBeVisible();
        expect(await clicks.evaluate(({ count }) => count)).toBe(0);
      },
      withPatience(120_000),
    );
  });
});
