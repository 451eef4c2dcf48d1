import type { Random } from '@cellwright/collision';
import type { Meter } from './budget.ts';
import { SampleRegion } from './sample-region.ts';
import type { SearchSpace } from './search-space.ts';
import { type Steering, walkOutcomes } from './steering.ts';
import { Tree } from './tree.ts';

/** Maximum extension of a tree towards one sample, rad. */
const range = 0.6;
/** Number of failed samples of a tree before the trees swap. */
const patience = 40;
/** Maximum number of steps of the other tree towards a new node. */
const connectSteps = 60;

/**
 * Two trees that grow from the start and from the goals and try to connect after each step (RRT-Connect, Kuffner and
 * LaValle, ICRA 2000). Every edge is proven clear when it is added.
 */
export class RrtConnect {
  /** Number of random configurations tried so far. */
  samples = 0;
  private readonly steering: Steering;
  private readonly space: SearchSpace;
  private readonly random: Random;

  constructor(steering: Steering, space: SearchSpace, random: Random) {
    this.steering = steering;
    this.space = space;
    this.random = random;
  }

  /** Returns a path from the start to one of the goals, or undefined when the budget is used up before one is found. */
  search(start: Float64Array, goals: readonly Float64Array[], meter: Meter): Float64Array[] | undefined {
    const { dof } = this.steering;
    const fromStart = new Tree(dof);
    const fromGoals = new Tree(dof);
    fromStart.add(start, 0, -1);
    for (const goal of goals) fromGoals.add(goal, 0, -1);
    const sample = new Float64Array(dof);
    const region = new SampleRegion(this.space, start, goals[0] ?? start);
    let grows = fromStart;
    let meets = fromGoals;
    let failures = 0;
    while (!meter.isSpent) {
      this.samples += 1;
      region.draw(this.random, sample);
      if (!this.steering.adopt(sample)) continue;
      const added = this.grow(grows, sample);
      failures = added < 0 ? failures + 1 : 0;
      if (added >= 0) {
        const met = this.connect(meets, grows, added);
        if (met >= 0) {
          const [head, tail] = grows === fromStart ? [added, met] : [met, added];
          return [...fromStart.traceToRoot(head).reverse(), ...fromGoals.traceToRoot(tail).slice(1)];
        }
      }
      // The smaller tree grows, so that neither spreads while the other is still confined.
      if (grows.count <= meets.count && failures < patience) continue;
      [grows, meets] = [meets, grows];
      failures = 0;
    }
    return undefined;
  }

  /** Extends a tree towards a sample. Returns the last node added, or -1. */
  private grow(tree: Tree, sample: Float64Array): number {
    const { steering } = this;
    const nearest = tree.findNearest(sample, 0);
    const outcome = steering.walk(tree.states, nearest * tree.dof, sample, 0, range);
    return outcome === walkOutcomes.trapped ? -1 : this.addSteps(tree, nearest);
  }

  /** Extends the other tree towards a new node. Returns the node that reached it, or -1 when blocked. */
  private connect(tree: Tree, other: Tree, target: number): number {
    const { steering } = this;
    const { dof } = tree;
    let at = tree.findNearest(other.states, target * dof);
    for (let step = 0; step < connectSteps; step += 1) {
      const outcome = steering.walk(tree.states, at * dof, other.states, target * dof, range);
      if (outcome === walkOutcomes.trapped) return -1;
      at = this.addSteps(tree, at);
      if (outcome === walkOutcomes.reached) return at;
    }
    return -1;
  }

  private addSteps(tree: Tree, from: number): number {
    const { steps, stepCount, dof } = this.steering;
    let node = from;
    for (let step = 0; step < stepCount; step += 1) node = tree.add(steps, step * dof, node);
    return node;
  }
}
