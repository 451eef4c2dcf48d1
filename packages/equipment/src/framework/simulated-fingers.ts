import type { Clock } from '@cellwright/domain/basics';
import type { SimulatedPart } from '../capabilities/gripper.ts';

/** Range of simulated fingers, metres between the fingertips. */
export interface FingerGeometry {
  readonly minimumWidth: number;
  readonly maximumWidth: number;
  /** Additional width over their outside. */
  readonly fingertipWidth: number;
}

interface FingerMotion {
  readonly from: number;
  readonly to: number;
  readonly startedAt: number;
  /** m/s. */
  readonly speed: number;
  /** True if a part, not the target, ends the motion. */
  readonly endsInGrip: boolean;
}

/** Read-only state of simulated fingers. */
export interface FingersView {
  readonly isMoving: boolean;
  readonly gripDetected: boolean;
  readonly externalWidth: number;
  readonly internalWidth: number;
}

/**
 * Fingers that move at constant speed. Widths are between the fingertips, metres, and diameters for fingers around an
 * axis. Their position depends only on the clock.
 */
export class SimulatedFingers {
  readonly #geometry: FingerGeometry;
  readonly #clock: Clock;
  #part: SimulatedPart | undefined;
  #motion: FingerMotion;

  constructor(geometry: FingerGeometry, clock: Clock) {
    this.#geometry = geometry;
    this.#clock = clock;
    this.#motion = standAt(geometry.maximumWidth, clock.now());
  }

  placePart(part: SimulatedPart | undefined): void {
    this.#part = part;
    this.#motion = standAt(this.#widthNow(), this.#clock.now());
  }

  /** Moves towards the width in the direction at a speed, m/s, until the target or a part. */
  grip(direction: 'inward' | 'outward', width: number, speed: number): void {
    const { minimumWidth, maximumWidth, fingertipWidth } = this.#geometry;
    const from = this.#widthNow();
    const wanted = direction === 'inward' ? width : width - fingertipWidth;
    const target = Math.min(Math.max(wanted, minimumWidth), maximumWidth);
    const contact = this.#findContact(from, target);
    const to = contact ?? target;
    this.#motion = { from, to, startedAt: this.#clock.now(), speed, endsInGrip: contact !== undefined };
  }

  stop(): void {
    const { gripDetected, isMoving } = this.look();
    if (isMoving || !gripDetected) this.#motion = standAt(this.#widthNow(), this.#clock.now());
  }

  look(): FingersView {
    const { to, endsInGrip } = this.#motion;
    const width = this.#widthNow();
    const isMoving = width !== to;
    return {
      isMoving,
      gripDetected: !isMoving && endsInGrip,
      externalWidth: width,
      internalWidth: width + this.#geometry.fingertipWidth,
    };
  }

  #widthNow(): number {
    const { from, to, startedAt, speed } = this.#motion;
    const travelled = (speed * (this.#clock.now() - startedAt)) / 1000;
    return travelled >= Math.abs(to - from) ? to : from + Math.sign(to - from) * travelled;
  }

  /** Returns the width at which moving fingers touch the part, if they do. */
  #findContact(from: number, target: number): number | undefined {
    if (!this.#part) return undefined;
    const { outerWidthMeters, innerWidthMeters } = this.#part;
    if (target < from) return outerWidthMeters <= from && outerWidthMeters >= target ? outerWidthMeters : undefined;
    if (innerWidthMeters === undefined) return undefined;
    const inside = innerWidthMeters - this.#geometry.fingertipWidth;
    return inside >= from && inside <= target ? inside : undefined;
  }
}

function standAt(width: number, now: number): FingerMotion {
  return { from: width, to: width, startedAt: now, speed: 0, endsInGrip: false };
}
