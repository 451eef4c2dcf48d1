import { messages } from '@cellwright/domain/messages';
import type { JointAngles } from '@cellwright/domain/robot';
import type { JointRanges } from '../../arm/way-out.ts';
import { describeContact } from '../../arm/way-out.ts';

/** Maximum joint speed of a recovery, rad/s. */
const escapeSpeed = 0.1;
const standing: JointAngles = [0, 0, 0, 0, 0, 0];

/** Position of the arm, and its external torques, N·m. */
export interface TrappedArm {
  readonly positions: JointAngles;
  readonly externalTorques: readonly number[];
}

/**
 * Manual recovery from a failure: slow, and only away from the limit or contact. A joint beyond its limit turns back, a
 * joint under load yields.
 */
export class Escape {
  private readonly ranges: JointRanges;
  private reason: string | undefined;

  constructor(ranges: JointRanges) {
    this.ranges = ranges;
  }

  /** Reason why the arm does not follow the command. */
  get heldBy(): string | undefined {
    return this.reason;
  }

  /** Returns slow velocities, rad/s, or zero. `isForced`: without a limit or contact, any slow motion is allowed. */
  allow(arm: TrappedArm, velocities: JointAngles, isForced: boolean): JointAngles {
    this.reason = undefined;
    const fastest = Math.max(...velocities.map(Math.abs));
    if (fastest === 0) return standing;
    const { jointsBeyondLimits, pressedJoints } = describeContact(arm, this.ranges);
    // A joint beyond its limit turns back even against a load, since it has no other direction.
    const pressed = pressedJoints.filter((joint) => !jointsBeyondLimits.includes(joint));
    const ways = [
      ...jointsBeyondLimits.map((joint) => ({ joint, way: this.wayBack(arm, joint) })),
      ...pressed.map((joint) => ({ joint, way: -Math.sign(arm.externalTorques[joint] ?? 0) })),
    ];
    if (ways.length === 0 && !isForced) {
      this.reason = messages.escapeIsFree;
      return standing;
    }
    const wrong = ways.find(({ joint, way }) => (velocities[joint] ?? 0) * way < 0);
    const leads = ways.length === 0 || ways.some(({ joint, way }) => (velocities[joint] ?? 0) * way > 0);
    if (wrong || !leads) {
      this.reason = messages.escapeLeadsIn((wrong ?? ways[0])?.joint ?? 0);
      return standing;
    }
    const share = Math.min(1, escapeSpeed / fastest);
    const [a, b, c, d, e, f] = velocities;
    return [a * share, b * share, c * share, d * share, e * share, f * share];
  }

  /** Returns the sign of the velocity that brings a joint back within its limits. */
  private wayBack({ positions }: TrappedArm, joint: number): number {
    return (positions[joint] ?? 0) > (this.ranges.upper[joint] ?? Infinity) ? -1 : 1;
  }
}
