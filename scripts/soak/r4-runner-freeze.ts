// R4: the routine runner is frozen for 10 s while the arm is moving. The controller's watchdog stops the arm as in R1,
// and no outdated command is executed when the runner wakes up. Usage: tsx scripts/soak/r4-runner-freeze.ts [freezes]
import { setTimeout as delay } from 'node:timers/promises';
import { loseCommander } from '../../services/cell/e2e/faults/commander-loss.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

const limits = { decelerationMS: 250, standstillMS: 700 };

await soak('R4', { shape: 'processes' }, async (faults, note) => {
  const losses = [];
  for (let trial = 0; trial < trialsOf(10); trial++) {
    note(trial);
    const strike = async () => {
      faults.signal('routine-runner', 'SIGSTOP');
      await delay(10_000);
      faults.signal('routine-runner', 'SIGCONT');
      await delay(3000);
    };
    losses.push(
      await loseCommander(faults, {
        speed: 0.2 + 0.8 * Math.random(),
        share: 0.9,
        afterMS: 600 * Math.random(),
        strike,
      }),
    );
  }
  const stops = losses.map(({ stop }) => stop);
  const moved = stops.filter(({ movedAfter }) => movedAfter > 0).length;
  const decelerationMS = summarise(stops.map((stop) => stop.decelerationMS));
  const standstillMS = summarise(stops.map((stop) => stop.standstillMS));
  const holds =
    moved === 0 &&
    (decelerationMS.worst ?? Infinity) <= limits.decelerationMS &&
    (standstillMS.worst ?? Infinity) <= limits.standstillMS;
  return { holds, freezes: losses.length, decelerationMS, standstillMS, moved, limits };
});
