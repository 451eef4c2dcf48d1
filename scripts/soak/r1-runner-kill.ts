// R1: the routine runner is killed while the arm moves, 100 times, at random speeds. Deceleration starts within 250 ms,
// standstill within 700 ms, on the path; nothing resumes by itself. Usage: tsx scripts/soak/r1-runner-kill.ts [kills]
import { loseCommander } from '../../services/cell/e2e/faults/commander-loss.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

const limits = { decelerationMS: 250, standstillMS: 700, offPathRad: 1e-6 };

await soak('R1', { shape: 'processes' }, async (faults, note) => {
  const losses = [];
  for (let trial = 0; trial < trialsOf(100); trial++) {
    note(trial);
    const strike = async () => {
      const pid = faults.pidOf('routine-runner');
      faults.signal('routine-runner', 'SIGKILL');
      await faults.untilRestarted('routine-runner', pid);
    };
    // Every third kill happens at the top speed of the fastest sweep.
    const [speed, share] = trial % 3 === 0 ? [1, 0.95] : [0.1 + 0.9 * Math.random(), 0.05 + 0.9 * Math.random()];
    losses.push(await loseCommander(faults, { speed, share, afterMS: 900 * Math.random(), strike }));
  }
  const stops = losses.map(({ stop }) => stop);
  const moved = stops.filter(({ movedAfter }) => movedAfter > 0).length;
  const notInterrupted = losses.filter(({ run }) => run.status !== 'interrupted' && run.status !== 'failed').length;
  const decelerationMS = summarise(stops.map((stop) => stop.decelerationMS));
  const standstillMS = summarise(stops.map((stop) => stop.standstillMS));
  const speedRadPerS = summarise(stops.map(({ speed }) => speed));
  const offPathRad = Math.max(...stops.map(({ offPath }) => offPath));
  const holds =
    (decelerationMS.worst ?? Infinity) <= limits.decelerationMS &&
    (standstillMS.worst ?? Infinity) <= limits.standstillMS &&
    offPathRad <= limits.offPathRad &&
    moved === 0 &&
    notInterrupted === 0;
  return {
    holds,
    kills: losses.length,
    speedRadPerS,
    decelerationMS,
    standstillMS,
    offPathRad,
    moved,
    notInterrupted,
    limits,
  };
});
