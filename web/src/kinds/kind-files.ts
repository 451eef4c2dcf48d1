import { use } from 'react';
import { loadScreen } from '../ui/load-screen.ts';

/** Files with the UI of single kinds, found by their name: `steps/Waypoint.tsx` is of the kind Waypoint. */
export interface KindFiles<UI> {
  readonly kinds: readonly string[];
  loadAll(): Promise<void>;
  /** Loads all files in the background. A file that fails is loaded again when its kind is shown. */
  preload(): void;
  /** Returns the UI of a kind, or undefined for a kind without a file. Suspends while the file loads. */
  useUI(kind: string): UI | undefined;
}

/** The module of a file. */
export interface KindFile<UI> {
  readonly ui: UI;
}

type Load = <T>(load: () => Promise<T>) => Promise<T>;

/**
 * @param files loaders by path, as `import.meta.glob` returns them
 * @param load calls a loader, with retries
 */
export function createKindFiles<UI>(
  files: Readonly<Record<string, () => Promise<KindFile<UI>>>>,
  load: Load = loadScreen,
): KindFiles<UI> {
  const loaders = nameByKind(files);
  const loading = new Map<string, Promise<UI>>();
  const loaded = new Map<string, UI>();
  const start = (kind: string, loader: () => Promise<KindFile<UI>>): Promise<UI> => {
    const started = loading.get(kind);
    if (started) return started;
    const file = load(loader).then(({ ui }) => {
      loaded.set(kind, ui);
      return ui;
    });
    loading.set(kind, file);
    // The next use tries again, for example once the network is back.
    file.catch(() => loading.delete(kind));
    return file;
  };
  const startAll = () => [...loaders].map(([kind, loader]) => start(kind, loader));
  return {
    kinds: [...loaders.keys()],
    async loadAll() {
      await Promise.all(startAll());
    },
    preload() {
      startAll();
    },
    useUI(kind) {
      const loader = loaders.get(kind);
      if (!loader) return undefined;
      return loaded.get(kind) ?? use(start(kind, loader));
    },
  };
}

/** Returns files by the kind in their path: './steps/Waypoint.tsx' is of the kind Waypoint. In the order of the kinds. */
export function nameByKind<File>(files: Readonly<Record<string, File>>): ReadonlyMap<string, File> {
  const named = Object.entries(files).map(([path, file]): [string, File] => [
    path.replace(/^.*\//, '').replace(/\..*$/, ''),
    file,
  ]);
  return new Map(named.sort(([one], [other]) => one.localeCompare(other)));
}
