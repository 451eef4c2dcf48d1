import { listKindPackages } from '@cellwright/calls';
import { cell } from './cell.ts';

let loaded: Promise<void> | undefined;

/** Loads a screen that names step kinds, and first the kinds of packages. Without them they are shown as unknown. */
export async function withKinds<Screen>(load: () => Promise<Screen>): Promise<Screen> {
  loaded ??= loadKinds().catch(() => {
    // The next screen tries again.
    loaded = undefined;
  });
  const [screen] = await Promise.all([load(), loaded]);
  return screen;
}

async function loadKinds(): Promise<void> {
  const { packages } = await cell.call(listKindPackages, {});
  const folders = packages.flatMap(({ folder, manifest }) =>
    manifest === null ? [] : [{ folder, manifest: { ok: true as const, value: manifest } }],
  );
  if (folders.length === 0) return;
  const { loadKindPackages } = await import('@cellwright/steps/packaged');
  loadKindPackages(folders);
}
