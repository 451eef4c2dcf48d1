// The figures of the browser UI: prints JSON with each, its goal, the same on an empty page in the same run, and the lag
// of bare timers meanwhile; exits with 1 when a goal is missed. Build first. `npm run bench:ui`.
import type { Page } from '@playwright/test';
import { type BrowserBench, startBrowserBench } from '../e2e/browser.fixture.ts';
import { figureOf, watchTimerLag } from './figures.ts';
import { makeLongRoutine, stepCount } from './long-routine.ts';
import { traceMainThread } from './main-thread.ts';
import { measurePatches } from './patches.ts';
import { drag, scroll, takeResponses, type, watchResponses } from './responses.ts';
import { measureStarts } from './starts.ts';

const goals = { responseMS: 100, longTaskMS: 50, streamMS: 4, patchMS: 50 } as const;
const streamForMS = 6000;

const emptyPage = `<title>Empty</title><input aria-label="Text" style="display:block">
<div style="height:400px;overflow:auto"><div style="height:90000px">Text</div></div>`;

/** Typing, choosing, dragging and scrolling: in a routine of very many steps, or on the empty page. */
interface Place {
  readonly page: Page;
  readonly field: () => ReturnType<Page['getByRole']>;
  /** Where its rows are. */
  readonly x: number;
  readonly top: number;
}

async function work({ page, field, x, top }: Place) {
  const figures: Record<string, unknown> = {};
  const choose = async () => {
    for (let row = 0; row < 40; row++) await page.mouse.click(x, top + (row % 8) * 44, { delay: 20 });
  };
  const ways = [
    { name: 'select', event: 'mousedown', act: choose },
    { name: 'type', event: 'keydown', act: () => type(page, field()) },
    { name: 'drag', event: 'mousemove', act: () => drag(page, x, top, top + 300) },
  ] as const;
  for (const { name, event, act } of ways) {
    await watchResponses(page, event);
    await act();
    const { responsesMS } = await takeResponses(page);
    figures[`${name}MS`] = figureOf(responsesMS);
  }
  await takeResponses(page);
  await scroll(page, x, top + 100);
  const { longTasksMS } = await takeResponses(page);
  figures.scrollLongestTaskMS = Math.max(0, ...longTasksMS);
  return figures;
}

async function openEmpty(bench: BrowserBench): Promise<Place> {
  const page = await bench.open('/login', { isSignedIn: false });
  await page.setContent(emptyPage);
  return { page, field: () => page.getByRole('textbox', { name: 'Text' }), x: 200, top: 80 };
}

async function openEditor(bench: BrowserBench): Promise<Place> {
  const page = await bench.open(`/routines/${await makeLongRoutine(bench)}`);
  const first = page.getByTestId('step-Wait').first();
  await first.click();
  const box = await first.boundingBox();
  if (!box) throw new Error('the editor shows no step');
  const field = () => page.getByRole('textbox', { name: 'In your own words' });
  return { page, field, x: box.x + box.width / 2, top: box.y + box.height / 2 };
}

async function measureStream(bench: BrowserBench) {
  const page = await bench.open('/move');
  await page.getByTestId('J0-value').waitFor();
  bench.startRoutine('inspection-tour.json');
  await page.getByTestId('runner-state').getByText('Running').waitFor();
  const stream = figureOf(await traceMainThread(page, streamForMS));
  const isRunning = (await page.getByTestId('runner-state').textContent()) === 'Running';
  await page.getByTestId('stop').click();
  await page.context().close();
  return { ...stream, isRunning };
}

const lag = watchTimerLag();
const bench = await startBrowserBench();
const report: Record<string, unknown> = { steps: stepCount, goals };
try {
  const empty = await openEmpty(bench);
  report.emptyPage = { ...(await work(empty)), workMS: figureOf(await traceMainThread(empty.page, streamForMS)) };
  await empty.page.context().close();
  const editor = await openEditor(bench);
  report.editor = await work(editor);
  await editor.page.context().close();
  report.streamWorkMS = await measureStream(bench);
  report.patchToDOMMS = await measurePatches(bench);
} finally {
  await bench.stop();
}
report.startMS = process.argv.includes('--start') ? await measureStarts() : 'not measured: --start does it';
report.bareTimerLagMS = lag();
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
