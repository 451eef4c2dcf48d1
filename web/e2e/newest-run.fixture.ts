import type { Page } from '@playwright/test';
import * as z from 'zod';
import type { FileBench } from './shared-browser.fixture.ts';

const runsSchema = z.object({
  items: z.array(z.object({ id: z.string(), status: z.string(), cycleCount: z.number() })),
});
const journalSchema = z.object({ items: z.array(z.object({ event: z.string() })) });

type Bench = Pick<FileBench, 'url' | 'token'>;

async function read(page: Page, { url, token }: Bench, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  return (await page.request.get(`${url}/api/v1/cell/runs${path}`, { headers })).json();
}

/** Returns the newest run of the cell. */
export async function findNewestRun(page: Page, bench: Bench) {
  return runsSchema.parse(await read(page, bench, '?limit=1')).items[0];
}

/** Counts an event in the journal of the newest run. */
export async function countEvents(page: Page, bench: Bench, name: string): Promise<number> {
  const run = await findNewestRun(page, bench);
  if (!run) return 0;
  const { items } = journalSchema.parse(await read(page, bench, `/${run.id}/journal`));
  return items.filter(({ event }) => event === name).length;
}
