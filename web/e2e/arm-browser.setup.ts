import type { TestProject } from 'vitest/node';
import { launchBrowserServer } from './chromium.fixture.ts';
import { serveLazyStart } from './lazy-start.fixture.ts';
import './shared-cells.fixture.ts';

/** Shares one browser among the arm tests; it starts with the first file that opens a page. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await serveLazyStart(async () => {
    const browser = await launchBrowserServer('flat');
    return { description: browser.wsEndpoint(), stop: () => browser.close() };
  });
  project.provide('armBrowser', address);
  return stop;
}
