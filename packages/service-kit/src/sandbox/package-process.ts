import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { codeLimits } from './code-limits.ts';
import { dropRights } from './drop-rights.ts';
import { type FromHost, toHostSchema } from './host-lines.ts';
import { PackageRuns } from './package-runs.ts';
import { loadSandboxes } from './sandbox.ts';

/**
 * The process of one package: interpreters inside WebAssembly, which give its module nothing of Node.js. As a second
 * barrier, the process has no environment and no rights, and the runner can end it.
 */

/** Lowest scheduling priority on the machine. */
const niceness = 15;
const say = (line: FromHost): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

setPriority(niceness);
// Loads everything that an interpreter needs while files can still be read.
await loadSandboxes(codeLimits);
dropRights();

const runs = new PackageRuns(say);
let seen = 0;
let last = Promise.resolve();

// Its input ends with the runner; the process has no purpose without it.
createInterface({ input: process.stdin })
  .on('line', (line) => {
    last = last.then(async () => {
      await runs.take(toHostSchema.parse(JSON.parse(line)));
      seen += 1;
      say({ kind: 'waiting', seen });
      // The memory of a used interpreter, 16 MB or more, is freed by a collection only. Left alone, one comes late.
      if (runs.takeDropped() > 0) setImmediate(() => globalThis.gc?.());
    });
  })
  .on('close', () => process.exit());
say({ kind: 'ready' });
