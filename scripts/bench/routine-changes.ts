/**
 * Measures the time to compute the changes between two versions of a routine of 20,000 steps, as JSON. `npx tsx
 * scripts/bench/routine-changes.ts`
 */
import { performance } from 'node:perf_hooks';
import { parseRoutine, type Routine } from '@cellwright/domain/routine';
import { describeRoutineChanges } from '@cellwright/steps/contracts';

const count = 20_000;
const limitMS = 1000;

function routineOf(order: readonly number[], milliseconds: number): Routine {
  const steps = order.map((number) => ({ id: `s${number}`, stepKind: 'Wait' }));
  const entries = order.map((number) => [`s${number}`, { stepKind: 'Wait', args: { milliseconds } }]);
  const parsed = parseRoutine({ id: 'r', name: 'R', steps, stepConfigurations: Object.fromEntries(entries) });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems.slice(0, 3)));
  return parsed.value;
}

function measure(before: Routine, after: Routine) {
  const startedAt = performance.now();
  const changes = describeRoutineChanges(before, after).length;
  return { milliseconds: Number((performance.now() - startedAt).toFixed(1)), changes, limitMS };
}

const order = Array.from({ length: count }, (_, index) => index);
const before = routineOf(order, 10);
const report = {
  nothing: measure(before, structuredClone(before)),
  everyStepChanged: measure(before, routineOf(order, 20)),
  turnedRound: measure(before, routineOf(order.toReversed(), 10)),
};
console.log(JSON.stringify(report, null, 2));
