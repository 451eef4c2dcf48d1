import type { TestProject } from 'vitest/node';
import { readAdminKey, startCellProcess } from './cell-process.fixture.ts';
import { launchBrowserServer } from './chromium.fixture.ts';
import { serveLazyStart } from './lazy-start.fixture.ts';
import { makeOwner, makeToken } from './people.fixture.ts';
import type { PageCell } from './shared-cells.fixture.ts';

/** Shares one cell and one browser among the page tests; both start with the first of their files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await serveLazyStart(startPageCell);
  project.provide('pageCell', address);
  return stop;
}

async function startPageCell(): Promise<{ description: PageCell; stop: () => Promise<void> }> {
  const cell = await startCellProcess();
  const browser = launchBrowserServer('flat');
  const stop = async () => {
    await browser.then(
      (started) => started.close(),
      () => undefined,
    );
    await cell.stop();
  };
  try {
    const { url, dataPath, setUpLink } = cell;
    const adminKey = readAdminKey(dataPath);
    const owner = await makeOwner(url, setUpLink);
    const token = await makeToken({ url, adminKey }, 'browser');
    return { description: { url, adminKey, owner, token, browser: (await browser).wsEndpoint() }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
