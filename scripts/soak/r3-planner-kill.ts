// R3: the motion service is killed while it plans, 50 times. The run fails within 5 s and no part of a plan is driven.
// Usage: tsx scripts/soak/r3-planner-kill.ts [kills]
import { losePlanner } from '../../services/cell/e2e/faults/planner-loss.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

const limitMS = 5000;

await soak('R3', { shape: 'processes' }, async (faults, note) => {
  const losses = [];
  for (let trial = 0; trial < trialsOf(50); trial++) {
    note(trial);
    losses.push(await losePlanner(faults, 400 * Math.random()));
  }
  const failed = losses.filter(({ failedAfterMS }) => failedAfterMS !== null);
  // A plan that was already complete before the kill is correctly driven.
  const partial = failed.filter(({ trajectories }) => trajectories > 0).length;
  const failedAfterMS = summarise(failed.map((loss) => loss.failedAfterMS ?? Infinity));
  const holds = failed.length > 0 && partial === 0 && (failedAfterMS.worst ?? Infinity) <= limitMS;
  return { holds, kills: losses.length, failed: failed.length, partial, failedAfterMS, limitMS };
});
