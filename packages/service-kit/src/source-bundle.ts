import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'cellwright-source-bundles');

const packageSchema = z.object({ entries: z.record(z.string(), z.string()).default({}) });
const indexSchema = z.object({
  folder: z.string(),
  entries: z.string(),
  /** Path, time of the last change and size of every source file. */
  inputs: z.array(z.tuple([z.string(), z.number(), z.number()])),
});

/** Folders of bundles built or checked by this process. */
const known = new Map<string, string>();

/**
 * Bundles a module for a program that runs from source (tests). Loading the bundle takes a tenth of the processor time
 * of compiling the module and all its imports at each start. Bundles of the package's workers are in the same folder.
 * Returns the bundle's path; it is built again when a source file changed.
 * @param module path of a TypeScript file
 */
export function bundleSource(module: string): string {
  const { name } = parse(module);
  return join(openBundle(bundleName(module), { [name]: module, ...readParts(module) }), `${name}.js`);
}

/**
 * Returns the bundle of a worker or process that its package lists in its `entries`, in the same folder as the others,
 * which it may start. Undefined when it is not listed there.
 */
export function findEntryBundle(module: string): string | undefined {
  const parts = readParts(module);
  const name = Object.keys(parts).find((each) => parts[each] === module);
  return name && join(openBundle(`parts${bundleName(packageFolder(module))}`, parts), `${name}.js`);
}

/** Returns the workers and processes that the package of a module lists in its `entries`, by name. */
function readParts(module: string): Record<string, string> {
  const folder = packageFolder(module);
  const { entries } = packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const parts = Object.entries(entries).filter(([name]) => name !== 'main' && name !== 'migrate');
  return Object.fromEntries(parts.map(([name, path]) => [name, join(folder, path)]));
}

function openBundle(name: string, entries: Readonly<Record<string, string>>): string {
  const open = known.get(name);
  if (open !== undefined) return open;
  const wanted = JSON.stringify(entries);
  let folder = readFresh(name, wanted);
  if (folder === undefined) {
    const script = join(root, 'scripts', 'build', 'source-bundle.mjs');
    execFileSync(process.execPath, [script, cache, name, wanted], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    folder = indexSchema.parse(JSON.parse(readFileSync(join(cache, `${name}.json`), 'utf8'))).folder;
  }
  known.set(name, folder);
  return folder;
}

/** Returns the folder of a bundle whose entries and source files have not changed since it was built. */
function readFresh(name: string, entries: string): string | undefined {
  try {
    const index = indexSchema.parse(JSON.parse(readFileSync(join(cache, `${name}.json`), 'utf8')));
    const isFresh = index.inputs.every(([path, changedAt, size]) => {
      const now = statSync(path);
      return now.mtimeMs === changedAt && now.size === size;
    });
    return isFresh && index.entries === entries && statSync(index.folder).isDirectory() ? index.folder : undefined;
  } catch {
    return undefined;
  }
}

function packageFolder(module: string): string {
  let folder = dirname(module);
  while (!statSync(join(folder, 'package.json'), { throwIfNoEntry: false })) folder = dirname(folder);
  return folder;
}

/** Returns a name that differs for modules with the same file name. */
function bundleName(module: string): string {
  return module.slice(root.length).replaceAll(/[^a-z0-9]+/gi, '-');
}
