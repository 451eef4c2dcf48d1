/** Waits before each try of loading a screen, ms. */
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
 * Loads a screen's module, up to five times. Browsers remember a module that failed to load: from the second try on it
 * is asked for at an address of its own, by a time parameter.
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
      // Sound: the same module, at an address that the browser has not given up on.
      return (await deps.importModule(url.href)) as T;
    } catch (error) {
      lastError = error;
      address ??= addressIn(error);
    }
  }
  throw lastError;
}

/** Browsers name the module that failed in their message. */
function addressIn(error: unknown): string | undefined {
  const found = error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined;
  return found !== undefined && URL.canParse(found) ? found : undefined;
}
