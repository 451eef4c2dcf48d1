import type { Page } from '@playwright/test';
import * as z from 'zod';
import type { FileBench } from './shared-browser.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

/** Imported content of a routine, apart from its id and its name. */
interface Content {
  readonly steps: readonly object[];
  readonly stepConfigurations: Readonly<Record<string, object>>;
  readonly space?: readonly object[];
  readonly environmentVariables?: readonly object[];
  readonly mainLoopStepID?: string;
  readonly isTemplate?: boolean;
}

/** Configuration of a Wait that a test ends with Input 1, however long the steps before it take. */
export const untilInput1 = {
  stepKind: 'Wait',
  args: { condition: { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } } },
};

const importedSchema = z.object({ routineID: z.string() });

/**
 * Imports a routine in place of the one that the file imported under this name before, with no run to continue;
 * resolves to its id.
 */
export async function importRoutine(
  { url, token, prefix }: Pick<FileBench, 'url' | 'token' | 'prefix'>,
  page: Page,
  name: string,
  content: Content,
): Promise<string> {
  const id = `routine_${prefix}_${name}`.toLowerCase().replaceAll(/\W/g, '_');
  const answer = await page.request.post(`${url}/api/v1/cell/routines/import`, {
    headers: { authorization: `Bearer ${token}` },
    data: { format: 'cellwright.routine', formatVersion: 1, routine: { id, name, ...content } },
  });
  shown(answer.status(), await answer.text()).toBe(200);
  const { routineID } = importedSchema.parse(await answer.json());
  await giveUpRuns({ url, token }, page, routineID);
  return routineID;
}

const runsSchema = z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) });
const unfinished = ['stopped', 'failed', 'interrupted'];

/** Gives up the unfinished runs of a routine, so that Home and the editor offer to play it again. */
export async function giveUpRuns(
  { url, token }: Pick<FileBench, 'url' | 'token'>,
  page: Page,
  routineID: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const runs = `${url}/api/v1/cell/runs`;
  const answer = await page.request.get(`${runs}?routineID=${routineID}&limit=50`, { headers });
  const { items } = runsSchema.parse(await answer.json());
  const given = items.filter(({ status }) => unfinished.includes(status));
  await sendToRobot(page, { url, token }, ...given.map(({ id }) => ['giveUpRun', { runID: id }] as const));
}

/** Expects the steps in the tree, each as its path and its sentence: '1.2 Wait 0.1 s'. */
export async function expectSteps(page: Page, steps: readonly string[]): Promise<void> {
  const rows = page.getByRole('tree').getByRole('treeitem');
  await shown(rows).toHaveText(steps.map((step) => step.replace(' ', '')));
}

/** Finds the step with this sentence, whatever its path. */
export const stepSaying = (page: Page, sentence: string) =>
  page.getByRole('tree').getByRole('treeitem').filter({ hasText: sentence });

export async function expectSaved(page: Page): Promise<void> {
  await shown(page.getByTestId('save-status')).toHaveText(/Saved/);
}
