import { distancePoses, interpolatePoses, type Pose } from '@cellwright/geometry';
import { type ArmContext, tool0PoseFor } from '../arm-context.ts';
import type { MoveFailureKind } from './request.ts';

/** Spacing of the samples along a straight line: metres and radians of the TCP. */
const positionStep = 0.004;
const rotationStep = 0.02;
/** A joint may turn by this much from sample to sample; more means a singularity is passed too fast, or a branch flips. */
const largestJointStep = 0.2;
const maxSamples = 4000;

export type LineJoints =
  | { readonly ok: true; readonly joints: readonly (readonly number[])[] }
  | { readonly ok: false; readonly kind: MoveFailureKind; readonly reason: string };

/**
 * Joint angles along the straight line of the TCP from one pose to another (base frame, tool0's axes), orientation
 * turning at an even rate the short way. Starts at `startJoints` and stays on their branch: refuses where it would leave
 * the joint ranges, the reach, or pass a singularity too fast, naming the joint and the place.
 */
export function followLine(
  arm: ArmContext,
  startJoints: readonly number[],
  from: Pose,
  to: Pose,
  tcp: Pose,
): LineJoints {
  const { translation, rotation } = distancePoses(from, to);
  const wanted = Math.max(8, Math.ceil(translation / positionStep), Math.ceil(rotation / rotationStep));
  const count = Math.min(maxSamples, wanted);
  const joints: (readonly number[])[] = [startJoints];
  let previous = startJoints;
  for (let sample = 1; sample <= count; sample++) {
    const share = sample / count;
    const pose = interpolatePoses(from, to, share);
    const place = describePlace(pose, share);
    const solution = arm.inverse.solveNearest(tool0PoseFor(pose, tcp), previous, 'distance');
    if (!solution.ok) return refuseSample(arm, solution, previous, place);
    const jump = findJump(previous, solution.joints);
    if (jump !== undefined) {
      const reason = `joint ${jump} would have to turn too fast near a singularity, ${place}`;
      return { ok: false, kind: 'singularity', reason };
    }
    joints.push(solution.joints);
    previous = solution.joints;
  }
  return { ok: true, joints };
}

function describePlace({ x, y, z }: Pose, share: number): string {
  const at = [x, y, z].map((value) => value.toFixed(3)).join(', ');
  return `${Math.round(share * 100)} % of the way, at (${at}) m`;
}

function refuseSample(
  arm: ArmContext,
  solution: { readonly kind: string; readonly message: string },
  previous: readonly number[],
  place: string,
): LineJoints {
  if (solution.kind !== 'out_of_limits') {
    return { ok: false, kind: 'unreachable', reason: `the line cannot be followed (${solution.message}), ${place}` };
  }
  const reason = `joint ${nearestToRangeEnd(arm, previous)} would leave its range, ${place}`;
  return { ok: false, kind: 'jointLimits', reason };
}

/** The joint that is closest to the end of its range: the one that would have left it. */
function nearestToRangeEnd({ limits }: ArmContext, joints: readonly number[]): number {
  const room = joints.map((angle, joint) =>
    Math.min(angle - (limits.lower[joint] ?? 0), (limits.upper[joint] ?? 0) - angle),
  );
  return room.indexOf(Math.min(...room));
}

function findJump(from: readonly number[], to: readonly number[]): number | undefined {
  const jump = to.findIndex((angle, joint) => Math.abs(angle - (from[joint] ?? 0)) > largestJointStep);
  return jump < 0 ? undefined : jump;
}
