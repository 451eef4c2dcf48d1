// Measures the browser UI: prints JSON with each figure, its goal, the same figure on an empty page in the same run,
// and the lag of bare timers; exits with 1 when a goal is missed. Build first. `npm run bench:ui`; `-- --start` adds
// starts of the product, `-- --heap 30` only measures for 30 minutes whether the heaps of pages grow, `-- --desk` only
// measures the desk of an author: a long routine beside the 3D view, Ctrl+K over many routines, and loading Home, and
// `-- --patches` only measures the time to a changed page.
import { fileURLToPath } from 'node:url';
import { type BrowserBench, startBrowserBench } from '../e2e/browser.fixture.ts';
import { measureDeskIn3D, measureHome, measurePalette, routineCount } from './desk.ts';
import { type Figure, figureOf, watchTimerLag } from './figures.ts';
import { firstLoadLimitKB, measureFirstLoad } from './first-load.ts';
import { measureHeaps } from './heap.ts';
import { makeLongRoutine, stepCount } from './long-routine.ts';
import { countWork, markFrames, perFrame, perSlot, traceMainThread } from './main-thread.ts';
import { measurePatches } from './patches.ts';
import { scroll, takeResponses } from './responses.ts';
import { measureStarts } from './starts.ts';
import { findRows, measureAnswers, type Place } from './work.ts';

const goals = {
  responseMS: 100,
  longTaskMS: 50,
  streamMS: 4,
  patchMS: 50,
  heapMBPerHour: 2,
  paletteMS: 50,
  homeMS: 1500,
} as const;
const streamForMS = 6000;
const scrollForMS = 4000;

const emptyPage = `<title>Empty</title><input aria-label="Text" style="display:block">
<div style="height:400px;overflow:auto"><div style="height:90000px">Text</div></div>`;

/** A page that updates as many numbers as the jog screen, as often, and nothing else: the lower bound of any page. */
const numbersPage = `<title>Numbers</title>${'<p><span style="display:inline-block;width:9ch">0</span></p>'.repeat(12)}`;

async function work(place: Place) {
  const { page, x, top } = place;
  const answers = await measureAnswers(place);
  const [{ tasks }] = await Promise.all([traceMainThread(page, scrollForMS), scroll(page, x, top + 100)]);
  const { longTasksMS } = await takeResponses(page);
  // By CPU time of the thread; also by the clock, which includes other processes.
  const scrollLongestTaskMS = Math.round(Math.max(0, ...tasks.map(({ ranMS }) => ranMS)));
  return { answers, scrollLongestTaskMS, byTheClockMS: Math.round(Math.max(0, ...longTasksMS)) };
}

async function openEmpty(bench: BrowserBench): Promise<Place> {
  const page = await bench.open('/login', { isSignedIn: false });
  await page.setContent(emptyPage);
  return { page, field: () => page.getByRole('textbox', { name: 'Text' }), x: 200, top: 80 };
}

async function measureNumbers(bench: BrowserBench): Promise<Figure> {
  const page = await bench.open('/login', { isSignedIn: false });
  await page.setContent(numbersPage);
  await page.evaluate(() => {
    const numbers = [...document.querySelectorAll('span')];
    let tick = 0;
    setInterval(() => {
      tick++;
      // Six of them ten times a second, the others five times, alternating.
      const some = tick % 2 === 0 ? numbers.slice(0, 6) : tick % 4 === 1 ? numbers.slice(6) : [];
      for (const each of some) each.textContent = (performance.now() % 100).toFixed(2);
    }, 50);
  });
  const figure = figureOf(perSlot(await traceMainThread(page, streamForMS)));
  await page.context().close();
  return figure;
}

async function openEditor(bench: BrowserBench): Promise<Place> {
  return findRows(await bench.open(`/routines/${await makeLongRoutine(bench)}`));
}

