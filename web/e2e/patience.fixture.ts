import { availableParallelism, loadavg } from 'node:os';

const maxPatience = 10;

/** Factor by which bounds on waiting grow on a busy machine: 1 to 10, by processes that want a core. */
function measurePatience(): number {
  const [lastMinute = 0] = loadavg();
  return Math.min(maxPatience, Math.max(1, lastMinute / availableParallelism()));
}

/** Bound on waiting, in ms, for a machine as busy as this one is. */
export function withPatience(quietMS: number): number {
  return Math.round(quietMS * measurePatience());
}
