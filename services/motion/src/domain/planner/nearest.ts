/** Configurations per leaf; more means fewer, longer leaves. */
const leafSize = 24;

function grown<T extends Float64Array | Int32Array>(old: T, fresh: T): T {
  fresh.set(old);
  return fresh;
}

/**
 * Nearest-neighbour index of a growing set of configurations, by the Euclidean distance of joint angles: a k-d tree
 * whose leaves are split when full. Finds the same as an exhaustive search, in flat arrays and without allocation.
 */
export class NearestIndex {
  private readonly dof: number;
  /** Inner node: the split axis and value, and its two children; leaf: axis -1 and its bucket. */
  private axes = new Int32Array(64);
  private cuts = new Float64Array(64);
  private lefts = new Int32Array(64);
  private rights = new Int32Array(64);
  private nodeCount = 0;
  /** Buckets: the number of configurations, their indices, and their angles one after the other. */
  private sizes = new Int32Array(64);
  private items: Int32Array = new Int32Array(64 * leafSize);
  private angles: Float64Array;
  private bucketCount = 0;
  private readonly stackNodes = new Int32Array(256);
  private readonly stackSquares = new Float64Array(256);
  private readonly stackOffsets: Float64Array;
  private readonly offsets: Float64Array;

  constructor(dof: number) {
    this.dof = dof;
    this.angles = new Float64Array(64 * leafSize * dof);
    this.stackOffsets = new Float64Array(256 * dof);
    this.offsets = new Float64Array(dof);
    this.addLeaf();
  }

  add(item: number, q: Float64Array, offset: number): void {
    let node = 0;
    for (let axis = this.axes[node] ?? -1; axis >= 0; axis = this.axes[node] ?? -1) {
      node = ((q[offset + axis] ?? 0) < (this.cuts[node] ?? 0) ? this.lefts[node] : this.rights[node]) ?? 0;
    }
    const bucket = this.lefts[node] ?? 0;
    const size = this.sizes[bucket] ?? 0;
    if (size === leafSize && this.split(node)) {
      this.add(item, q, offset);
      return;
    }
    // A leaf of copies cannot be split: one of them is overwritten, the others represent it.
    const at = bucket * leafSize + Math.min(size, leafSize - 1);
    this.items[at] = item;
    for (let axis = 0; axis < this.dof; axis += 1) this.angles[at * this.dof + axis] = q[offset + axis] ?? 0;
    this.sizes[bucket] = Math.min(size + 1, leafSize);
  }

  /** Returns the item nearest to a configuration; -1 when there is none. */
  find(q: Float64Array, offset: number): number {
    const { dof, axes, cuts, lefts, rights, offsets, stackNodes, stackSquares, stackOffsets } = this;
    let best = Number.POSITIVE_INFINITY;
    let nearest = -1;
    let depth = 1;
    stackNodes[0] = 0;
    stackSquares[0] = 0;
    for (let axis = 0; axis < dof; axis += 1) stackOffsets[axis] = 0;
    while (depth > 0) {
      depth -= 1;
      let square = stackSquares[depth] ?? 0;
      if (square >= best) continue;
      for (let axis = 0; axis < dof; axis += 1) offsets[axis] = stackOffsets[depth * dof + axis] ?? 0;
      let node = stackNodes[depth] ?? 0;
      for (let axis = axes[node] ?? -1; axis >= 0; axis = axes[node] ?? -1) {
        const beyond = (q[offset + axis] ?? 0) - (cuts[node] ?? 0);
        const far = (beyond < 0 ? rights[node] : lefts[node]) ?? 0;
        const before = offsets[axis] ?? 0;
        // Distance to the other side: the known part of this axis is replaced by the new cut.
        const other = square - before * before + beyond * beyond;
        if (other < best) {
          stackNodes[depth] = far;
          stackSquares[depth] = other;
          for (let k = 0; k < dof; k += 1) stackOffsets[depth * dof + k] = offsets[k] ?? 0;
          stackOffsets[depth * dof + axis] = beyond;
          depth += 1;
        }
        node = (beyond < 0 ? lefts[node] : rights[node]) ?? 0;
      }
      const bucket = lefts[node] ?? 0;
      const end = bucket * leafSize + (this.sizes[bucket] ?? 0);
      for (let at = bucket * leafSize; at < end; at += 1) {
        square = 0;
        for (let axis = 0; axis < dof; axis += 1) {
          const difference = (this.angles[at * dof + axis] ?? 0) - (q[offset + axis] ?? 0);
          square += difference * difference;
        }
        if (square >= best) continue;
        best = square;
        nearest = this.items[at] ?? -1;
      }
    }
    return nearest;
  }

  private addLeaf(): number {
    if (this.nodeCount === this.axes.length) {
      const room = this.nodeCount * 2;
      this.axes = grown(this.axes, new Int32Array(room));
      this.cuts = grown(this.cuts, new Float64Array(room));
      this.lefts = grown(this.lefts, new Int32Array(room));
      this.rights = grown(this.rights, new Int32Array(room));
    }
    if (this.bucketCount === this.sizes.length) {
      const room = this.bucketCount * 2;
      this.sizes = grown(this.sizes, new Int32Array(room));
      this.items = grown(this.items, new Int32Array(room * leafSize));
      this.angles = grown(this.angles, new Float64Array(room * leafSize * this.dof));
    }
    const node = this.nodeCount;
    this.nodeCount += 1;
    this.axes[node] = -1;
    this.lefts[node] = this.bucketCount;
    this.sizes[this.bucketCount] = 0;
    this.bucketCount += 1;
    return node;
  }

  /** Splits a full leaf across its widest axis, in the middle of its contents; false when all of them are equal. */
  private split(node: number): boolean {
    const { dof } = this;
    const bucket = this.lefts[node] ?? 0;
    const first = bucket * leafSize;
    let widest = -1;
    let width = 1e-9;
    let cut = 0;
    for (let axis = 0; axis < dof; axis += 1) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let at = first; at < first + leafSize; at += 1) {
        const angle = this.angles[at * dof + axis] ?? 0;
        low = Math.min(low, angle);
        high = Math.max(high, angle);
      }
      if (high - low <= width) continue;
      width = high - low;
      widest = axis;
      cut = (low + high) / 2;
    }
    if (widest < 0) return false;
    const moved = Array.from(this.items.subarray(first, first + leafSize));
    const angles = this.angles.slice(first * dof, (first + leafSize) * dof);
    const left = this.addLeaf();
    const right = this.addLeaf();
    // The left child takes over the bucket.
    this.lefts[left] = bucket;
    this.sizes[bucket] = 0;
    this.axes[node] = widest;
    this.cuts[node] = cut;
    this.lefts[node] = left;
    this.rights[node] = right;
    for (const [index, item] of moved.entries()) this.add(item, angles, index * dof);
    return true;
  }
}
