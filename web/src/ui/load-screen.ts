/** Delay before each attempt to load a screen, ms. */
export const loadDelaysMS = [0, 1000, 2000, 3000, 4000] as const;

export interface LoadDeps {
  sleep(ms: number): Promise<unknown>;
  now(): number;
  importModule(url: string): Promise<unknown>;
}

const browserDeps: LoadDeps = {
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => Date.now(),
  importModule: (url) => import(/* @vite-ignore */ url),
};

/**
 * Loads a screen's module, with up to five attempts. Browsers cache the failure of a module, so each further attempt
 * uses its own URL with a time parameter.
 */
export async function loadScreen<T>(load: () => Promise<T>, deps: LoadDeps = browserDeps): Promise<T> {
  let address: string | undefined;
  let lastError: unknown;
  for (const [attempt, delay] of loadDelaysMS.entries()) {
    await deps.sleep(delay);
    try {
      if (attempt === 0 || address === undefined) return await load();
      const url = new URL(address);
      url.searchParams.set('t', String(deps.now()));
      // Safe cast: the same module at a URL that the browser has not marked as failed.
      return (await deps.importModule(url.href)) as T;
    } catch (error) {
      lastError = error;
      address ??= addressIn(error);
    }
  }
  throw lastError;
}

/** Browsers name the failed module in their message. */
function addressIn(error: unknown): string | undefined {
  const found = error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined;
  return found !== undefined && URL.canParse(found) ? found : undefined;
}
