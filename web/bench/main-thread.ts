import type { Page } from '@playwright/test';
import * as z from 'zod';

/** Frame duration of the screen, ms, used without a stream. */
const slotMS = 1000 / 30;
const categories = ['blink.user_timing', 'disabled-by-default-devtools.timeline'];
const mark = 'the page that is measured';
const frameMark = 'a frame of the stream';

const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number().default(0),
  /** Duration, µs. */
  dur: z.number().default(0),
  /** CPU time of the thread, µs: other processes do not count. */
  tdur: z.number().optional(),
});
const traceSchema = z.object({ traceEvents: z.array(eventSchema) });

/** Task of the main thread: its start and end, µs, and its CPU time, ms. */
interface Task {
  readonly from: number;
  readonly to: number;
  readonly ranMS: number;
}

/** Work of a page's main thread during a measurement. */
export interface MainThread {
  /** Start, µs; duration, ms. */
  readonly startedAt: number;
  readonly forMS: number;
  readonly tasks: readonly Task[];
  /** Arrival of each frame of the stream, µs. */
  readonly frames: readonly number[];
}

export async function traceMainThread(page: Page, forMS: number): Promise<MainThread> {
  const { own, startedAt } = await trace(page, forMS, categories);
  const tasks = own.filter(({ name }) => name === 'RunTask').toSorted((one, other) => one.ts - other.ts);
  return {
    startedAt,
    forMS,
    tasks: tasks.map(({ ts, dur, tdur = 0 }) => ({ from: ts, to: ts + dur, ranMS: tdur / 1000 })),
    frames: own.filter(({ name }) => name === frameMark).map(({ ts }) => ts),
  };
}

/** Kinds of work: the browser's names, and readable ones. */
const works = {
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  Paint: 'paint',
  Commit: 'picture',
  FunctionCall: 'script',
};

/**
 * Counts how often the page styled, laid out, painted… for each frame of the stream: independent of the load of the
 * machine.
 */
export async function countWork(page: Page, forMS: number): Promise<Record<string, number>> {
  const { own } = await trace(page, forMS, [...categories, 'devtools.timeline']);
  const count = (event: string) => own.filter(({ name }) => name === event).length;
  const frames = Math.max(1, count(frameMark));
  return Object.fromEntries(
    Object.entries(works).map(([event, work]) => [work, Math.round((count(event) / frames) * 100) / 100]),
  );
}

/** Returns the trace events of the page's main thread during a measurement. */
async function trace(page: Page, forMS: number, wanted: string[]) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: wanted });
  await page.evaluate((name) => performance.mark(name), mark);
  await page.waitForTimeout(forMS);
  const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()));
  const marked = traceEvents.find(({ name }) => name === mark);
  if (!marked) throw new Error('the trace does not have the page');
  const own = traceEvents.filter(({ pid, tid, ts }) => pid === marked.pid && tid === marked.tid && ts >= marked.ts);
  return { own, startedAt: marked.ts };
}

/** Returns the CPU time, ms, for each 1/30 s. */
export function perSlot({ startedAt, forMS, tasks }: MainThread): number[] {
  const slots = new Array<number>(Math.floor(forMS / slotMS)).fill(0);
  for (const { from, ranMS } of tasks) {
    const slot = Math.floor((from - startedAt) / 1000 / slotMS);
    const before = slots[slot];
    if (before !== undefined) slots[slot] = before + ranMS;
  }
  return slots;
}

/** Reloads the page so that it marks the arrival of each stream frame in its trace. */
export async function markFrames(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener('message', ({ data }) => {
          if (typeof data === 'string' && data.startsWith('{"kind":"frame"')) performance.mark(name);
        });
      }
    };
  }, frameMark);
  await page.reload();
}

/**
 * Returns the CPU time, ms, of each frame of the stream: all work from its arrival until the next one. Frames arrive
 * every 32 ms, so a fixed grid of 1/30 s would sometimes count two as one.
 */
export function perFrame({ tasks, frames }: MainThread): number[] {
  const costs: number[] = [];
  let next = 0;
  for (const { to, ranMS } of tasks) {
    // The task that receives a frame belongs to that frame; frames that arrive together share a cost.
    if ((frames[next] ?? Number.POSITIVE_INFINITY) <= to) {
      costs.push(0);
      while ((frames[next] ?? Number.POSITIVE_INFINITY) <= to) next++;
    }
    const last = costs.pop();
    if (last !== undefined) costs.push(last + ranMS);
  }
  // The last one is incomplete.
  return costs.slice(0, -1);
}
