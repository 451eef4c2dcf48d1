import type { Page } from '@playwright/test';
import { z } from 'zod';

/** One frame of the stream of joint angles. */
const slotMS = 1000 / 30;
const categories = ['blink.user_timing', 'disabled-by-default-devtools.timeline'];
const mark = 'the page that is measured';

const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number().default(0),
  /** Time that the thread ran, µs: what other processes take does not count. */
  tdur: z.number().optional(),
});
const traceSchema = z.object({ traceEvents: z.array(eventSchema) });

/** Processor time of a page's main thread, ms, for each 1/30 s of a while. */
export async function traceMainThread(page: Page, forMS: number): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories });
  await page.evaluate((name) => performance.mark(name), mark);
  await page.waitForTimeout(forMS);
  const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()));
  const marked = traceEvents.find(({ name }) => name === mark);
  if (!marked) throw new Error('the trace does not have the page');
  const slots = new Array<number>(Math.floor(forMS / slotMS)).fill(0);
  for (const { name, pid, tid, ts, tdur = 0 } of traceEvents) {
    if (name !== 'RunTask' || pid !== marked.pid || tid !== marked.tid) continue;
    const slot = Math.floor((ts - marked.ts) / 1000 / slotMS);
    const before = slots[slot];
    if (before !== undefined) slots[slot] = before + tdur / 1000;
  }
  return slots;
}
