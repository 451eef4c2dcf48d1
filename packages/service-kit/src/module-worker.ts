import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { findEntryBundle } from './source-bundle.ts';

/**
 * Starts a worker thread from a module beside the caller. In a bundle the worker is a separate entry, `<name>.js`
 * beside the chunks; in source (tests) it is bundled if it is an entry of its package, otherwise the TypeScript file
 * itself is used.
 * @param callerUrl the caller's `import.meta.url`
 * @param relativePath path of the worker's source from the caller's, e.g. './worker/document-worker.ts'
 */
export function startModuleWorker(callerUrl: string, relativePath: string, options: WorkerOptions = {}): Worker {
  const caller = fileURLToPath(callerUrl);
  if (!caller.endsWith('.ts')) return new Worker(join(dirname(caller), `${basename(relativePath, '.ts')}.js`), options);
  const module = join(dirname(caller), relativePath);
  const bundle = findEntryBundle(module);
  if (bundle !== undefined) return new Worker(bundle, options);
  const source = pathToFileURL(module).href;
  // Node 20 does not run --import hooks in threads, so the thread registers the TypeScript loader itself.
  const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); });`;
  return new Worker(bootstrap, { ...options, eval: true });
}
