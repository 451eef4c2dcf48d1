import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { releaseBrakes, startByFinger } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';

const bench = shareArmPage();

const set = (newValue: object) => ({
  stepKind: 'SetEnvironmentVariable',
  args: { variableID: 'variable_count', newValue, isGlobal: false },
});
const file = {
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: {
    id: 'routine_debugged',
    name: 'Debugged',
    environmentVariables: [{ id: 'variable_count', name: 'count', initialValue: 0, isGlobal: false }],
    steps: [
      { id: 'step_first', stepKind: 'Wait' },
      { id: 'step_loop', stepKind: 'Loop', steps: [{ id: 'step_count', stepKind: 'SetEnvironmentVariable' }] },
      { id: 'step_last', stepKind: 'Wait' },
    ],
    stepConfigurations: {
      step_first: { stepKind: 'Wait', args: { milliseconds: 10 } },
      step_loop: { stepKind: 'Loop', args: { times: 2 } },
      step_count: set({ kind: 'JavaScript', source: 'variables.count + 1' }),
      step_last: { stepKind: 'Wait', args: { milliseconds: 10 } },
    },
  },
};

const headersOf = () => ({ authorization: `Bearer ${bench.token}` });

async function openRoutine(): Promise<Page> {
  const page = await bench.open('/');
  const headers = headersOf();
  // A previous test may have left a paused run.
  await page.request.post(`${bench.url}/api/v1/cell/robots/simulated/stop`, { headers });
  const imported = await page.request.post(`${bench.url}/api/v1/cell/routines/import`, { headers, data: file });
  expect(imported.status()).toBe(200);
  await page.goto(`${bench.url}/routines/routine_debugged`);
  const strip = page.getByTestId('run-strip');
  await releaseBrakes(strip.getByRole('button', { name: 'Release brakes' }), playIn(strip));
  return page;
}

/** Finds the button that plays the routine from its first step, also if a run can be continued. */
const playIn = (place: Page | Locator) => place.getByRole('button', { name: /^(Play|Start over)$/ });

const breakpointAt = (page: Page, path: string) =>
  page.getByRole('button', { name: `Breakpoint at step ${path}`, exact: true });
const placeOf = (page: Page) => page.getByTestId('paused-at');

describe('The debugger in the editor', () => {
  it(
    'pauses at breakpoints, steps, shows and sets values, for every client',
    async () => {
      const page = await openRoutine();
      const gutter = breakpointAt(page, '2.1');
      const box = await gutter.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      await gutter.tap();
      await shown(gutter).toHaveAttribute('aria-pressed', 'true');
      await page.getByTestId('step-Wait').first().click();
      await page.keyboard.press('F9');
      await shown(breakpointAt(page, '1')).toHaveAttribute('aria-pressed', 'true');

      await startByFinger(playIn(page));
      await shown(placeOf(page)).toContainText('Paused before step 1');
      await page.getByRole('radio', { name: 'Debug' }).tap();
      const watch = page.getByRole('textbox', { name: 'Watch an expression' });
      await watch.fill('count * 10');
      await watch.press('Enter');
      await shown(page.getByTestId('watch')).toContainText('count * 10');
      await startByFinger(page.getByRole('button', { name: 'Step over' }));
      await shown(placeOf(page)).toContainText('Paused before step 2');
      await startByFinger(page.getByRole('button', { name: 'Step into' }));
      await shown(placeOf(page)).toContainText('Paused before step 2.1');
      await shown(page.locator('[aria-current="step"]')).toContainText('2.1');

      const elsewhere = await page.request.get(`${bench.url}/api/v1/cell/robots/simulated/debug`, {
        headers: headersOf(),
      });
      expect(await elsewhere.json()).toMatchObject({ debug: { pausedAt: { stepPath: '2.1' } } });

      const count = page.getByRole('textbox', { name: 'count', exact: true });
      await shown(count).toHaveValue('0');
      await count.fill('4');
      await count.press('Enter');
      await shown(page.getByTestId('watch').getByRole('status')).toHaveText('40');
      await startByFinger(page.getByRole('button', { name: 'Resume' }));
      await shown(page.getByTestId('watch').getByRole('status')).toHaveText('50');
      await shown(placeOf(page)).toContainText('Breakpoint');

      await page.getByTestId('step-Wait').nth(1).click();
      await startByFinger(page.getByRole('button', { name: 'Run to here' }));
      await shown(placeOf(page)).toContainText('Paused before step 3');
      await page.getByRole('radio', { name: 'Debug' }).tap();
      await shown(count).toHaveValue('6');
      await page.getByRole('button', { name: 'Skip the selected step 3' }).tap();
      await shown(page.getByText('Step 3 is skipped.')).toBeVisible();
      await startByFinger(page.getByRole('button', { name: 'Resume' }));
      await shown(page.getByTestId('progress')).toContainText('Completed');
      await shown(page.getByTestId('debug-bar')).toBeHidden();
    },
    withPatience(240_000),
  );

  inExhaustiveRuns(() => {
    it(
      'pauses only when a condition holds, and not at a breakpoint that is disabled or removed',
      async () => {
        const page = await openRoutine();
        await breakpointAt(page, '3').tap();
        await page.getByRole('radio', { name: 'Debug' }).tap();
        const entry = page.getByTestId('breakpoint-entry').filter({ hasText: /^3/ });
        const condition = entry.getByRole('textbox', { name: 'Condition' });
        await condition.fill('count == 2');
        await condition.press('Enter');
        await shown(breakpointAt(page, '3')).toHaveAttribute('data-breakpoint', 'conditional');
        for (const path of ['1', '2.1']) {
          const earlier = breakpointAt(page, path);
          if ((await earlier.getAttribute('aria-pressed')) === 'true') await earlier.tap();
          await shown(earlier).toHaveAttribute('aria-pressed', 'false');
        }
        await startByFinger(playIn(page));
        await shown(placeOf(page)).toContainText('Paused before step 3');
        await page.getByTestId('stop').tap();
        await shown(page.getByTestId('debug-bar')).toBeHidden();
        await entry.getByRole('switch', { name: 'Enabled' }).click({ force: true });
        await shown(breakpointAt(page, '3')).toHaveAttribute('data-breakpoint', 'off');
        await startByFinger(playIn(page));
        await shown(page.getByTestId('progress')).toContainText('Completed');
      },
      withPatience(240_000),
    );

    it(
      'pauses in the cycle in which a condition holds, and after a step; steps over a group as one, by keys',
      async () => {
        const page = await openRoutine();
        for (const path of ['1', '2.1']) {
          const left = breakpointAt(page, path);
          if ((await left.getAttribute('aria-pressed')) === 'true') await left.tap();
          await shown(left).toHaveAttribute('aria-pressed', 'false');
        }
        await breakpointAt(page, '2.1').tap();
        await page.getByRole('radio', { name: 'Debug' }).tap();
        const entry = page.getByTestId('breakpoint-entry').filter({ hasText: /^2\.1/ });
        const condition = entry.getByRole('textbox', { name: 'Condition' });
        const count = page.getByRole('textbox', { name: 'count', exact: true });
        await condition.fill('count == 1');
        await condition.press('Enter');
        await shown(breakpointAt(page, '2.1')).toHaveAttribute('data-breakpoint', 'conditional');
        await startByFinger(playIn(page));
        await shown(placeOf(page)).toContainText('Paused before step 2.1');
        // Not in the first cycle.
        await shown(count).toHaveValue('1');

        await entry.getByRole('radio', { name: 'After' }).tap();
        await condition.fill('count == 2');
        await condition.press('Enter');
        await startByFinger(page.getByRole('button', { name: 'Resume' }));
        await shown(placeOf(page)).toContainText('Paused after step 2.1');
        await shown(count).toHaveValue('2');
        await page.getByTestId('stop').tap();
        await shown(page.getByTestId('debug-bar')).toBeHidden();

        await entry.getByRole('switch', { name: 'Enabled' }).click({ force: true });
        await shown(breakpointAt(page, '2.1')).toHaveAttribute('data-breakpoint', 'off');
        await breakpointAt(page, '2').tap();
        await startByFinger(playIn(page));
        await shown(placeOf(page)).toContainText('Paused before step 2');
        await page.getByTestId('step-Wait').first().click();
        await page.keyboard.press('F10');
        await shown(placeOf(page)).toContainText('Paused before step 3');
        await page.keyboard.press('F8');
        await shown(page.getByTestId('progress')).toContainText('Completed');
      },
      withPatience(240_000),
    );
  });
});

