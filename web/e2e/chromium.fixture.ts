import { countStart } from '@cellwright/testkit/count-start';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from '@playwright/test';
import { withPatience } from './patience.fixture.ts';

/** Disables background requests to the network. */
const commonArgs = ['--no-sandbox', '--disable-background-networking'];
const browserArgs = {
  /** The CPU paints pages as fast as the graphics of a tablet; there is no 3D. */
  flat: [...commonArgs, '--disable-gpu', '--disable-3d-apis'],
  /** Graphics emulated by the CPU: with 3D, but frames so late that an arm held by a page would stop. */
  deep: [...commonArgs, '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
};
export type BrowserKind = keyof typeof browserArgs;

/** Returns the options of a start, which is counted. */
function launchOptionsOf(kind: BrowserKind): LaunchOptions {
  countStart('browser');
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  return { executablePath, args: browserArgs[kind], timeout: withPatience(30_000) };
}

/** Starts a browser; it ends with this process. */
export function launchBrowser(kind: BrowserKind): Promise<Browser> {
  return chromium.launch(launchOptionsOf(kind));
}

/** Starts a browser that other processes connect to by its address. */
export function launchBrowserServer(kind: BrowserKind): Promise<BrowserServer> {
  return chromium.launchServer(launchOptionsOf(kind));
}
