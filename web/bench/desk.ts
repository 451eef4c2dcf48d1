import type { BrowserBench } from '../e2e/browser.fixture.ts';
import { type Figure, figureOf } from './figures.ts';
import { makeLongRoutine } from './long-routine.ts';
import { takeResponses, watchResponses } from './responses.ts';
import { findRows, measureAnswers } from './work.ts';

export const routineCount = 500;
const homeLoads = 9;
const paletteOpenings = 10;
const typedInPalette = 'routine 4';

declare global {
  interface Window {
    interactiveAtMS?: number;
  }
}

/**
 * Measures selecting, typing and dragging in a very long routine beside the 3D view, ms. The CPU draws the view, so
 * the figures are upper bounds for a machine with graphics.
 */
export async function measureDeskIn3D(bench: BrowserBench): Promise<Record<string, Figure>> {
  const id = await makeLongRoutine(bench);
  const page = await bench.open('/routines', { draws3D: true });
  // Wide enough for the tree, the form and the view.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${bench.url}/routines/${id}`);
  const place = await findRows(page);
  await page.getByRole('region', { name: '3D view' }).locator('canvas').waitFor({ timeout: 60_000 });
  const answers = await measureAnswers(place);
  await page.context().close();
  return answers;
}

/** Measures opening the command palette over very many routines, and typing in it, ms. */
export async function measurePalette(bench: BrowserBench): Promise<{ openMS: Figure; typeMS: Figure }> {
  await makeRoutines(bench);
  const page = await bench.open('/');
  await page.getByTestId('connection').getByText('Connected').waitFor({ timeout: 60_000 });
  const field = page.getByRole('combobox', { name: 'Commands' });
  const results = page.getByRole('listbox', { name: 'Matching commands' });
  await page.waitForLoadState('networkidle');
  // Loads the names of the routines.
  await page.keyboard.press('Control+k');
  await field.fill(`routine ${routineCount}`);
  await results.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await watchResponses(page, 'keydown');
  for (let turn = 0; turn < paletteOpenings; turn++) {
    await page.keyboard.press('Control+k');
    await results.waitFor();
    // Closes it, which is measured, too.
    await page.keyboard.press('Control+k');
    await results.waitFor({ state: 'detached' });
  }
  const opened = await takeResponses(page);
  await page.keyboard.press('Control+k');
  await results.waitFor();
  await watchResponses(page, 'keydown');
  await page.keyboard.type(typedInPalette, { delay: 80 });
  const typed = await takeResponses(page);
  await page.context().close();
  return { openMS: figureOf(opened.responsesMS), typeMS: figureOf(typed.responsesMS) };
}

async function makeRoutines({ url, token }: BrowserBench): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const step = { id: 'step_wait', stepKind: 'Wait', isDisabled: false };
  for (let number = 1; number <= routineCount; number++) {
    const answer = await fetch(`${url}/api/v1/cell/routines`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        name: `Routine ${number}`,
        steps: [step],
        stepConfigurations: { [step.id]: { stepKind: 'Wait', args: {} } },
      }),
    });
    if (!answer.ok) throw new Error(`routine ${number} was refused: ${answer.status}`);
  }
}

/**
 * Measures the time from the address of Home to a page that shows the connected robot and its controls, ms, without the
 * cache of the browser.
 */
export async function measureHome(bench: BrowserBench): Promise<Figure> {
  const page = await bench.open('/privacy');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  // Without named functions, which the loader of this script wraps in a call that the page does not have.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isConnected = document.querySelector('[data-testid="connection"]')?.textContent === 'Connected';
      const isShown = ['state-word', 'stop'].every((id) => document.querySelector(`[data-testid="${id}"]`));
      if (isConnected && isShown) window.interactiveAtMS ??= performance.now();
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const timesMS: number[] = [];
  for (let load = 0; load < homeLoads; load++) {
    await page.goto(`${bench.url}/`);
    await page.waitForFunction(() => window.interactiveAtMS !== undefined, undefined, { timeout: 60_000 });
    timesMS.push(await page.evaluate(() => window.interactiveAtMS ?? Number.NaN));
  }
  await page.context().close();
  return figureOf(timesMS);
}
