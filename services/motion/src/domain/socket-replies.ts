import { messages } from '@cellwright/domain/messages';
import type { PlannerReply, PlannerRequest, PlannerWaypoint } from '@cellwright/domain/motion';
import type { TrajectoryPoint } from '@cellwright/trajectory';
import type { MovePlan, MoveSegment } from './move/request.ts';

type Gripper = PlannerRequest<'plan_path'>['targets'][number]['gripper'];

/** Yields a plan as replies of the planner socket: waypoints and gripper moves in order, then success; or the error. */
export function* describePlan(plan: MovePlan, grippers: readonly Gripper[] = []): Generator<PlannerReply> {
  if (!plan.ok) {
    const { kind, reason, targetIndex } = plan.failure;
    const message = messages.motionPlanningUnsuccessful(reason.replace(/\.$/, ''));
    yield { kind: 'error', message, failure: { kind, targetIndex } };
    return;
  }
  if (!plan.segments.some(({ trajectory }) => trajectory.points.length > 0)) {
    yield { kind: 'error', message: messages.motionPlanWithoutWaypoints };
    return;
  }
  let startTime = 0;
  const segments = [];
  for (const segment of plan.segments) {
    // The end of a segment is the start of the next: the same point is sent once.
    const points = startTime > 0 ? segment.trajectory.points.slice(1) : segment.trajectory.points;
    for (const point of points) yield toWaypoint(point, startTime);
    const endTime = startTime + durationOf(segment);
    const gripper = grippers[segment.lastTarget];
    if (gripper) yield { kind: 'gripper', openness: gripper.openness, timestamp: endTime };
    const { firstTarget, lastTarget, distanceMeters } = segment;
    const from = startTime;
    const targetTimes = segment.targetTimes.map((time) => from + time);
    segments.push({ firstTarget, lastTarget, distanceMeters, targetTimes, startTime, endTime });
    startTime = endTime;
  }
  const detours = plan.detours.map(({ waypoints, ...detour }) => ({
    ...detour,
    waypoints: waypoints.map((q) => [...q]),
  }));
  yield { kind: 'success', segments, ...(detours.length > 0 ? { detours } : {}) };
}

function durationOf({ trajectory }: MoveSegment): number {
  return trajectory.points.at(-1)?.timeFromStart ?? 0;
}

function toWaypoint(point: TrajectoryPoint, startTime: number): PlannerWaypoint {
  const { timeFromStart, positions, velocities, accelerations } = point;
  const joints = positions.map((p, joint) => ({ p, v: velocities[joint] ?? 0, a: accelerations[joint] ?? 0 }));
  return { kind: 'waypoint', joints, timestamp: startTime + timeFromStart };
}
