// Checks the types of the code and of the web app with the native compiler, which needs half the processor time. One
// checker, because several derive the same types again: four take twice the processor time, which parallel tests need.
// The package `typescript` remains for users of its interface.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript-native/package.json')), 'bin', 'tsc');
/** Collects garbage only above this much memory: looking for some takes a third of the processor time. */
const env = { GOGC: 'off', GOMEMLIMIT: '3GiB', ...process.env };
const codes = ['tsconfig.json', 'web/tsconfig.json'].map(
  (project) =>
    spawnSync(process.execPath, [compiler, '--noEmit', '--checkers', '1', '-p', project], { stdio: 'inherit', env })
      .status ?? 1,
);
process.exit(Math.max(...codes));