inExhaustiveRuns(() => {
  describe('A session debugged from the command line and from the browser', () => {
    let folder = '';
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'cellwright-debug-'));
      writeFileSync(join(folder, 'debugged.json'), JSON.stringify(file));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it(
      'shows the actions of each page on the other',
      async () => {
        const line = bench.debugRoutine(join(folder, 'debugged.json'));
        const printed = (text: string) => shown.poll(() => line.printed()).toContain(text);
        // Earlier tests may have left breakpoints.
        line.enter('delete all');
        await printed('No breakpoints');
        line.enter('watch count + 100');
        await printed('count + 100 = 100');

        // The browser opens the routine that the command line has loaded.
        const page = await bench.open('/');
        await page.getByTestId('loaded-routine').getByRole('link', { name: 'Debugged' }).tap();
        await page.getByRole('radio', { name: 'Debug' }).tap();
        const watch = page.getByTestId('watch').filter({ hasText: 'count + 100' });
        await shown(watch).toBeVisible();

        await breakpointAt(page, '2.1').tap();
        await shown(breakpointAt(page, '2.1')).toHaveAttribute('aria-pressed', 'true');
        line.enter('breakpoints');
        await printed('before 2.1');
        line.enter('run');
        await printed('❚❚ before 2.1 SetEnvironmentVariable (breakpoint)');
        await shown(placeOf(page)).toContainText('Paused before step 2.1');

        const count = page.getByRole('textbox', { name: 'count', exact: true });
        await count.fill('4');
        await count.press('Enter');
        await shown(watch.getByRole('status')).toHaveText('104');
        line.enter('print count');
        await printed('count = 4');
        line.enter('set count 7');
        await shown(count).toHaveValue('7');
        await shown(watch.getByRole('status')).toHaveText('107');

        line.enter('disable 3');
        await shown(page.getByText('Step 3 is skipped.')).toBeVisible();
        line.enter('next');
        await printed('count + 100 = 108');
        await shown(count).toHaveValue('8');
        // The command line keeps control of its run, and continues stepping.
        await shown(page.getByTestId('control')).toHaveText('Controlled by program This machine');
        line.enter('next');
        // Step 3 is skipped: there is nothing left to step over to.
        await shown(page.getByTestId('progress')).toContainText('Completed');
        line.enter('print count');
        await printed('count = 9');
        expect(await line.leave()).toBe(0);
      },
      withPatience(240_000),
    );
  });
});
