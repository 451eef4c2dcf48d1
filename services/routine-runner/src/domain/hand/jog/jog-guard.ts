import { type ArmModel, flangeLinksOf, jointLimitsOf } from '@cellwright/arm';
import {
  applyScene,
  createSelfCollisionChecker,
  describeBody,
  obstacleNameOf,
  type SelfCollisionChecker,
} from '@cellwright/collision';
import { messages } from '@cellwright/domain/messages';
import type { JointAngles } from '@cellwright/domain/robot';
import { emptySurroundings, type Surroundings } from '../../arm/surroundings.ts';
import type { ToolModel } from '../../planner.ts';

/** Clearance that manual motion keeps from the arm itself, its stand, the floor and the obstacles, m. */
const margin = 0.005;
/** Clearance below which things count as touching, m; differences below rounding. */
const contact = 0.0005;
const negligible = 1e-9;
/** Delay until commands reach the arm and are renewed, s. */
const latency = 0.06;
/** Shares of the commanded speed that are tried when it is too fast. */
const shares = [1, 0.5, 0.25, 0.1, 0.03];

/** Limits a velocity so that the arm can stop before it leaves its limits or touches anything. */
export class JogGuard {
  private readonly limits: ReturnType<typeof jointLimitsOf>;
  private readonly checker: SelfCollisionChecker;
  private readonly tip: string;
  /** Links that the tool is bolted to. */
  private readonly toolNeighbours: readonly string[];
  private toolName = '';
  private surroundings = emptySurroundings;
  /** Reason why no jog is possible in these surroundings; undefined when one is. */
  private obstruction: string | undefined;

  constructor(model: ArmModel) {
    this.tip = model.tip;
    this.toolNeighbours = flangeLinksOf(model);
    this.limits = jointLimitsOf(model);
    this.checker = createSelfCollisionChecker(model, undefined, undefined, { margin });
  }

  /** Sets the tool of the arm, which can also touch things. */
  carry({ name, boxes }: ToolModel): void {
    const key = JSON.stringify([name, boxes]);
    if (key === this.toolName) return;
    this.toolName = key;
    this.checker.detach('tool');
    if (boxes.length === 0) return;
    const parts = boxes.map(({ pose, size }) => ({ shape: { kind: 'box', size } as const, pose }));
    this.checker.attach({ name: 'tool', link: this.tip, parts, mayTouch: this.toolNeighbours });
  }

  /** Sets the surroundings of the arm; unknown or unusable ones block all motion. */
  surround(surroundings: Surroundings): void {
    if (surroundings === this.surroundings) return;
    this.surroundings = surroundings;
    if (!surroundings.isReady) {
      this.obstruction = messages.jogWaitsForObstacles;
      return;
    }
    const { obstacles, base } = surroundings;
    const unusable = applyScene(this.checker.world, { obstacles: [...obstacles], base }, surroundings.place);
    this.obstruction = unusable.length > 0 ? messages.obstacleUnusable(unusable[0] ?? '') : undefined;
  }

  /** Returns the allowed share, 0 to 1, of the velocities, rad/s. */
  allow(joints: JointAngles, velocities: readonly number[]): number {
    if (this.obstruction !== undefined || velocities.every((velocity) => velocity === 0)) return 0;
    return shares.find((share) => this.isSafe(joints, velocities, share)) ?? 0;
  }

  /** Describes the obstacle for the slowest of these velocities; undefined without one. */
  explain(joints: JointAngles, velocities: readonly number[]): string | undefined {
    if (this.obstruction !== undefined) return this.obstruction;
    const least = shares.at(-1) ?? 0;
    const reach = joints.map((angle, joint) => angle + this.stoppingDistance((velocities[joint] ?? 0) * least, joint));
    const stuck = reach.findIndex((angle, joint) => !this.staysWithin(joint, joints[joint] ?? 0, angle));
    if (stuck >= 0) return messages.jogAtJointLimit(stuck);
    const check = this.checker.checkMotion(joints, reach);
    if (check.kind === 'clear' || !check.pair) return undefined;
    return messages.jogNearContact(nameOf(check.pair.link), nameOf(check.pair.other));
  }

  private isSafe(joints: JointAngles, velocities: readonly number[], share: number): boolean {
    const reach = joints.map((angle, joint) => angle + this.stoppingDistance((velocities[joint] ?? 0) * share, joint));
    if (!reach.every((angle, joint) => this.staysWithin(joint, joints[joint] ?? 0, angle))) return false;
    if (this.turnsBack(joints, velocities)) return true;
    if (this.checker.checkMotion(joints, reach).kind === 'clear') return true;
    // Already too close: only away from it, or along it.
    return this.checker.measureClearance(joints) < margin && this.leadsAway(joints, reach);
  }

  /** Returns the stopping distance of a joint, rad, braking with the acceleration of a move. */
  private stoppingDistance(velocity: number, joint: number): number {
    const acceleration = this.limits.acceleration[joint] ?? 1;
    const jerk = this.limits.jerk[joint] ?? 10;
    const seconds = latency + acceleration / jerk + Math.abs(velocity) / acceleration / 2;
    return velocity * seconds;
  }

  private staysWithin(joint: number, from: number, to: number): boolean {
    const upper = this.limits.upper[joint] ?? Number.POSITIVE_INFINITY;
    const lower = this.limits.lower[joint] ?? Number.NEGATIVE_INFINITY;
    // Beyond a limit, the way back is allowed.
    return (to <= upper || to <= from) && (to >= lower || to >= from);
  }

  /**
   * True if joints beyond their limits turn back, and nothing else moves. This is allowed even during a contact, since
   * nothing else would end the overrun.
   */
  private turnsBack(joints: JointAngles, velocities: readonly number[]): boolean {
    return velocities.every((velocity, joint) => {
      const angle = joints[joint] ?? 0;
      const isAbove = angle > (this.limits.upper[joint] ?? Number.POSITIVE_INFINITY);
      const isBelow = angle < (this.limits.lower[joint] ?? Number.NEGATIVE_INFINITY);
      return velocity === 0 || (velocity < 0 ? isAbove : isBelow);
    });
  }

  private leadsAway(from: readonly number[], to: readonly number[]): boolean {
    let clearance = this.checker.measureClearance(from);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      const next = this.checker.measureClearance(
        from.map((angle, joint) => angle + ((to[joint] ?? angle) - angle) * part),
      );
      // Links that are close in every posture stay so, and block nothing.
      const isAlong = next > contact && next > clearance - negligible;
      if (next <= clearance && !isAlong) return false;
      clearance = next;
    }
    return true;
  }
}

/** A link, the stand or an obstacle, as sentences name it. */
function nameOf(name: string): string {
  const obstacle = obstacleNameOf(name);
  return obstacle === undefined ? describeBody(name) : `'${obstacle}'`;
}
