import { messages } from '@cellwright/domain/messages';
import type { JointAngles } from '@cellwright/domain/robot';
import type { JointRanges } from '../../arm/way-out.ts';
import { describeContact } from '../../arm/way-out.ts';
import type { OneWay } from './jog-guard.ts';

/** Maximum joint speed of a recovery, rad/s. */
const escapeSpeed = 0.1;
const standing: JointAngles = [0, 0, 0, 0, 0, 0];

/** Position of the arm, and its external torques, N·m. */
export interface TrappedArm {
  readonly positions: JointAngles;
  readonly externalTorques: readonly number[];
}

/** The way out of a joint beyond its limit, or under load. */
export interface WayOut extends OneWay {
  readonly isBeyond: boolean;
}

/** Answers about the surroundings of the arm, for joint velocities in rad/s. */
export interface Surrounded {
  /** True if the arm touches something known and these velocities take it away from there. */
  leavesContact(joints: JointAngles, velocities: JointAngles): boolean;
  /** True if nothing blocks these velocities. */
  isOpen(joints: JointAngles, velocities: JointAngles): boolean;
}

/**
 * Manual recovery from a failure: slow, and only away from the limit or contact. A joint beyond its limit turns back, a
 * joint under load yields. Some direction is always possible.
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

  /** Lists the joints beyond their limits, and those under load, with the sign of their velocity on the way out. */
  listWays(arm: TrappedArm): WayOut[] {
    const { jointsBeyondLimits, pressedJoints } = describeContact(arm, this.ranges);
    // A joint beyond its limit turns back even against a load, since it has no other direction.
    const pressed = pressedJoints.filter((joint) => !jointsBeyondLimits.includes(joint));
    return [
      ...jointsBeyondLimits.map((joint) => ({ joint, way: this.wayBack(arm, joint), isBeyond: true })),
      ...pressed.map((joint) => ({ joint, way: -Math.sign(arm.externalTorques[joint] ?? 0), isBeyond: false })),
    ];
  }

  /**
   * Returns slow velocities, rad/s, or zero. `isForced`: without a limit or contact, any slow motion is allowed. If no
   * joint can take its way out, because something blocks it, any motion that is not the wrong way is allowed. So is one
   * that leads away from what the arm is known to touch.
   */
  allow(arm: TrappedArm, velocities: JointAngles, isForced: boolean, surrounded: Surrounded): JointAngles {
    this.reason = undefined;
    const fastest = Math.max(...velocities.map(Math.abs));
    if (fastest === 0) return standing;
    const ways = this.listWays(arm);
    if (ways.length === 0 && !isForced) {
      this.reason = messages.escapeIsFree;
      return standing;
    }
    const wrong = ways.find(({ joint, way }) => (velocities[joint] ?? 0) * way < 0);
    const leads = ways.length === 0 || ways.some(({ joint, way }) => (velocities[joint] ?? 0) * way > 0);
    if (wrong || !(leads || isOtherWay(arm, velocities, ways, surrounded))) {
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

/** True if these velocities lead out although no joint takes its own way out. */
function isOtherWay(
  { positions }: TrappedArm,
  velocities: JointAngles,
  ways: readonly WayOut[],
  surrounded: Surrounded,
): boolean {
  if (!ways.some(({ isBeyond }) => isBeyond) && surrounded.leavesContact(positions, velocities)) return true;
  return !ways.some(({ joint, way }) => surrounded.isOpen(positions, turnAlone(joint, way * escapeSpeed)));
}

function turnAlone(joint: number, velocity: number): JointAngles {
  const [a, b, c, d, e, f] = standing.map((_, index) => (index === joint ? velocity : 0));
  return [a ?? 0, b ?? 0, c ?? 0, d ?? 0, e ?? 0, f ?? 0];
}
