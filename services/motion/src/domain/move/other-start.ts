import type { ArmContext } from '../arm-context.ts';
import { listGoals } from '../planner/goals.ts';
import { explain, roundTo } from './explain.ts';
import { findEnd, isSamePosture, mendable } from './other-postures.ts';
import { findClearLegs, planChain } from './plan-chain.ts';
import type { MoveFailure, MoveRequest, Reason } from './request.ts';

/** Digits of the angles in an advice: people type them. */
const digits = 3;

/**
 * Adds a remedy to the refusal of a line, a rotation or an arc that is possible from other joint angles of the pose in
 * which the arm stands: another full turn of a joint, or another posture. The arm never goes there by itself, because a
 * line starts where the arm stands, and may start in a workpiece.
 */
export function adviseOtherStart(
  arm: ArmContext,
  request: MoveRequest,
  failure: MoveFailure,
  isCancelled: (() => boolean) | undefined,
): MoveFailure {
  const joints = findOtherStart(arm, request, failure, isCancelled);
  if (!joints) return failure;
  const advice = describeStart(request.startJoints, joints);
  const { causes } = failure;
  // Clients show the causes in place of the reason, so these are complete or absent.
  return {
    ...failure,
    reason: `${failure.reason}; ${advice.reason}`,
    ...(causes && { causes: [...causes, ...advice.causes] }),
  };
}

/** Returns joint angles of the current pose with a straight way there, from which the move is possible. */
function findOtherStart(
  arm: ArmContext,
  request: MoveRequest,
  { kind, targetIndex }: MoveFailure,
  isCancelled: (() => boolean) | undefined,
): readonly number[] | undefined {
  const { startJoints, targets } = request;
  // A joint move to a pose has chosen among postures already.
  if (!mendable.includes(kind) || targets[0]?.motionKind === 'joint') return undefined;
  const end = findEnd(targets, 0);
  if (targetIndex >= end) return undefined;
  for (const joints of listStarts(arm, startJoints)) {
    if (isCancelled?.()) return undefined;
    if (arm.checker.checkPath([startJoints, joints]).kind !== 'clear') continue;
    if (!findClearLegs(arm, request, { first: 0, end }, joints)) continue;
    const { plan } = planChain(arm, { ...request, startJoints: joints }, [], isCancelled);
    if (plan.ok || plan.failure.targetIndex >= end) return joints;
  }
  return undefined;
}

/** Returns the other joint angles of the pose of the tool: full turns of few joints first, then the nearest. */
function listStarts({ inverse, kinematics, limits }: ArmContext, from: readonly number[]): readonly number[][] {
  const space = { lower: limits.lower, upper: limits.upper };
  const movedOf = (joints: readonly number[]) => joints.filter((angle, joint) => angle !== from[joint]).length;
  return (
    listGoals(inverse, kinematics.computeTipPose(from), from, space)
      .map((goal) => [...goal])
      .filter((goal) => !isSamePosture(goal, from))
      // People type few digits, and only the joints that change.
      .map((goal) => goal.map((angle, joint) => shorten(angle, from[joint] ?? angle)))
      .filter((joints) => movedOf(joints) > 0 && isWithin(joints, space))
      .sort((one, other) => movedOf(one) - movedOf(other))
  );
}

function shorten(angle: number, from: number): number {
  return Math.abs(angle - from) < 10 ** -digits ? from : roundTo(angle, digits);
}

function isWithin(joints: readonly number[], { lower, upper }: Pick<ArmContext['limits'], 'lower' | 'upper'>): boolean {
  return joints.every((angle, joint) => angle >= (lower[joint] ?? angle) && angle <= (upper[joint] ?? angle));
}

function describeStart(from: readonly number[], to: readonly number[]): Required<Reason> {
  const moved = to.flatMap((angle, joint) => (angle === from[joint] ? [] : [joint]));
  const [joint, ...others] = moved;
  if (joint !== undefined && others.length === 0) {
    const angle = to[joint] ?? 0;
    return explain(
      `move joint ${joint} to ${angle.toFixed(digits)} rad first, from where it is possible`,
      'turnFirst',
      {
        joint,
        angle,
      },
    );
  }
  const joints = to.map((angle) => angle.toFixed(digits)).join(', ');
  return explain(`move the joints to ${joints} rad first, from where it is possible`, 'moveFirst', { joints });
}
