/** Time after a change during which presses of a control are ignored, ms. */
export const restMS = 700;
/** Movement below which a control counts as being at the same place, CSS px. */
const sameWithinPX = 4;

export interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A control as it is now. */
export interface Seen {
  /** What a press does now; `undefined` if it can do nothing. */
  readonly meaning: string | undefined;
  readonly place: Place;
}

interface Kept extends Seen {
  /** Since when it is what it is, where it is, ms. */
  readonly since: number;
}

/**
 * Knows since when each control is what it is, where it is. Times are in ms of any one clock; places are relative to the window.
 */
export class Rests<Control extends object> {
  private kept = new Map<Control, Kept>();

  /** Takes note of all controls of the page as they are now. */
  look(controls: Iterable<readonly [Control, Seen]>, now: number): void {
    const kept = new Map<Control, Kept>();
    for (const [control, seen] of controls) {
      const before = this.kept.get(control);
      const isSame = before !== undefined && before.meaning === seen.meaning && isSamePlace(before.place, seen.place);
      // The first place is kept: many small moves are one long one.
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
