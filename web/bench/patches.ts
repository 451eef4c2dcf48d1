import { connectRunner, type RunnerClient } from '@cellwright/client';
import type { Page } from '@playwright/test';
import WebSocket from 'ws';
import type { BrowserBench } from '../e2e/browser.fixture.ts';
import { type Figure, figureOf } from './figures.ts';

const changes = 60;
/** Time in which a 3D view has opened, ms. */
const openForMS = 3000;

interface PatchFigures {
  /** Home, without 3D. */
  readonly page: Figure;
  /** Manual motion with its 3D view, which the CPU draws. */
  readonly pageIn3D: Figure;
  /** Longest time in which that page did not answer while its 3D view opened, ms. */
  readonly opening3DMS: number;
  readonly program: Figure;
}

/**
 * Measures the time from a program's command that changes the robot's state to the changed pages, which includes more
 * than the patch: the command reaches the runner first. For comparison, the time to the same patch at the program.
 */
export async function measurePatches(bench: BrowserBench): Promise<PatchFigures> {
  const page = await openWatched(bench, '/', false);
  const pageIn3D = await openWatched(bench, '/move', true);
  const opening3DMS = await measureOpening(pageIn3D);
  const client = connectRunner({
    url: bench.url,
    robotKind: 'simulated',
    token: () => bench.token,
    openSocket: (address) => new WebSocket(address),
  });
  try {
    await whenStatus(client, ({ connection }) => connection === 'connected');
    const { sentAt, atProgram } = await makeChanges(client, () => page.waitForTimeout(50));
    const figures = {
      page: figureOf(await readTimes(page, sentAt)),
      pageIn3D: figureOf(await readTimes(pageIn3D, sentAt)),
      opening3DMS,
      program: figureOf(atProgram),
    };
    await client.send('setSpeedRestrictionPercentage', { value: 1 });
    return figures;
  } finally {
    client.close();
    await page.context().close();
    await pageIn3D.context().close();
  }
}

/** Opens a page that records each speed that it shows, with the time. */
async function openWatched(bench: BrowserBench, path: string, draws3D: boolean): Promise<Page> {
  const page = await bench.open(path, { draws3D });
  await watchGaps(page);
  await page.getByTestId('connection').getByText('Connected').waitFor({ timeout: 60_000 });
  await page.evaluate(() => {
    const shown: { text: string; at: number }[] = [];
    Reflect.set(window, 'shownSpeeds', shown);
    const speed = document.querySelector('[data-testid="speed"]');
    if (!speed) throw new Error('the speed is not shown');
    new MutationObserver(() => shown.push({ text: speed.textContent ?? '', at: Date.now() })).observe(speed, {
      subtree: true,
      characterData: true,
      childList: true,
    });
  });
  return page;
}

/** Notes the longest time in which the page does not answer, from now on. */
async function watchGaps(page: Page): Promise<void> {
  await page.evaluate(() => {
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      Reflect.set(window, 'longestGapMS', Math.max(Number(Reflect.get(window, 'longestGapMS') ?? 0), now - last));
      last = now;
    }, 1);
  });
}

/** Waits until the 3D view has opened. Returns the longest time in which the page did not answer meanwhile, ms. */
async function measureOpening(page: Page): Promise<number> {
  await page.locator('canvas').first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(openForMS);
  return Math.round(Number(await page.evaluate(() => Reflect.get(window, 'longestGapMS'))));
}

function whenStatus(client: RunnerClient, isWanted: (status: RunnerClient['status']) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = client.subscribe(() => {
      if (!isWanted(client.status)) return;
      stop();
      resolve();
    });
  });
}

/** Sets one speed after another. Returns the time at which each was sent, and until the program had its patch. */
async function makeChanges(client: RunnerClient, rest: () => Promise<void>) {
  const sentAt = new Map<string, number>();
  const atProgram: number[] = [];
  for (let change = 0; change < changes; change++) {
    const percent = 10 + change;
    const sent = Date.now();
    const received = whenStatus(
      client,
      ({ state }) => Math.round((state?.speedRestrictionPercentage ?? 0) * 100) === percent,
    ).then(() => atProgram.push(Date.now() - sent));
    sentAt.set(`${percent} %`, sent);
    await client.send('setSpeedRestrictionPercentage', { value: percent / 100 });
    await received;
    await rest();
  }
  return { sentAt, atProgram };
}

async function readTimes(page: Page, sentAt: ReadonlyMap<string, number>): Promise<number[]> {
  const shown: { text: string; at: number }[] = await page.evaluate(() => Reflect.get(window, 'shownSpeeds'));
  return shown.flatMap(({ text, at }) => {
    const sent = sentAt.get(text.trim());
    return sent === undefined ? [] : [at - sent];
  });
}
