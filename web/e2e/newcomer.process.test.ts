import { isExhaustive } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { afterEach, describe, it } from 'vitest';
import { type BrowserBench, startBrowserBench } from './browser.fixture.ts';
import { newcomerJourney } from './newcomer.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { fingerOn, mouseOn } from './pointer.fixture.ts';

const testMS = withPatience(240_000);

let bench: BrowserBench | undefined;
afterEach(async () => {
  const used = bench;
  bench = undefined;
  await used?.stop();
});

/** Opens a page at the set-up link of a new cell. */
async function openNewCell(): Promise<Page> {
  bench = await startBrowserBench();
  const { pathname, hash } = new URL(bench.setUpLink);
  return bench.open(pathname + hash, { isSignedIn: false });
}

const pointers = [
  { how: 'touch', pointTo: fingerOn },
  { how: 'the mouse', pointTo: mouseOn },
];

describe('A new user', () => {
  it.each(isExhaustive() ? pointers : pointers.slice(0, 1))(
    'completes a run from the set-up link with $how',
    async ({ pointTo }) => {
      const page = await openNewCell();
      const pointer = await pointTo(page);
      for (const part of newcomerJourney) await part(page, pointer);
    },
    testMS,
  );
});
