import { basename } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { type BrowserBench, startBrowserBench } from './browser.fixture.ts';
import { createPageOpener, type PageOpener } from './page-opener.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { type AdministeredCell, inviteUser, type SeenUser, setPin } from './people.fixture.ts';
import { findPageCell } from './shared-cells.fixture.ts';

export { shown } from './shown.fixture.ts';

const startMS = withPatience(120_000);

/** Cell that files share, with a separate user per file. */
export interface FileBench extends AdministeredCell, Pick<PageOpener, 'open'> {
  /** Developer token for programs. */
  readonly token: string;
  /** User signed in on the pages of the file. Has a PIN and every permission except the one for accounts. */
  readonly user: SeenUser;
  /** Prefix of the usernames of other users that the file invites. */
  readonly prefix: string;
}

export interface PageBench extends FileBench {
  /** First user of the cell, the only one who manages others. */
  readonly owner: SeenUser;
}

/** Starts one cell and one browser for all tests of a file; closes the pages of a test after it. */
export function shareBrowser(): Omit<BrowserBench, 'stop'> {
  const bench = shareValue(startBrowserBench, ({ stop }) => stop());
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
    open: closeAfterEach((...args) => bench().open(...args)),
    startRoutine: (file) => bench().startRoutine(file),
    startEndless: (file) => bench().startEndless(file),
    debugRoutine: (path) => bench().debugRoutine(path),
    kill: (name) => bench().kill(name),
    freeze: (name) => bench().freeze(name),
  };
}

/** Uses the cell and the browser that all page tests share; closes the pages of a test after it. */
export function sharePage(): PageBench {
  const bench = shareValue(
    async () => {
      const { browser, owner, ...cell } = await findPageCell();
      return { owner, ...(await openFileBench(cell, browser)) };
    },
    ({ close }) => close(),
  );
  return new PageFileBench(bench);
}

/** Creates a separate user for a test file in a shared cell and browser. */
export async function openFileBench(
  cell: AdministeredCell & { readonly token: string },
  browser: string,
): Promise<FileBench & Pick<PageOpener, 'close'>> {
  const prefix = readFileName();
  const permissions = { connectToRobot: true, author: true, controlPanel: true };
  const user = await inviteUser(cell, { username: prefix, permissions });
  await setPin(cell.url, user);
  const { url, adminKey, token } = cell;
  const opener = createPageOpener({
    url,
    user: async () => user,
    openFlat: () => chromium.connect(browser),
    signInBy: 'request',
  });
  return { url, adminKey, token, user, prefix, ...opener };
}

/** Bench that exists in tests and hooks only; closes the pages of a test after it. */
export class SharedFileBench<Bench extends FileBench> implements FileBench {
  readonly open: FileBench['open'];
  protected readonly bench: () => Bench;
  constructor(bench: () => Bench) {
    this.bench = bench;
    this.open = closeAfterEach((...args) => bench().open(...args));
  }
  get url() {
    return this.bench().url;
  }
  get adminKey() {
    return this.bench().adminKey;
  }
  get token() {
    return this.bench().token;
  }
  get user() {
    return this.bench().user;
  }
  get prefix() {
    return this.bench().prefix;
  }
}

class PageFileBench extends SharedFileBench<PageBench> implements PageBench {
  get owner() {
    return this.bench().owner;
  }
}

/** Creates a value before the first test of a file, if it has any, and disposes of it after the last. */
export function shareValue<T>(make: () => Promise<T>, end?: (value: T) => Promise<void>): () => T {
  let making: Promise<T> | undefined;
  let made: { readonly value: T } | undefined;
  // Not beforeAll: that runs even if every test of the file is skipped outside of exhaustive runs.
  beforeEach(async () => {
    making ??= make();
    made ??= { value: await making };
  }, startMS);
  afterAll(async () => made && end?.(made.value), startMS);
  return () => {
    if (!made) throw new Error('The bench can be used in tests and their hooks only');
    return made.value;
  };
}

/** Returns the name of the test file without its endings. */
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
