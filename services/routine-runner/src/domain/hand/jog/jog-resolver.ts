import { type ArmModel, createKinematics, jointLimitsOf } from '@cellwright/arm';
import { messages } from '@cellwright/domain/messages';
import { handMotionToolSpeed, type JointAngles, type WirePose } from '@cellwright/domain/robot';
import { identityPose, positionOf } from '@cellwright/geometry';
import { emptySurroundings, type Surroundings } from '../../arm/surroundings.ts';
import type { ToolModel } from '../../planner.ts';
import { approachVelocities, brakeAlong } from './approach.ts';
import { HeldBack } from './held-back.ts';
import { JogGuard, type OneWay } from './jog-guard.ts';
import type { ArmMotion, JogCommand, JogResolver } from './jog-motion.ts';
import { computeToolJacobian, toolSpeedOf } from './tool-velocity.ts';
import { TwistFollower } from './twist-follower.ts';

/** Share of the speed limit that is used; the controller's own ramps need the rest. */
const speedReserve = 0.96;
/**
 * Share of the acceleration limits that velocities change with. The controller follows each joint by itself, later by
 * about a/(2·jerk); the smaller the acceleration, the less the joints get out of step.
 */
const accelerationShare = { moving: 0.5, released: 0.8 };
/** Excess of the tool's speed over the command at which the jog slows down, and at which it almost stops, m/s. */
const excess = { tolerated: 0.01, most: 0.06 };
const standing: readonly number[] = [0, 0, 0, 0, 0, 0];

/** Creates a resolver for an arm with any tool, surroundings and base pose. */
export function createJogResolver(
  model: ArmModel,
  currentTool: () => ToolModel,
  surroundings: () => Surroundings = () => emptySurroundings,
  currentBase: () => WirePose = () => identityPose,
): JogResolver {
  return new ArmJogResolver(model, currentTool, surroundings, currentBase);
}

/**
 * Converts a jog command to joint velocities: in the commanded direction, with all joints changing together, the tool
 * at or under 250 mm/s, and always able to stop in time.
 */
class ArmJogResolver implements JogResolver {
  private readonly kinematics: ReturnType<typeof createKinematics>;
  private readonly limits: ReturnType<typeof jointLimitsOf>;
  private readonly guard: JogGuard;
  private readonly follower: TwistFollower;
  private readonly currentTool: () => ToolModel;
  private readonly surroundings: () => Surroundings;
  private commanded: readonly number[] = standing;
  private last: JogCommand | undefined;
  /** Joint velocities of the last command, before any limits. */
  private wished: readonly number[] = standing;
  private readonly heldBack = new HeldBack();
  private reason: string | undefined;

  constructor(
    model: ArmModel,
    currentTool: () => ToolModel,
    surroundings: () => Surroundings,
    currentBase: () => WirePose,
  ) {
    this.kinematics = createKinematics(model);
    this.limits = jointLimitsOf(model);
    this.guard = new JogGuard(model);
    this.follower = new TwistFollower(this.kinematics, currentBase);
    this.currentTool = currentTool;
    this.surroundings = surroundings;
  }

  get heldBy(): string | undefined {
    return this.reason;
  }

  leavesContact(joints: JointAngles, velocities: JointAngles): boolean {
    return this.guard.leavesContact(joints, velocities);
  }

  isOpen(joints: JointAngles, velocities: JointAngles): boolean {
    return this.guard.isOpen(joints, velocities);
  }

  reset(): void {
    this.commanded = standing;
    this.last = undefined;
    this.reason = undefined;
    this.heldBack.reset();
    this.guard.reset();
  }

  resolve(
    command: JogCommand | undefined,
    arm: ArmMotion,
    seconds: number,
    oneWays: readonly OneWay[] = [],
  ): JointAngles {
    const tool = this.currentTool();
    this.guard.carry(tool);
    this.guard.surround(this.surroundings());
    const jacobian = computeToolJacobian(this.kinematics, arm.positions, positionOf(tool.tcp));
    const next = command
      ? this.move(command, arm, seconds, tool, jacobian)
      : this.brake(this.middle(arm.positions, seconds), seconds, tool);
    this.last = command ?? this.last;
    const safe = this.guard.allow(arm.positions, next, oneWays);
    // The tool may be faster here than at the place of the last computation.
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.slowDown(
      next.map((velocity) => velocity * safe),
      jacobian,
    );
    this.commanded = [a, b, c, d, e, f];
    const isHeld = this.heldBack.notice(command, this.commanded, jacobian, seconds);
    this.reason = isHeld ? this.explain(arm.positions, command) : undefined;
    return [a, b, c, d, e, f];
  }

  private explain(joints: JointAngles, command: JogCommand | undefined): string | undefined {
    // Only the tool can lose a direction.
    const isLost = command?.jogKind === 'cartesian';
    return this.guard.explain(joints, this.wished) ?? (isLost ? messages.jogSingular : undefined);
  }

  private move(
    command: JogCommand,
    arm: ArmMotion,
    seconds: number,
    tool: ToolModel,
    jacobian: Float64Array,
  ): readonly number[] {
    const exact =
      command.jogKind === 'joint'
        ? command.velocities
        : this.follower.follow(command, this.middle(arm.positions, seconds), tool);
    const wish = this.slowDown(exact, jacobian);
    this.wished = wish;
    const calm = this.shareInStep(arm, jacobian);
    return approachVelocities(
      this.commanded,
      wish.every(Number.isFinite) ? wish.map((velocity) => velocity * calm) : standing,
      this.changesIn(seconds, accelerationShare.moving),
    );
  }

  /** Stops while the tool keeps its direction. */
  private brake(middle: JointAngles, seconds: number, tool: ToolModel): readonly number[] {
    const changes = this.changesIn(seconds, accelerationShare.released);
    const direction = this.last?.jogKind === 'cartesian' ? this.follower.solve(this.last, middle, tool) : standing;
    return brakeAlong(this.commanded, direction, changes);
  }

  private changesIn(seconds: number, share: number): number[] {
    return this.limits.acceleration.map((acceleration) => acceleration * share * seconds);
  }

  /** A velocity is used for some time, so it is computed for the position in the middle of that time. */
  private middle(joints: JointAngles, seconds: number): JointAngles {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.commanded;
    const [qa, qb, qc, qd, qe, qf] = joints;
    const half = seconds / 2;
    return [qa + a * half, qb + b * half, qc + c * half, qd + d * half, qe + e * half, qf + f * half];
  }

  /** Scales velocities to the limits of every joint and of the tool. */
  private slowDown(velocities: readonly number[], jacobian: Float64Array): number[] {
    let share = Math.min(1, (handMotionToolSpeed * speedReserve) / toolSpeedOf(jacobian, velocities));
    velocities.forEach((velocity, joint) => {
      share = Math.min(share, (this.limits.velocity[joint] ?? 0) / Math.abs(velocity));
    });
    return velocities.map((velocity) => velocity * share);
  }

  /** Returns less than 1 while the joints are so much out of step that the tool is faster than commanded. */
  private shareInStep({ velocities }: ArmMotion, jacobian: Float64Array): number {
    const over = toolSpeedOf(jacobian, velocities) - toolSpeedOf(jacobian, this.commanded);
    return Math.min(1, Math.max(0.1, 1 - (over - excess.tolerated) / (excess.most - excess.tolerated)));
  }
}
