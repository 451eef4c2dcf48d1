import { listKindPackages } from '@cellwright/calls';
import type { PackageFolder } from '@cellwright/steps/packaged';
import { cell } from './cell.ts';

let loaded: Promise<void> | undefined;
let packageFolders: readonly PackageFolder[] = [];

/** Returns the packages that this page has loaded, for workers, which share none of them. */
export function listPackageFolders(): readonly PackageFolder[] {
  return packageFolders;
}

/** Maximum wait of a screen for the kinds of packages, ms: an operator needs it also while the runner does not answer. */
const patienceMS = 1000;

/** Loads a screen that names step kinds, and first the kinds of packages. Without them they are shown as unknown. */
export async function withKinds<Screen>(load: () => Promise<Screen>): Promise<Screen> {
  loaded ??= loadKinds().catch(() => {
    // The next screen tries again.
    loaded = undefined;
  });
  const enough = new Promise<void>((resolve) => setTimeout(resolve, patienceMS));
  const [screen] = await Promise.all([load(), Promise.race([loaded, enough])]);
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
  packageFolders = folders;
}
