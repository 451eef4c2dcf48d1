import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type BrowserKind, launchBrowser } from './chromium.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { type SeenUser, signInByRequest, signInOn } from './people.fixture.ts';

export interface OpenOptions {
  /** Default true. */
  readonly isSignedIn?: boolean;
  /** Default: the user of the bench. */
  readonly as?: SeenUser;
  /** Default false: the page cannot draw in 3D. */
  readonly draws3D?: boolean;
}

export interface PageOpener {
  /** Opens a page in a separate context, as on an operator's tablet. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Closes the browsers, or the connections to shared ones. */
  close(): Promise<void>;
}

interface OpenerOptions {
  readonly url: string;
  /** Returns the user of signed-in pages; called once, by the first of them. */
  readonly user: () => Promise<SeenUser>;
  /** Starts the browser without 3D, or connects to it. */
  readonly openFlat: () => Promise<Browser>;
  /** Default 'page'. A request gives the same session cookie, without the work of a page. */
  readonly signInBy?: 'page' | 'request';
}

/** Opens pages whose users sign in once, and keep their session cookie. */
export function createPageOpener({ url, user, openFlat, signInBy = 'page' }: OpenerOptions): PageOpener {
  const browsers = new Map<BrowserKind, Promise<Browser>>();
  const browserOf = (kind: BrowserKind): Promise<Browser> => {
    const open = browsers.get(kind) ?? (kind === 'flat' ? openFlat() : launchBrowser(kind));
    browsers.set(kind, open);
    return open;
  };
  const openContext = async (kind: BrowserKind): Promise<BrowserContext> => {
    const context = await (await browserOf(kind)).newContext({
      viewport: { width: 1280, height: 800 },
      hasTouch: true,
    });
    context.setDefaultTimeout(withPatience(20_000));
    return context;
  };
  type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
  const signInOnPage = async (context: BrowserContext, signedIn: SeenUser): Promise<void> => {
    const page = await context.newPage();
    const failed: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
    });
    page.on('requestfailed', (request) => failed.push(`${request.failure()?.errorText} ${request.url()}`));
    await page.goto(`${url}/login`);
    await signInOn(page, signedIn).catch(async (cause: unknown) => {
      const text = await page.locator('body').ariaSnapshot();
      throw new Error(`Not signed in. Failed requests: ${failed.join(', ') || 'none'}. The page: ${text}`, { cause });
    });
  };
  const signIn = async (signedIn: SeenUser): Promise<Cookies> => {
    const context = await openContext('flat');
    if (signInBy === 'page') await signInOnPage(context, signedIn);
    else await signInByRequest(context, url, signedIn);
    const cookies = await context.cookies();
    await context.close();
    return cookies;
  };
  const sessions = new Map<string, Promise<Cookies>>();
  const findSession = (signedIn: SeenUser): Promise<Cookies> => {
    const known = sessions.get(signedIn.username);
    if (known) return known;
    const session = signIn(signedIn);
    sessions.set(signedIn.username, session);
    // The next page of the user signs in again.
    session.catch(() => sessions.delete(signedIn.username));
    return session;
  };
  return {
    async open(path, { isSignedIn = true, draws3D = false, as } = {}) {
      const cookies = isSignedIn ? await findSession(as ?? (await user())) : undefined;
      const context = await openContext(draws3D ? 'deep' : 'flat');
      if (cookies) await context.addCookies(cookies);
      const page = await context.newPage();
      await page.goto(`${url}${path}`);
      return page;
    },
    async close() {
      for (const browser of browsers.values()) await (await browser).close();
    },
  };
}
