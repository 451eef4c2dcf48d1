import { setTimeout as sleep } from 'node:timers/promises';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Thaw } from './browser.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const bench = shareBrowser();
const testMS = withPatience(120_000);
/** Longer than the deadline of most calls, shorter than the waiting time of a person. */
const frozenMS = 8000;
const recoveryMS = () => withPatience(15_000);

const createdSchema = z.object({ id: z.string() });

let thaw: Thaw = () => undefined;
afterEach(() => thaw());

/** Creates a routine as a program does, which repeats the request while the cell does not answer. */
async function createRoutine(page: Page, name: string): Promise<string> {
  const headers = { authorization: `Bearer ${bench.token}`, 'idempotency-key': name };
  const step = { id: 'step_wait', stepKind: 'Wait' };
  const data = { name, steps: [step], stepConfigurations: { [step.id]: { stepKind: 'Wait', args: {} } } };
  const send = () => page.request.post(`${bench.url}/api/v1/cell/routines`, { headers, data, timeout: 60_000 });
  let answer = await send();
  while (answer.status() >= 500) {
    await sleep(200);
    answer = await send();
  }
  expect(answer.status(), await answer.text()).toBe(200);
  return createdSchema.parse(await answer.json()).id;
}

inExhaustiveRuns(() => {
  describe('A process of the cell that stands still for some seconds', () => {
    it.each(['gateway', 'postgres', 'cell', 'routine-runner'])(
      'leaves no page behind: lists, an editor that loads and Home are up to date afterwards (%s)',
      async (name) => {
        const list = await bench.open('/routines');
        const earlier = await createRoutine(list, `Before ${name}`);
        await shown(list.getByText(`Before ${name}`)).toBeVisible();
        const home = await bench.open('/');
        await shown(home.getByTestId('runner-state')).toHaveText('Idle');
        const editor = await bench.open('/');

        thaw = bench.freeze(name);
        const opening = editor.goto(`${bench.url}/routines/${earlier}`, { timeout: 60_000 });
        const creating = createRoutine(list, `During ${name}`);
        await sleep(frozenMS);
        thaw();
        await creating;
        await opening;

        await shown(list.getByText(`During ${name}`)).toBeVisible({ timeout: recoveryMS() });
        await shown(editor.getByRole('textbox', { name: 'Name of the routine' })).toHaveValue(`Before ${name}`, {
          timeout: recoveryMS(),
        });
        await shown(home.getByTestId('status-bar')).toHaveAttribute('data-stale', 'false', { timeout: recoveryMS() });
        // The controller stops and reports a failure if the process that commands it stood still.
        await shown(home.getByTestId('runner-state')).toHaveText(name === 'routine-runner' ? /Idle|Failure/ : 'Idle');
        await shown(home.getByTestId('connection')).toHaveText(/Connected/, { timeout: recoveryMS() });
      },
      testMS,
    );

    it(
      'leaves the user signed in and STOP at work on a page that is loaded meanwhile',
      async () => {
        const watching = await bench.open('/');
        await shown(watching.getByTestId('runner-state')).toHaveText(/Idle|Failure/);
        const page = await bench.open('/');
        bench.startEndless('pick-and-place.json');
        await shown(page.getByTestId('runner-state')).toHaveText('Running');
        thaw = bench.freeze('postgres');
        await page.reload();
        await shown(page.getByTestId('cell-away')).toContainText('You are not signed out');
        await page.getByTestId('stop').tap();
        await shown(watching.getByTestId('runner-state')).toHaveText('Idle');
        thaw();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle', { timeout: recoveryMS() });
      },
      testMS,
    );
  });
});
