import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { type PlannerReply, type PlannerWaypoint, plannerReplySchema } from '@cellwright/domain/motion';
import type { Logger } from '@cellwright/service-kit';
import type { TrajectoryPoint } from '@cellwright/trajectory';
import { completePoints, fromZero, type SparsePoint, toWholeSegment } from '../../domain/foreign/foreign-points.ts';
import type { MoveFailureKind, MovePlan, MoveSegment } from '../../domain/move/request.ts';
import { kindedSchema } from './operation.ts';

/** Collects the replies to one plan request. */
export class PlanCollector {
  private readonly points: SparsePoint[] = [];
  private readonly log: Logger;

  constructor(log: Logger) {
    this.log = log;
  }

  /** Returns the plan once it is complete. @throws ProductError for an invalid reply. */
  take(reply: unknown, targetCount: number): MovePlan | undefined {
    if (!kindedSchema.safeParse(reply).success) throw new ProductError('unavailable', messages.receivedNonKindedData);
    const { data } = plannerReplySchema.safeParse(reply);
    if (!data) {
      this.log.warn('invalid planner data skipped', { reply });
      return undefined;
    }
    if (data.kind === 'waypoint') this.points.push(toPoint(data));
    if (data.kind === 'error') return { ok: false, failure: readFailure(data) };
    return data.kind === 'success' ? this.finish(data, targetCount) : undefined;
  }

  private finish(
    { segments, detours = [] }: Extract<PlannerReply, { kind: 'success' }>,
    targetCount: number,
  ): MovePlan {
    const points = completePoints(this.points);
    if (points.length === 0) {
      const reason = messages.motionPlanWithoutWaypoints;
      return { ok: false, failure: { kind: 'invalidRequest', reason, targetIndex: 0 } };
    }
    const parts = segments?.map(({ startTime, endTime, targetTimes, ...segment }): MoveSegment => {
      const isInside = ({ timeFromStart }: TrajectoryPoint) =>
        timeFromStart >= startTime - 1e-9 && timeFromStart <= endTime + 1e-9;
      const trajectory = { points: fromZero(points.filter(isInside)) };
      return { ...segment, trajectory, targetTimes: targetTimes.map((time) => time - startTime) };
    });
    return { ok: true, segments: parts ?? [toWholeSegment(points, targetCount)], detours };
  }
}

function toPoint({ joints, timestamp }: PlannerWaypoint): SparsePoint {
  return {
    timeFromStart: timestamp,
    positions: joints.map(({ p }) => p),
    velocities: joints.every(({ v }) => v === undefined) ? undefined : joints.map(({ v = 0 }) => v),
    accelerations: joints.every(({ a }) => a === undefined) ? undefined : joints.map(({ a = 0 }) => a),
  };
}

const failureKinds: ReadonlySet<string> = new Set<MoveFailureKind>([
  'invalidRequest',
  'unreachable',
  'jointLimits',
  'startInCollision',
  'goalInCollision',
  'pathInCollision',
  'singularity',
  'budgetSpent',
]);

function isFailureKind(kind: string): kind is MoveFailureKind {
  return failureKinds.has(kind);
}

function readFailure({ message, failure }: Extract<PlannerReply, { kind: 'error' }>) {
  const reason = message.replace(/^Motion planning unsuccessful: /, '').replace(/\.$/, '');
  const kind: MoveFailureKind = failure && isFailureKind(failure.kind) ? failure.kind : 'invalidRequest';
  return { kind, reason, targetIndex: failure?.targetIndex ?? 0 };
}
