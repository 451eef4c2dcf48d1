import type { Page } from '@playwright/test';
import * as z from 'zod';

/** Where nothing streams, a frame of the screen's own time counts. */
const slotMS = 1000 / 30;
const categories = ['blink.user_timing', 'disabled-by-default-devtools.timeline'];
const mark = 'the page that is measured';
const frameMark = 'a frame of the stream';

const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number().default(0),
  /** How long it took, µs. */
  dur: z.number().default(0),
  /** Time that the thread ran, µs: what other processes take does not count. */
  tdur: z.number().optional(),
});
const traceSchema = z.object({ traceEvents: z.array(eventSchema) });

/** A task of the main thread: when it began and ended, µs, and how long it ran, ms. */
interface Task {
  readonly from: number;
  readonly to: number;
  readonly ranMS: number;
}

/** What a page's main thread did in a while. */
export interface MainThread {
  /** µs; of the while, ms. */
  readonly startedAt: number;
  readonly forMS: number;
  readonly tasks: readonly Task[];
  /** When a frame of the stream arrived, µs. */
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

/** What a browser calls its kinds of work, and what a reader does. */
const works = {
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  Paint: 'paint',
  Commit: 'picture',
  FunctionCall: 'script',
};

/** How often the page styled, laid out, painted… for each frame of the stream: the same on a busy machine. */
export async function countWork(page: Page, forMS: number): Promise<Record<string, number>> {
  const { own } = await trace(page, forMS, [...categories, 'devtools.timeline']);
  const count = (event: string) => own.filter(({ name }) => name === event).length;
  const frames = Math.max(1, count(frameMark));
  return Object.fromEntries(
    Object.entries(works).map(([event, work]) => [work, Math.round((count(event) / frames) * 100) / 100]),
  );
}

/** The events of the page's main thread for a while. */
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

/** Processor time, ms, for each 1/30 s. */
export function perSlot({ startedAt, forMS, tasks }: MainThread): number[] {
  const slots = new Array<number>(Math.floor(forMS / slotMS)).fill(0);
  for (const { from, ranMS } of tasks) {
    const slot = Math.floor((from - startedAt) / 1000 / slotMS);
    const before = slots[slot];
    if (before !== undefined) slots[slot] = before + ranMS;
  }
  return slots;
}

/** Has the page mark in its trace when a frame of the robot's stream arrives; then it is loaded anew. */
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
 * Processor time, ms, that each frame of the stream costs: all that runs from where it arrives until the next one does.
 * Frames come every 32 ms, so that a fixed grid of 1/30 s now and then counts two as one.
 */
export function perFrame({ tasks, frames }: MainThread): number[] {
  const costs: number[] = [];
  let next = 0;
  for (const { to, ranMS } of tasks) {
    // The task that takes a frame in belongs to that frame; frames that come together share a cost.
    if ((frames[next] ?? Number.POSITIVE_INFINITY) <= to) {
      costs.push(0);
      while ((frames[next] ?? Number.POSITIVE_INFINITY) <= to) next++;
    }
    const last = costs.pop();
    if (last !== undefined) costs.push(last + ranMS);
  }
  // The last one is cut off.
  return costs.slice(0, -1);
}
