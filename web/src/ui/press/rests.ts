/** Time after a change during which presses of a control are ignored, ms. */
export const restMS = 700;
/** Movement below which a control counts as unmoved, CSS px. */
const sameWithinPX = 4;

export interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Present state of a control. */
export interface Seen {
  /** Meaning of a press now; undefined if it does nothing. */
  readonly meaning: string | undefined;
  readonly place: Place;
}

interface Kept extends Seen {
  /** Time of the last change of meaning or position, ms. */
  readonly since: number;
}

/**
 * Tracks how long each control has kept its meaning and position. Times are in ms of any one clock; positions are
 * relative to the window.
 */
export class Rests<Control extends object> {
  private kept = new Map<Control, Kept>();

  /** Updates the state of all controls of the page. */
  look(controls: Iterable<readonly [Control, Seen]>, now: number): void {
    const kept = new Map<Control, Kept>();
    for (const [control, seen] of controls) {
      const before = this.kept.get(control);
      const isSame = before !== undefined && before.meaning === seen.meaning && isSamePlace(before.place, seen.place);
      // The first position is kept: many small moves add up to a long one.
      kept.set(control, isSame ? before : { ...seen, since: now });
    }
    this.kept = kept;
  }

  /** True if a press that began at `pressedAt` was meant for the control. */
  isMeant(control: Control, pressedAt: number): boolean {
    return this.leftMS(control, pressedAt) <= 0;
  }

  /** Time until presses of the control count, ms. */
  leftMS(control: Control, now: number): number {
    const kept = this.kept.get(control);
    return kept ? kept.since + restMS - now : restMS;
  }
}

function isSamePlace(a: Place, b: Place): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(a[side] - b[side]) < sameWithinPX);
}
