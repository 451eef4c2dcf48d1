import { basename } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type BrowserBench, startBrowserBench } from './browser.fixture.ts';
import { createPageOpener, type PageOpener } from './page-opener.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { type AdministeredCell, inviteUser, type SeenUser, setPin } from './people.fixture.ts';
import { findPageCell } from './shared-cells.fixture.ts';

export { shown } from './shown.fixture.ts';

const startMS = withPatience(120_000);

/** Cell with a user of the file's own, whose pages are closed after each test. */
export interface PageBench extends AdministeredCell, Pick<PageOpener, 'open'> {
  /** Developer token for what programs do. */
  readonly token: string;
  /** First user of the cell, the only one who manages others. */
  readonly owner: SeenUser;
  /** Signed in on the pages of the file. Has a PIN and every permission except the one for accounts. */
  readonly user: SeenUser;
  /** Begins the names that other files must not meet. */
  readonly prefix: string;
}

/** Starts one cell and one browser for all tests of a file; closes the pages of a test after it. */
export function shareBrowser(): Omit<BrowserBench, 'stop'> {
  let started: BrowserBench | undefined;
  const bench = (): BrowserBench => started ?? refuseEarlyUse();
  beforeAll(async () => {
    started = await startBrowserBench();
  }, startMS);
  afterAll(() => started?.stop(), startMS);
  const open = closeAfterEach((...args) => bench().open(...args));
  return {
    get url() {
      return bench().url;
    },
    get adminKey() {
      return bench().adminKey;
    },
    get token() {
      return bench().token;
    },
    get setUpLink() {
      return bench().setUpLink;
    },
    makeOwner: () => bench().makeOwner(),
    open,
    startRoutine: (file) => bench().startRoutine(file),
    debugRoutine: (path) => bench().debugRoutine(path),
    kill: (name) => bench().kill(name),
  };
}

/** Gives a file a user in the cell that all page tests share; closes the pages of a test after it. */
export function sharePage(): PageBench {
  let found: Omit<PageBench, 'open'> | undefined;
  let opener: PageOpener | undefined;
  const bench = () => found ?? refuseEarlyUse();
  beforeAll(async () => {
    const { url, adminKey, token, owner, browser } = await findPageCell();
    const prefix = readFileName();
    const permissions = { connectToRobot: true, controlPanel: true };
    const user = await inviteUser({ url, adminKey }, { username: prefix, permissions });
    await setPin(url, user);
    found = { url, adminKey, token, owner, user, prefix };
    opener = createPageOpener({ url, user: async () => user, openFlat: () => chromium.connect(browser) });
  }, startMS);
  afterAll(() => opener?.close(), startMS);
  return {
    get url() {
      return bench().url;
    },
    get adminKey() {
      return bench().adminKey;
    },
    get token() {
      return bench().token;
    },
    get owner() {
      return bench().owner;
    },
    get user() {
      return bench().user;
    },
    get prefix() {
      return bench().prefix;
    },
    open: closeAfterEach((...args) => (opener ?? refuseEarlyUse()).open(...args)),
  };
}

function refuseEarlyUse(): never {
  throw new Error('The bench can be used in tests and hooks only');
}

/** Name of the test file without its endings. */
function readFileName(): string {
  const { testPath } = expect.getState();
  if (testPath === undefined) throw new Error('This is no test file');
  return basename(testPath).replace(/\..*$/, '');
}

function closeAfterEach(open: PageOpener['open']): PageOpener['open'] {
  const pages: Page[] = [];
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
  });
  return async (...args) => {
    const page = await open(...args);
    pages.push(page);
    return page;
  };
}
