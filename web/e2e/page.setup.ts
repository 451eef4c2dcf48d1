import type { TestProject } from 'vitest/node';
import { makeToken, startCellProcess } from './cell-process.fixture.ts';
import { launchBrowserServer } from './chromium.fixture.ts';
import { serveLazyStart } from './lazy-start.fixture.ts';
import { makeOwner } from './people.fixture.ts';
import type { PageCell } from './shared-cells.fixture.ts';

/** Shares one cell and one browser among the page tests; both start with the first of their files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await serveLazyStart(startPageCell);
  project.provide('pageCell', address);
  return stop;
}

async function startPageCell(): Promise<{ description: PageCell; stop: () => Promise<void> }> {
  const cell = await startCellProcess();
  const { url, dataPath } = cell;
  try {
    const browser = await launchBrowserServer('flat');
    const stop = async () => {
      await browser.close();
      await cell.stop();
    };
    const owner = await makeOwner(url, cell.setUpLink);
    const token = makeToken(dataPath, 'browser');
    return { description: { url, dataPath, owner, token, browser: browser.wsEndpoint() }, stop };
  } catch (error) {
    await cell.stop();
    throw error;
  }
}
