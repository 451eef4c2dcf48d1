import type { Random } from '@cellwright/collision';
import type { SearchSpace } from './search-space.ts';

/** Initial margin of each joint beyond the start and the goal, rad. */
const firstMargin = 1;
/** Growth of the margin with each sample, rad: long detours are found after short ones. */
const widening = 0.01;

/**
 * Region of random configurations: between the start and the goal plus a margin, which grows until it is the whole
 * space. A way there is found sooner, and is shorter, than one through all possible turns.
 */
export class SampleRegion {
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly space: SearchSpace;
  private margin = firstMargin;

  constructor(space: SearchSpace, start: Float64Array, goal: Float64Array) {
    this.space = space;
    this.low = start.map((angle, axis) => Math.min(angle, goal[axis] ?? angle));
    this.high = start.map((angle, axis) => Math.max(angle, goal[axis] ?? angle));
  }

  /** Writes the next random configuration. */
  draw(random: Random, out: Float64Array): void {
    const { space, margin } = this;
    for (let axis = 0; axis < out.length; axis += 1) {
      const low = Math.max(space.lower[axis] ?? 0, (this.low[axis] ?? 0) - margin);
      const high = Math.min(space.upper[axis] ?? 0, (this.high[axis] ?? 0) + margin);
      out[axis] = low + (high - low) * random.next();
    }
    this.margin += widening;
  }
}
