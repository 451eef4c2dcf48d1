/** Returns the time, ms. */
export interface HoldClock {
  now(): number;
}

/** A pressed control is released when the pointer is further outside it than this, px. */
export const releaseMarginPx = 30;
/** Shorter presses are taps, which show the hint to hold, ms. */
export const tapMS = 200;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface HoldEvents {
  onStart(): void;
  /** `isTap` is true if the press was too short to be meant as a hold. */
  onEnd(reason: { readonly isTap: boolean }): void;
}

/** Press of a hold-to-run control, by pointer or key. It is released when in doubt. */
export interface HoldGesture {
  readonly isHeld: boolean;
  pressPointer(pointerID: number, box: Box): void;
  movePointer(pointerID: number, x: number, y: number): void;
  releasePointer(pointerID: number): void;
  pressKey(key: string): void;
  releaseKey(key: string): void;
  /** Call when the page is hidden, the screen rotates, the focus is lost, or the control is removed. */
  letGo(): void;
}

export function createHoldGesture(clock: HoldClock, events: HoldEvents): HoldGesture {
  let held: { readonly by: number | string; readonly box: Box | undefined; readonly since: number } | undefined;
  const start = (by: number | string, box: Box | undefined): void => {
    // A second finger or key cannot take over a press.
    if (held) return;
    held = { by, box, since: clock.now() };
    events.onStart();
  };
  const end = (): void => {
    if (!held) return;
    const isTap = clock.now() - held.since < tapMS;
    held = undefined;
    events.onEnd({ isTap });
  };
  return {
    get isHeld() {
      return held !== undefined;
    },
    pressPointer: (pointerID, box) => start(pointerID, box),
    movePointer(pointerID, x, y) {
      if (held?.by === pointerID && held.box && distanceOutside(held.box, x, y) > releaseMarginPx) end();
    },
    releasePointer(pointerID) {
      if (held?.by === pointerID) end();
    },
    pressKey: (key) => start(key, undefined),
    releaseKey(key) {
      if (held?.by === key) end();
    },
    letGo: end,
  };
}

/** Distance of a point from a box, px; 0 inside. */
export function distanceOutside({ left, top, right, bottom }: Box, x: number, y: number): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}
