// Runs a benchmark's servers like the product: bundled, not compiled while loading, which makes closures slow.
import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithThisProcess } from '@cellwright/testkit';
import { build } from 'esbuild';
import { bundleOptions } from '../build/bundle-options.mjs';

const cache = fileURLToPath(new URL('../../node_modules/.cache/cellwright-bench', import.meta.url));

/**
 * Bundles a module of this folder; returns a function that starts it with arguments, each time as a process that prints
 * its address.
 */
export async function bundleServer(module: URL, children: ChildProcess[]) {
  const name = basename(module.pathname, '.ts');
  const outdir = join(cache, name);
  rmSync(outdir, { recursive: true, force: true });
  await build({ ...bundleOptions, entryPoints: { main: fileURLToPath(module) }, outdir });
  return async (...args: string[]): Promise<string> => {
    const child = endWithThisProcess(fork(join(outdir, 'main.js'), args));
    children.push(child);
    return new Promise((resolve, reject) => {
      child.once('message', (address) => resolve(String(address)));
      child.once('exit', (code) => reject(new Error(`${name} ${args.join(' ')} ended with ${code}`)));
    });
  };
}
