/** Delay before each attempt to load a screen, ms; the second one also applies while the cell does not answer. */
export const loadDelaysMS = [0, 1000, 2000, 3000, 4000] as const;

export interface LoadDeps {
  sleep(ms: number): Promise<unknown>;
  now(): number;
  importModule(url: string): Promise<unknown>;
  /** Resolves to true if the cell answers requests. */
  isAnswering(): Promise<boolean>;
  /** Loads style sheets that could not be loaded, from URLs with this time parameter. */
  loadStyles(at: number): Promise<unknown>;
}

/** Maximum time of an answer to the question whether the cell is there, ms. */
const answerWithinMS = 3000;

const browserDeps: LoadDeps = {
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => Date.now(),
  importModule: (url) => import(/* @vite-ignore */ url),
  isAnswering: () =>
    fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(answerWithinMS) }).then(
      () => true,
      () => false,
    ),
  loadStyles: (at) => Promise.all(listBrokenSheets().map((link) => replaceSheet(link, at))),
};

function listBrokenSheets(): HTMLLinkElement[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return [...links].filter(({ sheet }) => sheet === null);
}

/** @throws Error if it cannot be loaded either; then the broken one stays, and is found again. */
async function replaceSheet(broken: HTMLLinkElement, at: number): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = withTime(broken.href, at);
  try {
    await new Promise((resolve, reject) => {
      link.addEventListener('load', resolve);
      link.addEventListener('error', () => reject(new Error('A style sheet could not be loaded')));
      document.head.appendChild(link);
    });
    broken.remove();
  } catch (error) {
    link.remove();
    throw error;
  }
}

/**
 * Loads a screen's module and styles, with up to five attempts. Browsers cache the failure of a module, so each further
 * attempt uses its own URL with a time parameter. Attempts while the cell does not answer do not count: it may be
 * restarting.
 */
export async function loadScreen<T>(load: () => Promise<T>, deps: LoadDeps = browserDeps): Promise<T> {
  let address: string | undefined;
  let isFirst = true;
  for (let failures = 0; ; ) {
    try {
      if (!isFirst) await deps.loadStyles(deps.now());
      if (isFirst || address === undefined) return await load();
      // Safe cast: the same module at a URL that the browser has not marked as failed.
      return (await deps.importModule(withTime(address, deps.now()))) as T;
    } catch (error) {
      isFirst = false;
      address ??= addressIn(error);
      if (await deps.isAnswering()) failures++;
      const delay = loadDelaysMS[Math.max(1, failures)];
      if (delay === undefined) throw error;
      await deps.sleep(delay);
    }
  }
}

function withTime(address: string, at: number): string {
  const url = new URL(address);
  url.searchParams.set('t', String(at));
  return url.href;
}

/** Browsers name the failed module in their message, and the bundler a style sheet, which is no module. */
function addressIn(error: unknown): string | undefined {
  const found = error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined;
  return found !== undefined && URL.canParse(found) && !new URL(found).pathname.endsWith('.css') ? found : undefined;
}
