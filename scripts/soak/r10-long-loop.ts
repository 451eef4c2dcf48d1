// R10: a loop of 20,000 iterations at its 200 ms floor, on a virtual clock. None is lost, every entry reaches the store,
// and memory grows by at most 5 % from the first tenth to the end. Prints JSON, exits with 1 when a figure is missed.
// Usage: tsx scripts/soak/r10-long-loop.ts [iterations]
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { routineOf, startCell, step } from '@cellwright/routine-runner/testing';

const iterations = Number(process.argv[2] ?? 20_000);
const limit = 1.05;
const floorMS = 200;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const cell = startCell({
  isRecorded: false,
  routine: routineOf([
    step('step_1', 'Loop', { times: iterations }),
    step('step_1.1', 'SetEnvironmentVariable', {
      variableID: 'variable_count',
      newValue: { kind: 'stateVariable', stepID: 'step_1', variable: 'completedCount' },
    }),
  ]),
});
await cell.clock.advance(100);
await cell.ask('loadRoutine', { routineID: 'routine_1' });
await cell.ask('playRoutine');

const first = await measureAfter(iterations / 10);
const last = await measureAfter(iterations - iterations / 10 + 10);
const { run } = cell.state();
const growth = last / first;
// One entry to start and one to end the run, two for the loop, two for each iteration's step.
const expectedEntries = 2 * iterations + 4;
const holds =
  growth <= limit &&
  run?.status === 'completed' &&
  run.cycleCount === iterations &&
  cell.journal.entryCount === expectedEntries;
const figures = {
  row: 'R10',
  iterations: run?.cycleCount,
  status: run?.status,
  entries: cell.journal.entryCount,
  expectedEntries,
  heapMB: { afterATenth: first / 2 ** 20, atTheEnd: last / 2 ** 20 },
  growth,
  limit,
  holds,
};
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
process.exit(holds ? 0 : 1);

async function measureAfter(count: number): Promise<number> {
  await cell.clock.advance(count * floorMS);
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
