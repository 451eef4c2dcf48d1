import { availableParallelism, loadavg } from 'node:os';

const maxPatience = 10;

/** Returns the factor by which time limits grow on a busy machine: 1 to 10, by processes that wait for a core. */
function measurePatience(): number {
  const [lastMinute = 0] = loadavg();
  return Math.min(maxPatience, Math.max(1, lastMinute / availableParallelism()));
}

/** Returns a time limit, ms, scaled by the present load of the machine. */
export function withPatience(quietMS: number): number {
  return Math.round(quietMS * measurePatience());
}
