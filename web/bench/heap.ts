import type { CDPSession } from '@playwright/test';
import * as z from 'zod';
import type { BrowserBench } from '../e2e/browser.fixture.ts';

const sampleEveryMS = 15_000;
/** Samples before a page has loaded all its lazy parts. */
const warmUpSamples = 4;

export interface HeapGrowth {
  readonly minutes: number;
  readonly firstMB: number;
  readonly lastMB: number;
  /** Slope of the line through all samples after the warm-up. */
  readonly megabytesPerHour: number;
}

/**
 * Measures the heaps of Home and of the editor, after a garbage collection each time, while an endless routine plays.
 */
export async function measureHeaps(bench: BrowserBench, minutes: number): Promise<Record<string, HeapGrowth>> {
  bench.startEndless('pick-and-place.json');
  const home = await bench.open('/', { draws3D: true });
  await home.getByTestId('runner-state').getByText('Running').waitFor({ timeout: 60_000 });
  const editor = await bench.open('/routines', { draws3D: true });
  await editor.getByTestId('runner-state').waitFor();
  await editor.getByRole('link', { name: 'Pick and place' }).first().click();
  await editor
    .getByTestId(/^step-/)
    .first()
    .waitFor();
  const pages = { home, editor };
  const heaps = await Promise.all(
    Object.entries(pages).map(async ([name, page]) => {
      const session = await page.context().newCDPSession(page);
      return { name, session, samplesMB: [] as number[] };
    }),
  );
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; ) {
    await home.waitForTimeout(sampleEveryMS);
    for (const { session, samplesMB } of heaps) samplesMB.push(await readHeapMB(session));
  }
  await home.getByTestId('runner-state').getByText('Running').waitFor();
  for (const page of Object.values(pages)) await page.context().close();
  return Object.fromEntries(heaps.map(({ name, samplesMB }) => [name, growthOf(samplesMB.slice(warmUpSamples))]));
}

async function readHeapMB(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = z.object({ usedSize: z.number() }).parse(await session.send('Runtime.getHeapUsage'));
  return usedSize / 1e6;
}

/** Returns the growth in samples that were taken every {@link sampleEveryMS}. */
export function growthOf(samplesMB: readonly number[]): HeapGrowth {
  const count = samplesMB.length;
  const middle = (count - 1) / 2;
  const mean = samplesMB.reduce((sum, sample) => sum + sample, 0) / count;
  const covariance = samplesMB.reduce((sum, sample, index) => sum + (index - middle) * (sample - mean), 0);
  const variance = samplesMB.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const perSample = variance === 0 ? 0 : covariance / variance;
  return {
    minutes: ((count - 1) * sampleEveryMS) / 60_000,
    firstMB: round(samplesMB[0] ?? 0),
    lastMB: round(samplesMB.at(-1) ?? 0),
    megabytesPerHour: round((perSample * 3_600_000) / sampleEveryMS),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
