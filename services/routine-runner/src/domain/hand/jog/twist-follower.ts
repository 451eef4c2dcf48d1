import { jointLimitsOf, type Kinematics } from '@cellwright/arm';
import type { JointAngles, WirePose } from '@cellwright/domain/robot';
import { positionOf } from '@cellwright/geometry';
import { computeToolPose } from '../../arm/tool-pose.ts';
import type { ToolModel } from '../../planner.ts';
import type { JogCommand } from './jog-motion.ts';
import { axesOf, computeToolJacobian, solveTwist, twistAlong } from './tool-velocity.ts';

type CartesianJog = Extract<JogCommand, { readonly jogKind: 'cartesian' }>;

/** Maximum share of a joint's speed limit while the tool follows its command … */
const fastShare = 0.5;
/** … and, rad/s, while the tool all but stands: beside a singularity joints turn much for little. */
const calmSpeed = 0.6;
/** Seconds that a velocity is looked ahead: the next moments, and until fast joints could have slowed down. */
const horizons = [0.08, 0.2, 0.4];
/** Share of a joint's acceleration that keeping the direction may take; the rest starts, stops and corrects. */
const accelerationShare = 0.3;
/** Speed below which joints count as stopped, rad/s. An exactly singular arm also starts with it. */
const creep = 0.004;
/** Speed below which turning back is invisible, rad/s. */
const calmReturn = 0.01;
const halvings = 24;
const refinements = 4;
const standing: readonly number[] = [0, 0, 0, 0, 0, 0];

/**
 * Computes joint velocities that move the tool along a commanded twist and in no other direction: next to a singularity
 * the speed is reduced. The twist is followed exactly, as fast as the joints allow, and slowly enough to follow it a
 * moment later. So the tool stops where its direction is lost, and starts from there when another direction is
 * commanded.
 */
export class TwistFollower {
  private readonly kinematics: Kinematics;
  private readonly limits: ReturnType<typeof jointLimitsOf>;

  private readonly currentBase: () => WirePose;

  constructor(kinematics: Kinematics, currentBase: () => WirePose) {
    this.kinematics = kinematics;
    this.currentBase = currentBase;
    this.limits = jointLimitsOf(kinematics.model);
  }

  /** @param joints where the velocities are to hold, rad */
  follow(command: CartesianJog, joints: JointAngles, tool: ToolModel): readonly number[] {
    const whole = this.solve(command, joints, tool);
    const fastest = Math.max(...whole.map(Math.abs));
    if (!(fastest > 0 && Number.isFinite(fastest))) return standing;
    const keeps = (share: number) => this.keepsDirection(command, joints, tool, whole, share);
    const least = Math.min(1, creep / fastest);
    let share = this.calmShare(whole);
    for (let step = 0; step < halvings && share > least && !keeps(share); step++) share /= 2;
    if (share <= least) {
      if (fastest > creep && !this.leadsOn(command, joints, tool, whole, least)) return standing;
      return whole.map((velocity) => velocity * least);
    }
    return whole.map((velocity) => velocity * refine(share, Math.min(2 * share, this.calmShare(whole)), keeps));
  }

  /** Joint velocities for the whole twist, however fast. */
  solve(command: CartesianJog, joints: JointAngles, { tcp }: ToolModel): number[] {
    const jacobian = computeToolJacobian(this.kinematics, joints, positionOf(tcp));
    const axes = axesOf(command.frame, computeToolPose(this.kinematics, joints, tcp), this.currentBase());
    return solveTwist(jacobian, twistAlong(command, axes));
  }

  private calmShare(whole: readonly number[]): number {
    return whole.reduce((share, velocity, joint) => {
      const beyond = Math.abs(velocity) - fastShare * (this.limits.velocity[joint] ?? 0);
      return beyond > 0 ? Math.min(share, calmSpeed / beyond) : share;
    }, 1);
  }

  /** True if the joints can follow the twist later on, at the same speed of the tool. */
  private keepsDirection(
    command: CartesianJog,
    joints: JointAngles,
    tool: ToolModel,
    whole: readonly number[],
    share: number,
  ): boolean {
    return horizons.every((seconds) => {
      const later = this.solve(command, advance(joints, whole, share * seconds), tool);
      const isGradual = later.every((velocity, joint) => {
        const change = Math.abs(velocity - (whole[joint] ?? 0)) * share;
        return change <= (this.limits.acceleration[joint] ?? 0) * accelerationShare * seconds;
      });
      // Joints that almost stand still may turn back: a wrist that has reached its orientation.
      return isGradual && (dot(later, whole) >= 0 || share * Math.max(...later.map(Math.abs)) < calmReturn);
    });
  }

  /** True if the arm would not have to turn back at once, which would make it tremble at the end of its reach. */
  private leadsOn(
    command: CartesianJog,
    joints: JointAngles,
    tool: ToolModel,
    whole: readonly number[],
    share: number,
  ): boolean {
    const [soon = 0] = horizons;
    return dot(this.solve(command, advance(joints, whole, share * soon), tool), whole) > 0;
  }
}

/** The largest share that holds between one that does and one that may not. */
function refine(holds: number, most: number, isGood: (share: number) => boolean): number {
  let [low, high] = [holds, most];
  for (let step = 0; step < refinements && high > low; step++) {
    const middle = (low + high) / 2;
    if (isGood(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function advance(joints: JointAngles, velocities: readonly number[], seconds: number): JointAngles {
  const [a, b, c, d, e, f] = joints;
  const [va = 0, vb = 0, vc = 0, vd = 0, ve = 0, vf = 0] = velocities;
  return [a + va * seconds, b + vb * seconds, c + vc * seconds, d + vd * seconds, e + ve * seconds, f + vf * seconds];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
