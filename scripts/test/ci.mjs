// Runs the CI: `npm test`, then the slice of the exhaustive tests that the number of commits chooses. Prints the beginning
// of every failure again at the end, where it is found in a long log, then a line for each, and the total last.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

const sliceCount = 10;
/** Number of lines of a failure that are printed again. */
const linesAgain = 12;
/** Maximum lengths of the line for each failure, so that the end of a log names all of them. */
const titleLength = 200;
const reasonLength = 160;

/** Runs a command, shows its output and adds up its `N passed, N failed` line. */
async function runTests(args) {
  const child = spawn('npm', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const forward = (signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const exited = new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  let counts = [0, 0];
  /** First lines of each failure. */
  const failures = [];
  let isInFailure = false;
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    const match = /^(\d+) passed, (\d+) failed$/.exec(line);
    if (match) counts = [Number(match[1]), Number(match[2])];
    if (/^(FAILED|NOTE|Phase) /.test(line)) isInFailure = line.startsWith('FAILED');
    if (isInFailure && line.startsWith('FAILED ')) failures.push([]);
    const failure = failures.at(-1);
    if (isInFailure && failure.length < linesAgain) failure.push(line.slice(0, 300));
  }
  process.off('SIGINT', forward).off('SIGTERM', forward);
  return { code: await exited, passed: counts[0], failed: counts[1], failures };
}

const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' });
const slice = `${(Number(stdout) % sliceCount) + 1}/${sliceCount}`;
const gate = await runTests(['test']);
process.stdout.write(`\nExhaustive tests, slice ${slice}\n`);
const exhaustive = await runTests(['run', 'test:exhaustive', '--', '--slice', slice]);

for (const lines of [...gate.failures, ...exhaustive.failures]) {
  process.stdout.write(`\nThe beginning of a failure above:\n${lines.join('\n').trimEnd()}\n`);
}
for (const [stage, { failures }] of Object.entries({ Gate: gate, Slice: exhaustive })) {
  for (const [title = '', reason = ''] of failures) {
    process.stdout.write(`\n${stage}: ${title.slice(0, titleLength)}\n  ${reason.slice(0, reasonLength)}\n`);
  }
}
process.stdout.write(`\nGate: ${gate.passed} passed, ${gate.failed} failed, exit code ${gate.code}\n`);
process.stdout.write(
  `Slice ${slice}: ${exhaustive.passed} passed, ${exhaustive.failed} failed, exit code ${exhaustive.code}\n`,
);
process.stdout.write(`${gate.passed + exhaustive.passed} passed, ${gate.failed + exhaustive.failed} failed\n`);
process.exit(gate.code || exhaustive.code);
