// Stops of a weld at every point of it, with every core busy: the controller switches the arc off together with the start of the
// stop, and within 50 ms of its request. The controller's log is the oracle. Usage: tsx scripts/soak/arc-stops.ts [stops]
import { addWelder, stopInWeld, weldPoints } from '../../services/cell/e2e/faults/arc-loss.fixture.ts';
import { saturateCores } from '../../services/cell/e2e/faults/busy-cores.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

const goal = { sinceStopMS: 1, sinceRequestMS: 50 };

await soak('arc stops', { shape: 'compact' }, async (faults, note) => {
  await addWelder(faults);
  const release = saturateCores();
  const sinceStop: number[] = [];
  const sinceRequest: number[] = [];
  try {
    for (let stop = 0; stop < trialsOf(1000); stop++) {
      note(stop);
      const point = weldPoints[stop % weldPoints.length] ?? 'along the seam';
      const { sinceStopMS, sinceRequestMS } = await stopInWeld(faults, point);
      sinceStop.push(sinceStopMS);
      sinceRequest.push(sinceRequestMS);
    }
  } finally {
    release();
  }
  const [sinceStopMS, sinceRequestMS] = [summarise(sinceStop), summarise(sinceRequest)];
  const isMet = (worst: number | undefined, most: number) => worst !== undefined && worst <= most;
  const holds = isMet(sinceStopMS.worst, goal.sinceStopMS) && isMet(sinceRequestMS.worst, goal.sinceRequestMS);
  return { holds, stops: sinceStop.length, sinceStopMS, sinceRequestMS, goal };
});
