import type { PlanCause } from '@cellwright/domain/motion';
import { positionOf } from '@cellwright/geometry';
import { type ArmContext, tcpPoseFromRest, tcpPoseOf } from '../arm-context.ts';
import {
  createArc,
  createLine,
  createRotation,
  type FollowRefusal,
  type FollowRefusalKind,
  followPath,
  type ToolPathResult,
  weaveOver,
} from '../cartesian/index.ts';
import { explain, roundTo } from './explain.ts';
import type { MoveFailure, MoveFailureKind } from './request.ts';
import type { ResolvedTarget } from './resolve-targets.ts';

/** Maximum difference of the final joints from the requested ones, rad: another branch or turn is much further away. */
const sameJoints = 1e-3;

export type FollowedTarget =
  | {
      readonly ok: true;
      readonly joints: readonly (readonly number[])[];
      /** Distance of each along the seam of a weave, metres. */
      readonly seamDistances?: readonly number[] | undefined;
    }
  | { readonly ok: false; readonly failure: Omit<MoveFailure, 'targetIndex'> };

/** Returns joint angles along the path of the TCP to a target that needs a tool path, on the branch of `from`. */
export function followTarget(arm: ArmContext, from: readonly number[], resolved: ResolvedTarget): FollowedTarget {
  const way = createToolPath(arm, from, resolved);
  if (way.kind === 'refused') return { ok: false, failure: { kind: 'invalidRequest', reason: way.message } };
  const { tcp, target } = resolved;
  const result = followPath(arm, from, way.path, { tcp, velocity: arm.limits.velocity });
  if (result.kind === 'refused') {
    return { ok: false, failure: explainRefusal(result.refusal) };
  }
  const joints = result.waypoints.map((waypoint) => [...waypoint]);
  const { length } = way.path;
  const seamDistances = target.weave && result.shares.map((share) => share * length);
  if (!('joints' in target.target) || target.motionKind === 'rotation') return { ok: true, joints, seamDistances };
  const wanted = resolved.joints;
  const other = joints.at(-1)?.findIndex((angle, joint) => Math.abs(angle - (wanted[joint] ?? 0)) > sameJoints) ?? 0;
  if (other < 0) return { ok: true, joints: [...joints.slice(0, -1), wanted], seamDistances };
  const found = joints.at(-1)?.[other] ?? 0;
  const reason = `the ${nameOf(target.motionKind)} ends with joint ${other} at ${found.toFixed(3)} rad instead of ${wanted[other]?.toFixed(3)} rad; move there in joint space, or give the target as a pose`;
  const values = { joint: other, found: roundTo(found, 3), wanted: roundTo(wanted[other] ?? 0, 3) };
  return { ok: false, failure: { kind: 'unreachable', ...explain(reason, 'otherEnd', values) } };
}

function createToolPath(arm: ArmContext, from: readonly number[], resolved: ResolvedTarget): ToolPathResult {
  const { weave } = resolved.target;
  const way = createSeam(arm, from, resolved);
  return way.kind === 'refused' || weave === undefined ? way : weaveOver(way.path, weave);
}

function createSeam(arm: ArmContext, from: readonly number[], resolved: ResolvedTarget): ToolPathResult {
  const { target, tcp, tcpPose } = resolved;
  const here = tcpPoseOf(arm, from, tcp);
  switch (target.motionKind) {
    case 'rotation':
      return { kind: 'path', path: createRotation(here, tcpPose) };
    case 'arc':
      if (!target.via) return { kind: 'refused', message: 'an arc needs a via pose' };
      return createArc(here, positionOf(tcpPoseFromRest(target.via)), tcpPose);
    default:
      return { kind: 'path', path: createLine(here, tcpPose) };
  }
}

function nameOf(motionKind: ResolvedTarget['target']['motionKind']): string {
  return motionKind === 'arc' ? 'arc' : 'line';
}

function explainRefusal({ kind, message, joint, share }: FollowRefusal): Omit<MoveFailure, 'targetIndex'> {
  const key = causeKeys[kind];
  if (key === undefined) return { kind: failureKinds[kind], reason: message };
  const values = { percent: Math.round(share * 100), ...(joint === undefined ? {} : { joint }) };
  return { kind: failureKinds[kind], ...explain(message, key, values) };
}

const causeKeys: Partial<Record<FollowRefusalKind, PlanCause['key']>> = {
  unreachable: 'pathLeavesReach',
  jointLimit: 'pathLeavesLimits',
  singularity: 'pathNearSingularity',
};

const failureKinds: Record<FollowRefusalKind, MoveFailureKind> = {
  unreachable: 'unreachable',
  jointLimit: 'jointLimits',
  singularity: 'singularity',
  startElsewhere: 'invalidRequest',
};
