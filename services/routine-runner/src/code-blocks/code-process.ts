import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { dropRights } from '../scripts/drop-rights.ts';
import { loadSandboxes } from '../scripts/sandbox.ts';
import { codeLimits } from './code-limits.ts';
import { type FromCode, type ToCode, toCodeSchema } from './code-lines.ts';
import { CodeRun, type CodeTurn } from './run-code.ts';

/**
 * The process of one code block: an interpreter inside WebAssembly, which gives the code nothing of Node.js. Around it, for
 * the day that it has a hole: no environment, no rights, and the runner on the other end, which ends it.
 */

/** Behind whatever else the machine does. */
const niceness = 15;
const say = (line: FromCode): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

setPriority(niceness);
const sandbox = (await loadSandboxes()).open({ memoryBytes: codeLimits.memoryBytes });
dropRights();

const run = new CodeRun(sandbox, say);
let seen = 0;

function take(line: ToCode): CodeTurn {
  return 'source' in line ? run.begin(line.source) : run.answer(line);
}

// Its lines end with the runner: without it there is nothing to go on for.
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const turn = take(toCodeSchema.parse(JSON.parse(line)));
    seen += 1;
    if (turn.kind === 'waiting') say({ kind: 'waiting', seen });
    else say(turn);
  })
  .on('close', () => process.exit());
say({ kind: 'ready' });
