import { type ModuleProcess, startModuleProcess } from '../module-process.ts';
import { maxProcessBytes } from './isolated-process.ts';

/** Starts the process of one package. It can read its own code and the libraries of the interpreter, nothing else. */
export function startPackageProcess(): ModuleProcess {
  return startModuleProcess(import.meta.url, './package-process.ts', {
    flags: ['--max-old-space-size=64', '--max-semi-space-size=2', '--single-threaded-gc', '--expose-gc'],
    packages: ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'acorn', 'zod'],
    maxMemoryBytes: maxProcessBytes,
  });
}
