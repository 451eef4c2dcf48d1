import type { Random } from '@cellwright/collision';
import type { Meter } from './budget.ts';
import { measureDistance, type Steering, walkOutcomes } from './steering.ts';

/** Returns the Euclidean length of a path in joint space, rad. */
export function measurePath(path: readonly Float64Array[]): number {
  let length = 0;
  for (const [index, to] of path.entries()) {
    const from = path[index - 1];
    if (from !== undefined) length += measureDistance(from, 0, to, 0, to.length);
  }
  return length;
}

/** Minimum share of the length that a shortcut saves. */
const leastGain = 1e-3;

/** A place on a path: on the segment that starts at waypoint `segment`, at `share` of it. */
interface Place {
  readonly segment: number;
  readonly share: number;
}

/** Shortens a path while every segment stays proven clear. Both ends remain fixed. */
export class Shortcutter {
  private path: Float64Array[];
  private lengths: number[] = [];
  private total = 0;
  private readonly steering: Steering;
  private readonly random: Random;

  constructor(steering: Steering, path: readonly Float64Array[], random: Random) {
    this.steering = steering;
    this.random = random;
    this.path = path.map((q) => q.slice());
    this.measure();
  }

  get result(): Float64Array[] {
    return this.path;
  }

  get length(): number {
    return this.total;
  }

  /** Shortens until the budget is used up or there was no improvement for a while. */
  improve(meter: Meter): void {
    let failures = 0;
    while (!meter.isSpent && this.path.length > 2 && failures < this.patience) {
      const pulls = this.steering.isStraight && this.random.next() < 0.5;
      const helped = pulls ? this.pullWaypoint() : this.cutAcross();
      failures = helped ? 0 : failures + 1;
    }
  }

  private get patience(): number {
    return 12 + 4 * this.path.length;
  }

  private measure(): void {
    const { path } = this;
    this.lengths = [];
    this.total = 0;
    for (let index = 0; index + 1 < path.length; index += 1) {
      const [from, to] = [path[index], path[index + 1]];
      const length = from === undefined || to === undefined ? 0 : measureDistance(from, 0, to, 0, from.length);
      this.lengths.push(length);
      this.total += length;
    }
  }

  private placeAt(distance: number): Place {
    let rest = distance;
    for (const [segment, length] of this.lengths.entries()) {
      if (rest <= length) return { segment, share: length > 0 ? rest / length : 0 };
      rest -= length;
    }
    return { segment: this.lengths.length - 1, share: 1 };
  }

  private stateAt({ segment, share }: Place): Float64Array {
    const from = this.path[segment] ?? new Float64Array(0);
    const to = this.path[segment + 1] ?? from;
    return from.map((value, axis) => value + ((to[axis] ?? 0) - value) * share);
  }

  /** Connects two random places by a straight line. */
  private cutAcross(): boolean {
    const { random, total } = this;
    const span = total * (random.next() < 0.5 ? 1 : 0.3) * random.next();
    const start = (total - span) * random.next();
    const from = this.placeAt(start);
    const to = this.placeAt(start + span);
    if (to.segment === from.segment) return false;
    const a = this.stateAt(from);
    const b = this.stateAt(to);
    if (span - measureDistance(a, 0, b, 0, a.length) < leastGain * total) return false;
    const way = findWay(this.steering, a, b);
    if (way === undefined || span - measurePath([a, ...way]) < leastGain * total) return false;
    this.path.splice(from.segment + 1, to.segment - from.segment, a, ...way);
    this.dropDoubles();
    this.measure();
    return true;
  }

  /** Moves a waypoint towards the line between its neighbours, as far as that is clear, or removes it. */
  private pullWaypoint(): boolean {
    const { path, random } = this;
    const index = 1 + Math.floor(random.next() * (path.length - 2));
    const before = path[index - 1];
    const here = path[index];
    const after = path[index + 1];
    if (before === undefined || here === undefined || after === undefined) return false;
    const first = this.lengths[index - 1] ?? 0;
    const around = first + (this.lengths[index] ?? 0);
    const share = around > 0 ? first / around : 0.5;
    const foot = before.map((value, axis) => value + ((after[axis] ?? 0) - value) * share);
    if (around - measureDistance(before, 0, after, 0, here.length) < 1e-4 * this.total) return false;
    if (findWay(this.steering, before, after) !== undefined) {
      path.splice(index, 1);
      this.measure();
      return true;
    }
    for (const pull of [0.6, 0.25]) {
      const moved = here.map((value, axis) => value + ((foot[axis] ?? 0) - value) * pull);
      if (findWay(this.steering, before, moved) === undefined || findWay(this.steering, moved, after) === undefined)
        continue;
      path[index] = moved;
      this.measure();
      return true;
    }
    return false;
  }

  /** Removes duplicates: a shortcut from or to a waypoint leaves it twice. */
  private dropDoubles(): void {
    this.path = this.path.filter((q, index) => {
      const previous = this.path[index - 1];
      return previous === undefined || measureDistance(previous, 0, q, 0, q.length) > 1e-9;
    });
  }
}

/** Returns the configurations after `from` on a clear way to `to`, inclusive; undefined without a direct way. */
export function findWay(steering: Steering, from: Float64Array, to: Float64Array): Float64Array[] | undefined {
  const outcome = steering.walk(from, 0, to, 0, Number.POSITIVE_INFINITY);
  if (outcome !== walkOutcomes.reached) return undefined;
  if (steering.isStraight) return [to];
  const { dof, steps } = steering;
  return Array.from({ length: steering.stepCount }, (_, step) => steps.slice(step * dof, (step + 1) * dof));
}
