// Timed: the history counts the real seconds of a run, and its replay those of the robot's clock.
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { findBarriers, findKeyboardBarriers, findSmallTargets } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const bench = shareBrowser();

const answerSchema = z.object({ items: z.array(z.object({ id: z.string() })) });
const placeSchema = z.object({ joint_rotations: z.array(z.number()) });
const journalSchema = z.object({ newest: z.number() });

async function read(page: Page, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${bench.token}`, 'robot-kind': 'simulated' };
  return (await page.request.get(`${bench.url}/api/v1${path}`, { headers })).json();
}

/** Returns the joints of the simulated arm, rad. */
async function readJoints(page: Page): Promise<readonly number[]> {
  return placeSchema.parse(await read(page, '/movement/position/arm')).joint_rotations;
}

/** Waits until the journal of the newest run has this many entries. */
async function waitForSteps(page: Page, count: number): Promise<void> {
  const newest = async () => {
    const [run] = answerSchema.parse(await read(page, '/cell/runs?limit=1')).items;
    return run ? journalSchema.parse(await read(page, `/cell/runs/${run.id}/journal`)).newest : 0;
  };
  await expect.poll(newest, { timeout: withPatience(20_000) }).toBeGreaterThan(count);
}

/** Waits until the arm is visibly away from a position, in whole degrees. */
async function waitUntilMovedFrom(page: Page, start: readonly number[]): Promise<void> {
  const moved = async () => {
    const joints = await readJoints(page);
    return Math.max(...joints.map((joint, index) => Math.abs(joint - (start[index] ?? 0))));
  };
  await expect.poll(moved, { timeout: withPatience(20_000) }).toBeGreaterThan(0.05);
}

inExhaustiveRuns(() => {
  describe('The replay of a run', () => {
    it(
      'seeks to any instant by keyboard, step and finger, and plays',
      async () => {
        const page = await bench.open('/runs');
        const start = await readJoints(page);
        const state = page.getByTestId('runner-state');
        await shown(state).toHaveText('Idle');
        bench.startEndless('pick-and-place.json');
        await shown(state).toHaveText('Running');
        await waitForSteps(page, 6);
        await waitUntilMovedFrom(page, start);
        await page.getByTestId('stop').tap();
        await page
          .getByRole('row', { name: /Stopped/ })
          .first()
          .getByRole('link')
          .tap();
        const took = await page.locator('dt:text-is("Duration") + dd').textContent();
        await page.getByRole('button', { name: 'Replay' }).tap();
        await shown(page.getByText('Replay: not the current position of the arm')).toBeVisible();
        const facts = page.getByTestId('replay-facts');
        await shown(facts.getByText('Running')).toBeVisible();
        const place = () => facts.getByRole('region', { name: 'Joints' }).textContent();
        const before = await place();
        const slider = page.getByRole('slider', { name: 'Time in the run' });
        await slider.focus();
        await slider.press('End');
        await shown(facts.getByText('Stopped')).toBeVisible();
        // The recording continues until the arm stops, but no run takes longer here than in the history.
        await shown(page.getByTestId('replay-time')).toContainText(`${took} / ${took}`);
        expect(await place()).not.toBe(before);
        await slider.press('Home');
        await shown(facts.getByText('Running')).toBeVisible();
        expect(await place()).toBe(before);
        await page.getByRole('button', { name: 'Next step' }).tap();
        await shown(page.getByTestId('replay-step')).not.toHaveText('None');
        const [seen = ''] = (await page.getByTestId('replay-time').textContent())?.split(' / ') ?? [];
        await page.getByRole('radio', { name: '8×' }).tap();
        await page.getByRole('button', { name: 'Play the recording' }).tap();
        await shown(page.getByTestId('replay-time')).not.toContainText(seen);
        await shown(facts.getByText('Stopped')).toBeVisible();
        await shown(page.getByRole('button', { name: 'Play the recording' })).toBeVisible();
      },
      withPatience(60_000),
    );

    it(
      'has no accessibility barriers, and shows a note if there is nothing to replay',
      async () => {
        const page = await bench.open('/runs');
        await page
          .getByRole('row', { name: /Stopped/ })
          .first()
          .getByRole('link')
          .click();
        await page.getByRole('button', { name: 'Replay' }).click();
        await shown(page.getByTestId('replay-facts')).toBeVisible();
        expect(await findSmallTargets(page)).toEqual([]);
        expect(await findKeyboardBarriers(page)).toEqual([]);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await findBarriers(page)).toEqual([]);
        }
        await page.goto(`${bench.url}/runs/run_none/replay`);
        await shown(page.getByText('The run cannot be replayed')).toBeVisible();
      },
      withPatience(60_000),
    );
  });
});
