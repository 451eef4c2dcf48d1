import type { ControllerState } from '@cellwright/controller-link';
import { type Clock, realTimeOf } from '@cellwright/domain/basics';
import type { RobotFrame } from '@cellwright/domain/run';

/** 30 Hz while the arm moves; a little less than the period, since the controller's own beat does not divide it. */
const movingPeriodMS = 1000 / 30 - 4;
const restingPeriodMS = 250;
/** At rest a frame travels with the state that the controller sends anyway, so that a cell at rest wakes less often. */
const restingSlackMS = 60;

/** Sends joint positions to clients, outside the hashed state: often while moving, sometimes at rest. */
export class FramePublisher {
  private seq = 0;
  private lastAt = Number.NEGATIVE_INFINITY;
  private latest: ControllerState | undefined;
  private cancel: () => void = () => undefined;
  private readonly clock: Clock;
  private readonly publish: (frame: RobotFrame) => void;

  constructor(clock: Clock, publish: (frame: RobotFrame) => void) {
    this.clock = clock;
    this.publish = publish;
  }

  take(state: ControllerState, isMoving: boolean): void {
    const wasMoving = this.latest !== undefined && isInMotion(this.latest);
    this.latest = state;
    // The last position of a motion is sent at once, so that no client keeps an intermediate one.
    const isDue = this.clock.now() - this.lastAt >= movingPeriodMS;
    const hasRested = this.clock.now() - this.lastAt >= restingPeriodMS - restingSlackMS;
    if ((isMoving && isDue) || (wasMoving && !isInMotion(state)) || hasRested || this.seq === 0) this.send();
  }

  /** Stops frames while the controller is disconnected: clients see them become stale. */
  silence(): void {
    this.latest = undefined;
    this.cancel();
  }

  close(): void {
    this.silence();
  }

  private send(): void {
    const { latest } = this;
    if (!latest) return;
    this.cancel();
    this.cancel = this.clock.schedule(restingPeriodMS + restingSlackMS, () => this.send());
    this.lastAt = this.clock.now();
    this.seq += 1;
    const steadyMS = readSteadyMS(this.clock);
    this.publish({ kind: 'frame', seq: this.seq, t: latest.time, steadyMS, q: [...latest.positions] });
  }
}

/** Monotonic time in which clients count how long a run has taken, ms. */
export function readSteadyMS(clock: Clock): number {
  return Math.round(realTimeOf(clock).now());
}

function isInMotion({ velocities }: ControllerState): boolean {
  return velocities.some((velocity) => velocity !== 0);
}