async function measureStream(bench: BrowserBench) {
  const page = await bench.open('/move');
  await markFrames(page);
  await page.getByTestId('J0-value').waitFor({ timeout: 60_000 });
  bench.startEndless('pick-and-place.json');
  await page.getByTestId('runner-state').getByText('Running').waitFor();
  const thread = await traceMainThread(page, streamForMS);
  const counts = await countWork(page, streamForMS / 3);
  const stream = { ...figureOf(perFrame(thread)), perThirtiethOfASecond: figureOf(perSlot(thread)), counts };
  const isRunning = (await page.getByTestId('runner-state').textContent()) === 'Running';
  await page.getByTestId('stop').click();
  await page.context().close();
  return { ...stream, isRunning };
}

const lag = watchTimerLag();
const bench = await startBrowserBench();
const report: Record<string, unknown> = { steps: stepCount, goals };
const missed: string[] = [];
/** Records a figure, and whether it misses its goal. */
function note(name: string, figure: unknown, isMet = true): void {
  report[name] = figure;
  if (!isMet) missed.push(name);
  process.stderr.write(`${name} ${JSON.stringify(figure)}\n`);
}

const heapMinutes = Number(process.argv[process.argv.indexOf('--heap') + 1]);

async function measureScreens(): Promise<void> {
  const empty = await openEmpty(bench);
  note('emptyPage', {
    ...(await work(empty)),
    workMS: figureOf(perSlot(await traceMainThread(empty.page, streamForMS))),
  });
  await empty.page.context().close();
  note('bareNumbersMS', await measureNumbers(bench));
  const editor = await openEditor(bench);
  const worked = await work(editor);
  const isQuick = Object.values(worked.answers).every(({ p95 }) => p95 < goals.responseMS);
  note('editor', worked, isQuick && worked.scrollLongestTaskMS <= goals.longTaskMS);
  await editor.page.context().close();
  const stream = await measureStream(bench);
  note('streamWorkMS', stream, stream.isRunning && stream.p95 < goals.streamMS);
  await measurePatchTimes();
}

async function measurePatchTimes(): Promise<void> {
  const patches = await measurePatches(bench);
  note('patchToDOMMS', patches, Math.max(patches.page.p95, patches.pageIn3D.p95) < goals.patchMS);
}

async function measureDesk(): Promise<void> {
  const { totalKB } = measureFirstLoad(fileURLToPath(new URL('../dist', import.meta.url)));
  note('firstLoadKB', Math.round(totalKB * 10) / 10, totalKB <= firstLoadLimitKB);
  const home = await measureHome(bench);
  note('homeInteractiveMS', home, home.median <= goals.homeMS);
  const answers = await measureDeskIn3D(bench);
  note(
    'editorIn3D',
    answers,
    Object.values(answers).every(({ p95 }) => p95 <= goals.responseMS),
  );
  const palette = await measurePalette(bench);
  const isQuick = Math.max(palette.openMS.p95, palette.typeMS.p95) <= goals.paletteMS;
  note('palette', { routines: routineCount, ...palette }, isQuick);
}

/** Returns the measurement that the arguments ask for. */
function chooseMeasurement(): () => Promise<void> {
  if (process.argv.includes('--heap')) return () => measureGrowth(heapMinutes);
  if (process.argv.includes('--desk')) return measureDesk;
  if (process.argv.includes('--patches')) return measurePatchTimes;
  return async () => {
    await measureScreens();
    await measureDesk();
  };
}

async function measureGrowth(minutes: number): Promise<void> {
  const heaps = await measureHeaps(bench, minutes);
  const isFlat = Object.values(heaps).every(({ megabytesPerHour }) => megabytesPerHour <= goals.heapMBPerHour);
  note('heaps', heaps, isFlat);
}

try {
  await chooseMeasurement()();
} catch (error) {
  note('error', error instanceof Error ? (error.stack ?? error.message) : String(error), false);
} finally {
  await bench.stop();
}
if (process.argv.includes('--start')) {
  try {
    note('startMS', await measureStarts());
  } catch (error) {
    note('startMS', error instanceof Error ? error.message : String(error), false);
  }
}
process.stdout.write(`${JSON.stringify({ ...report, missed, bareTimerLagMS: lag() }, null, 2)}\n`);
process.exitCode = missed.length > 0 ? 1 : 0;
