// C4: the worst loads at the door, with every core busy, while a routine moves the arm: no run fails, and the controller
// hears its commander p99 within 60 ms and always within 120 ms of the last time. A bare timer of the same priority in the
// same run says what the machine itself does to a commander.
// Usage: tsx scripts/soak/c4-door-load.ts [seconds] [processes]
import { startBareCommander } from '../../services/cell/e2e/faults/bare-commander.fixture.ts';
import { playUnderDoorLoad } from '../../services/cell/e2e/faults/load-beside-run.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

const limits = { p99MS: 60, worstMS: 120 };
/** A commander on a machine that is late by itself is at most this much later than a timer that does nothing. */
const mostOfBare = 1.2;
const shape = process.argv[3] === 'processes' ? 'processes' : 'compact';

await soak('C4', { shape }, async (faults) => {
  const note = (load: string) => void process.stderr.write(`C4 ${load}\n`);
  const endBare = startBareCommander();
  const result = await playUnderDoorLoad(faults, trialsOf(3600), note);
  const bareCommander = await endBare();
  const { run, silence } = result;
  const isHeard = silence.p99MS <= limits.p99MS && silence.worstMS <= limits.worstMS;
  // What the commander adds to the machine, beside the figure itself, which is not loosened by it.
  const asBare = {
    p99: silence.p99MS / bareCommander.p99MS,
    worst: silence.worstMS / bareCommander.worstMS,
    holds:
      silence.p99MS <= Math.max(limits.p99MS, mostOfBare * bareCommander.p99MS) &&
      silence.worstMS <= Math.max(limits.worstMS, mostOfBare * bareCommander.worstMS),
  };
  return { holds: isHeard && run.status === 'running', ...result, bareCommander, asBare, limits };
});
