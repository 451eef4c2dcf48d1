/** Maximum distance of omitted places from the straight line between their neighbours, rad. */
const tolerance = 1e-4;
/** Maximum number of places that are checked again with each new one. */
const maxBetween = 32;

/** Position of the arm at a time: seconds, then joint angles, rad. */
export type Place = readonly number[];

/**
 * Reduces the places of a moving arm: between two kept ones the motion is straight in joint space, within the
 * tolerance. Only the newest place may still be undecided.
 */
export class PlaceFilter {
  private kept: Place | undefined;
  private between: Place[] = [];

  /** Adds the next place, later than all before. Returns the places that are kept because of it. */
  take(place: Place): readonly Place[] {
    const { kept } = this;
    if (!kept) {
      this.kept = place;
      return [place];
    }
    const previous = this.between.at(-1);
    if (!previous || (this.between.length < maxBetween && this.between.every((each) => isBetween(kept, each, place)))) {
      this.between.push(place);
      return [];
    }
    this.kept = previous;
    this.between = [place];
    return [previous];
  }

  /** Keeps the newest place, too: undefined when it is kept already. */
  flush(): Place | undefined {
    const newest = this.between.at(-1);
    if (newest) this.kept = newest;
    this.between = [];
    return newest;
  }

  /** The place that was kept last. */
  get last(): Place | undefined {
    return this.kept;
  }
}

function isBetween(from: Place, place: Place, to: Place): boolean {
  const [t0 = 0] = from;
  const [t = 0] = place;
  const [t1 = 0] = to;
  const share = (t - t0) / (t1 - t0);
  for (let joint = 1; joint < place.length; joint++) {
    const start = from[joint] ?? 0;
    const straight = start + ((to[joint] ?? 0) - start) * share;
    if (Math.abs((place[joint] ?? 0) - straight) > tolerance) return false;
  }
  return true;
}
