import { expect as expectPage, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type BrowserBench, startBrowserBench } from './browser.fixture.ts';

/** Awaits what a page shows, for as long as a busy machine may take. */
export const shown = expectPage.configure({ timeout: 20_000 });

/** One cell and one browser for all tests of a file; the pages of a test are closed after it. */
export function shareBrowser(): Omit<BrowserBench, 'stop'> {
  let started: BrowserBench | undefined;
  const pages: Page[] = [];
  const bench = (): BrowserBench => {
    if (!started) throw new Error('the bench is there in tests and hooks only');
    return started;
  };
  beforeAll(async () => {
    started = await startBrowserBench();
  }, 120_000);
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
  });
  afterAll(() => started?.stop());
  return {
    get url() {
      return bench().url;
    },
    get token() {
      return bench().token;
    },
    get setUpLink() {
      return bench().setUpLink;
    },
    async open(path, options) {
      const page = await bench().open(path, options);
      pages.push(page);
      return page;
    },
    startRoutine: (file) => bench().startRoutine(file),
    debugRoutine: (path) => bench().debugRoutine(path),
    kill: (name) => bench().kill(name),
  };
}
