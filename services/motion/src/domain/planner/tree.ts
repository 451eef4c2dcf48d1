import { NearestIndex } from './nearest.ts';

/** A tree of configurations in flat arrays. Nodes are numbered in the order they were added; roots have parent -1. */
export class Tree {
  count = 0;
  states: Float64Array;
  private parents: Int32Array;
  readonly dof: number;
  private readonly index: NearestIndex;

  constructor(dof: number) {
    this.dof = dof;
    this.index = new NearestIndex(dof);
    this.states = new Float64Array(256 * dof);
    this.parents = new Int32Array(256);
  }

  /** Adds a copy of a configuration and returns its number. */
  add(q: Float64Array, offset: number, parent: number): number {
    const { dof } = this;
    if (this.count === this.parents.length) this.grow();
    const node = this.count;
    this.count += 1;
    for (let axis = 0; axis < dof; axis += 1) this.states[node * dof + axis] = q[offset + axis] ?? 0;
    this.parents[node] = parent;
    this.index.add(node, q, offset);
    return node;
  }

  parentOf(node: number): number {
    return this.parents[node] ?? -1;
  }

  /** Returns the node nearest to a configuration, by the Euclidean distance of joint angles. */
  findNearest(q: Float64Array, offset: number): number {
    return this.index.find(q, offset);
  }

  /** Returns the configurations from a node to its root. */
  traceToRoot(node: number): Float64Array[] {
    const { states, dof } = this;
    const path: Float64Array[] = [];
    for (let at = node; at >= 0; at = this.parentOf(at)) path.push(states.slice(at * dof, (at + 1) * dof));
    return path;
  }

  private grow(): void {
    const states = new Float64Array(this.states.length * 2);
    states.set(this.states);
    this.states = states;
    const parents = new Int32Array(this.parents.length * 2);
    parents.set(this.parents);
    this.parents = parents;
  }
}
