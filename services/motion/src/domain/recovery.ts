import { messages } from '@cellwright/domain/messages';
import { handMotionToolSpeed } from '@cellwright/domain/robot';
import type { PlanningScene } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { blendWaypoints, type Trajectory, timePath, trajectoryDuration } from '@cellwright/trajectory';
import { type ArmContext, tcpPoseOf } from './arm-context.ts';
import { describePair, mountTool } from './move/contact.ts';
import { limitsFor } from './move/limits.ts';
import type { LimitCaps, MovePlan, MoveTool } from './move/request.ts';
import { toolMotionOf } from './move/tool-motion.ts';
import { planRecovery } from './planner/recovery.ts';
import { toolOfScene } from './scene/tool-of-scene.ts';

export interface RecoveryRequest {
  readonly startJoints: readonly number[];
  readonly limits: LimitCaps;
  readonly seed: number;
  readonly tool?: MoveTool;
}

/** Divisor of the arm's speed for a recovery from contact. */
export const recoverySlowness = 5;

/** Plans a slow recovery from contact: every step reduces it, none causes another. */
export function planRecoveryMove(
  arm: ArmContext,
  request: RecoveryRequest,
  scene: PlanningScene | undefined,
  isCancelled?: () => boolean,
): MovePlan {
  const refuse = (reason: string, kind: 'startInCollision' | 'invalidRequest' = 'startInCollision'): MovePlan => ({
    ok: false,
    failure: { kind, reason: `${messages.recoveryPlanFailed}: ${reason}`, targetIndex: 0 },
  });
  mountTool(arm, request.tool ?? toolOfScene(scene));
  const space = { lower: arm.limits.lower, upper: arm.limits.upper };
  const options = { seed: request.seed, clock: arm.clock, ...(isCancelled ? { isCancelled } : {}) };
  const result = planRecovery(arm.checker.world, request.startJoints, space, options);
  switch (result.kind) {
    case 'alreadyClear':
      return refuse('nothing touches, so there is nothing to recover from', 'invalidRequest');
    case 'stuck': {
      const pairs = result.pairs.map((pair) => describePair(pair)).join(', ');
      return refuse(`no small move lessens the contact (${pairs}); free the arm by hand`);
    }
    case 'planned':
      break;
    default:
      return refuse('it was cancelled', 'invalidRequest');
  }
  const path = result.path.map((q) => [...q]);
  const trajectory = timeSlowly(arm, path, request.limits);
  const distanceMeters = measureTravel(arm, path);
  const targetTimes = [trajectoryDuration(trajectory)];
  return {
    ok: true,
    detours: [],
    segments: [{ trajectory, firstTarget: 0, lastTarget: 0, targetTimes, distanceMeters }],
  };
}

/** Times the path with a stop at each corner: the path was checked as it is, and there is no clearance for blends. */
function timeSlowly(arm: ArmContext, path: readonly (readonly number[])[], caps: LimitCaps): Trajectory {
  const { joints, maxTooltipSpeed, maxTooltipAcceleration: acceleration } = limitsFor(arm, caps, []);
  const limits = { ...joints, velocity: joints.velocity.map((value) => (value * recoverySlowness) / 100) };
  const tool = {
    ...toolMotionOf(arm, identityPose),
    speed: Math.min(maxTooltipSpeed, handMotionToolSpeed),
    acceleration,
  };
  const points = [];
  let offset = 0;
  for (const piece of blendWaypoints(path, [])) {
    const timed = timePath(piece, { limits, tool }).points;
    points.push(
      ...timed.slice(offset > 0 ? 1 : 0).map((point) => ({ ...point, timeFromStart: point.timeFromStart + offset })),
    );
    offset = points.at(-1)?.timeFromStart ?? 0;
  }
  return { points };
}

function measureTravel(arm: ArmContext, path: readonly (readonly number[])[]): number {
  const places = path.map((joints) => tcpPoseOf(arm, joints, identityPose));
  return places.slice(1).reduce((sum, to, index) => {
    const from = places[index] ?? to;
    return sum + Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
  }, 0);
}
