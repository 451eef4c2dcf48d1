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
/** Joint speed of a wedged arm, and of the motions that tell whether it is wedged, rad/s. */
const creep = 0.03;
const creepShares = [1, 0.1];

/** A joint, and the sign of the only velocity that is allowed for it. */
export interface OneWay {
  readonly joint: number;
  readonly way: number;
}

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
  /** True if the arm was wedged during this jog: then it may creep out in the direction that the person holds. */
  private isLoose = false;
  /** The last answer about whether the arm is wedged: a blocked arm stands, so the next question is the same. */
  private wedged: { readonly joints: JointAngles; readonly key: string; readonly is: boolean } | undefined;

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
    this.wedged = undefined;
    this.checker.detach('tool');
    if (boxes.length === 0) return;
    const parts = boxes.map(({ pose, size }) => ({ shape: { kind: 'box', size } as const, pose }));
    this.checker.attach({ name: 'tool', link: this.tip, parts, mayTouch: this.toolNeighbours });
  }

  /** Sets the surroundings of the arm; unknown or unusable ones block all motion. */
  surround(surroundings: Surroundings): void {
    if (surroundings === this.surroundings) return;
    this.surroundings = surroundings;
    this.wedged = undefined;
    if (!surroundings.isReady) {
      this.obstruction = messages.jogWaitsForObstacles;
      return;
    }
    const { obstacles, base } = surroundings;
    const unusable = applyScene(this.checker.world, { obstacles: [...obstacles], base }, surroundings.place);
    this.obstruction = unusable.length > 0 ? messages.obstacleUnusable(unusable[0] ?? '') : undefined;
  }

  /** Called at the start of a jog. */
  reset(): void {
    this.isLoose = false;
    this.wedged = undefined;
  }

  /**
   * Returns the allowed share, 0 to 1, of the velocities, rad/s. A wedged arm creeps in any direction within its
   * limits: some direction is always possible. @param oneWays joints that may turn in one direction only
   */
  allow(joints: JointAngles, velocities: readonly number[], oneWays: readonly OneWay[] = []): number {
    if (this.obstruction !== undefined || velocities.every((velocity) => velocity === 0)) return 0;
    const share = this.findShare(joints, velocities);
    if (share !== undefined) return share;
    const creeping = Math.min(1, creep / Math.max(...velocities.map(Math.abs)));
    if (!this.staysWithinLimits(joints, velocities, creeping)) return 0;
    this.isLoose ||= this.isWedged(joints, oneWays);
    return this.isLoose ? creeping : 0;
  }

  /** True if a slow jog of these velocities, rad/s, is possible, also from a contact. */
  isOpen(joints: JointAngles, velocities: readonly number[]): boolean {
    return this.obstruction === undefined && this.findShare(joints, velocities) !== undefined;
  }

  /** Describes the obstacle for the slowest of these velocities; undefined without one. */
  explain(joints: JointAngles, velocities: readonly number[]): string | undefined {
    if (this.obstruction !== undefined) return this.obstruction;
    const reach = this.reachOf(joints, velocities, shares.at(-1) ?? 0);
    const stuck = reach.findIndex((angle, joint) => !this.staysWithin(joint, joints[joint] ?? 0, angle));
    if (stuck >= 0) return messages.jogAtJointLimit(stuck);
    const check = this.checker.checkMotion(joints, reach);
    if (check.kind === 'clear' || !check.pair) return undefined;
    return messages.jogNearContact(nameOf(check.pair.link), nameOf(check.pair.other));
  }

  /** True if the arm touches something and these velocities, rad/s, take it away from there. */
  leavesContact(joints: JointAngles, velocities: readonly number[]): boolean {
    if (this.obstruction !== undefined) return false;
    const clearance = this.checker.measureClearance(joints);
    if (clearance >= margin) return false;
    return this.checker.measureClearance(this.reachOf(joints, velocities, 1)) > clearance + negligible;
  }

  private findShare(joints: JointAngles, velocities: readonly number[]): number | undefined {
    return shares.find((share) => this.isSafe(joints, velocities, share));
  }

  /** True if no joint can be jogged alone, however slowly: things are too close on all sides. */
  private isWedged(joints: JointAngles, oneWays: readonly OneWay[]): boolean {
    const key = JSON.stringify(oneWays);
    const { wedged } = this;
    if (wedged?.key === key && wedged.joints.every((angle, joint) => angle === joints[joint])) return wedged.is;
    const is = joints.every((_, joint) => {
      const only = oneWays.find((each) => each.joint === joint)?.way;
      const ways = only === undefined ? [1, -1] : [only];
      return ways.every((way) => {
        const alone = joints.map((_angle, each) => (each === joint ? way * creep : 0));
        return !creepShares.some((share) => this.isSafe(joints, alone, share));
      });
    });
    this.wedged = { joints, key, is };
    return is;
  }

  private staysWithinLimits(joints: JointAngles, velocities: readonly number[], share: number): boolean {
    const reach = this.reachOf(joints, velocities, share);
    return reach.every((angle, joint) => this.staysWithin(joint, joints[joint] ?? 0, angle));
  }

  /** Returns where the arm stops with a share of the velocities. */
  private reachOf(joints: JointAngles, velocities: readonly number[], share: number): number[] {
    return joints.map((angle, joint) => angle + this.stoppingDistance((velocities[joint] ?? 0) * share, joint));
  }

  private isSafe(joints: JointAngles, velocities: readonly number[], share: number): boolean {
    if (!this.staysWithinLimits(joints, velocities, share)) return false;
    const reach = this.reachOf(joints, velocities, share);
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
