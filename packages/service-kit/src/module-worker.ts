import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker thread from a module beside the caller. In source (tests) that is the TypeScript file itself; in a
 * bundle the worker is an entry of its own, `<name>.js` beside the chunks.
 * @param callerUrl the caller's `import.meta.url`
 * @param relativePath path of the worker's source from the caller's, e.g. './worker/document-worker.ts'
 */
export function startModuleWorker(callerUrl: string, relativePath: string, options: WorkerOptions = {}): Worker {
  const caller = fileURLToPath(callerUrl);
  if (caller.endsWith('.ts')) {
    const source = join(dirname(caller), relativePath);
    return new Worker(source, { ...options, execArgv: [...(options.execArgv ?? []), '--import', 'tsx'] });
  }
  return new Worker(join(dirname(caller), `${basename(relativePath, '.ts')}.js`), options);
}
