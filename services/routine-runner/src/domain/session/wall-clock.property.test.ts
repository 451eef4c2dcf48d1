import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveSteps, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';

const minuteMS = 60_000;
const jumps = [60 * minuteMS, -60 * minuteMS, 1440 * minuteMS, -1440 * minuteMS, -5 * minuteMS];
const near = [1, -0.5, 1, 0, 0.5, 0];
const far = [1.6, -0.5, 1, 0, 0.5, 0];

/** Waits, moves, outputs with committed intents, and a condition that is polled: everything that has a time-out. */
const routine = routineOf([
  step('step_1', 'Loop', { times: 2 }),
  step('step_1.1', 'Wait', { milliseconds: 700 }),
  ...moveSteps('step_1.2', [near, far]),
  step('step_1.3', 'SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high', pulseSeconds: 0.1 }] }),
]);

interface Jump {
  readonly atMS: number;
  readonly byMS: number;
}

/** Plays the routine with a pause in it and a client that keeps the arm, and steps the wall clock meanwhile. */
async function play(wallJumps: readonly Jump[]) {
  const cell = startCell({ routine });
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  await cell.ask('playRoutine');
  for (const { atMS, byMS } of wallJumps) cell.clock.schedule(atMS, () => cell.clock.shiftWall(byMS));
  for (let elapsedMS = 0; elapsedMS < 12_000; elapsedMS += 500) {
    if (elapsedMS === 1000) await cell.ask('pauseRoutine');
    if (elapsedMS === 2500) await cell.ask('resumeRoutine');
    await cell.ask('controlHeartbeat');
    await cell.clock.advance(500);
  }
  const { run, kind, lease } = cell.state();
  const entries = cell.entries();
  return {
    outcome: { status: run?.status, kind, holder: lease?.holderID, cycleTimeSeconds: run?.cycleTimeSeconds },
    events: entries.map(({ event, stepPath, result }) => `${event} ${stepPath} ${result}`),
    seqs: entries.map(({ seq }) => seq),
    // Ids of trajectories differ each time.
    robot: cell.robot.log.map(({ at, kind }) => `${at} ${kind}`),
  };
}

it('a wall clock that jumps by hours and days changes nothing but the times in the journal (R27)', async () => {
  const calm = await play([]);
  expect(calm.outcome).toMatchObject({ status: 'completed', kind: 'Idle', holder: 'ada' });
  expect(calm.seqs).toEqual(calm.seqs.map((_, index) => index + 1));
  const jump = fc.record({ atMS: fc.integer({ min: 0, max: 9000 }), byMS: fc.constantFrom(...jumps) });
  await fc.assert(
    fc.asyncProperty(fc.array(jump, { minLength: 1, maxLength: 8 }), async (wallJumps) => {
      expect(await play(wallJumps)).toEqual(calm);
    }),
    { numRuns: 40 },
  );
});
