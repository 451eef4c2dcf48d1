// R5: stop and emergency stop over the runner socket while every core is busy, 1,000 trials: from the client's request
// to the first decelerating set-point p99 at most 100 ms, worst at most 250 ms.
// Usage: tsx scripts/soak/r5-stop-latency.ts [trials] [processes]
import { saturateCores } from '../../services/cell/e2e/faults/busy-cores.fixture.ts';
import { StopTrials } from '../../services/cell/e2e/faults/stop-latency.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

const limits = { p99MS: 100, worstMS: 250 };
const shape = process.argv[3] === 'processes' ? 'processes' : 'compact';

await soak('R5', { shape }, async (faults, note) => {
  const trials = await StopTrials.begin(faults);
  const relieve = saturateCores();
  const stops = [];
  try {
    for (let trial = 0; trial < trialsOf(1000); trial++) {
      if (trial % 50 === 0) note(trial);
      stops.push(await trials.run(trial % 2 === 0 ? 'stop' : 'emergencyStop', 1200 * Math.random()));
    }
  } finally {
    relieve();
    await trials.end();
  }
  const decelerationMS = summarise(stops.map((stop) => stop.decelerationMS));
  const moved = stops.filter(({ movedAfter }) => movedAfter > 0).length;
  const { p99 = Infinity, worst = Infinity } = decelerationMS;
  const holds = p99 <= limits.p99MS && worst <= limits.worstMS && moved === 0;
  return { holds, trials: stops.length, decelerationMS, moved, commanderLostBeforehand: trials.spoiled, limits };
});
