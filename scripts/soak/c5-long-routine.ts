// C5: routines of 20,000 and 50,000 × Wait 1 ms are played to their end; the commander's messages reach the controller
// at most 120 ms apart. Usage: tsx scripts/soak/c5-long-routine.ts [steps …]
import { playLongRoutine } from '../../services/cell/e2e/faults/load-beside-run.fixture.ts';
import { soak } from './cell/soak.ts';

const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [20_000, 50_000];

await soak('C5', { shape: 'compact' }, async (faults, note) => {
  const runs = [];
  for (const steps of counts) {
    note(steps);
    runs.push(await playLongRoutine(faults, steps));
  }
  const holds = runs.every(
    ({ steps, run, entries, watchdogs, silence }) =>
      run.status === 'completed' && entries === 2 * steps + 2 && watchdogs === 0 && silence.worstMS <= 120,
  );
  return { holds, runs };
});
