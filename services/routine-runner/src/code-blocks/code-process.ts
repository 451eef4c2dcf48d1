import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import {
  CodeRun,
  type CodeTurn,
  codeLimits,
  dropRights,
  type FromCode,
  loadSandboxes,
  type ToCode,
  toCodeSchema,
} from '@cellwright/service-kit/sandbox';

/**
 * The process of one code block: an interpreter inside WebAssembly, which gives the code nothing of Node.js. As a
 * second barrier, the process has no environment and no rights, and the runner can end it.
 */

/** Lowest scheduling priority on the machine. */
const niceness = 15;
const say = (line: FromCode): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

setPriority(niceness);
const sandbox = (await loadSandboxes(codeLimits)).open();
dropRights();

const run = new CodeRun(sandbox, say);
let seen = 0;

function take(line: ToCode): CodeTurn {
  return 'source' in line ? run.begin(line.source) : run.answer(line);
}

// Its input ends with the runner; the process has no purpose without it.
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const turn = take(toCodeSchema.parse(JSON.parse(line)));
    seen += 1;
    if (turn.kind === 'waiting') say({ kind: 'waiting', seen });
    else say(turn);
  })
  .on('close', () => process.exit());
say({ kind: 'ready' });
