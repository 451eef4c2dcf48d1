import type { Clock } from '@cellwright/domain/basics';
import { robotMessages } from '@cellwright/domain/messages';
import type { Vec3 } from '@cellwright/geometry';
import type { MotionActivity, PortFailure } from '@cellwright/steps/framework';
import type { Trajectory } from '@cellwright/trajectory';
import type {
  PlanFailure,
  PlannedDetour,
  PlannedSegment,
  Planner,
  PlanProgress,
  PlanRequest,
  ToolModel,
} from '../planner.ts';
import type { Arm, TrajectoryEnd } from './arm.ts';
import type { PauseGate } from './pause-gate.ts';

/** Poll interval of stop-early conditions in the specification, ms. */
const stopEarlyPollMS = 25;

/** Maximum number of plans of a move whose arm is displaced before it starts. */
const maxAttempts = 3;

/** The arm is not at the start of the rest of the move. */
interface Displaced {
  readonly kind: 'displaced';
  readonly nextTarget: number;
  readonly message: string;
}

/** End of a move: at its last target, in contact, early by a condition group (1-based), stopped, or failed. */
export type MoveEnd =
  | { readonly kind: 'completed' }
  | { readonly kind: 'contact' }
  | { readonly kind: 'stoppedEarly'; readonly group: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: PlanFailure };

/** Early end of a push: the wanted force is reached, or the sensor is lost. */
export type PushEnd = { readonly kind: 'pressed' } | { readonly kind: 'failed'; readonly failure: PortFailure };

/** Returns why a planned motion may not start any more; undefined if it may. @param from seconds on the trajectory */
export type RefuseMotion = (trajectory: Trajectory, from: number) => string | undefined;

/** Callbacks of a move; target indexes are those of the request. */
export interface MoveObserver {
  onActivity?(activity: MotionActivity): void;
  onTargetReached?(index: number): void;
  /** Called before a move starts that does not go straight to the nearest posture of a target. */
  onDetour?(index: number, detour: PlannedDetour): void;
  /** Returns the number of the satisfied condition group of a target (1-based), or 0. */
  pollStopEarly?(index: number): Promise<number>;
  /** Calls back once if the motion has to end at the reached force, or because the measurement is lost. */
  watchPush?(onEnd: (end: PushEnd) => void): () => void;
  onDistance?(meters: number): void;
}

export interface MoveOptions {
  readonly stepID: string;
  readonly signal: AbortSignal;
  readonly observer?: MoveObserver;
  /** Contact force that ends the move, N. */
  readonly contactForce?: number | undefined;
  /** Contact point in the flange frame, m; default: the TCP of the tool. */
  readonly contactPoint?: Vec3 | undefined;
}

/** A requested move that has not ended. */
interface UnderWay {
  readonly tool: ToolModel;
  readonly observer: MoveObserver | undefined;
  activity: MotionActivity;
}

/**
 * Plans a move, waits for the whole plan, and drives it; continues after pauses in which the arm was moved and brought
 * back.
 */
export class Mover {
  private readonly arm: Arm;
  private readonly planner: Planner;
  private readonly gate: PauseGate;
  private readonly clock: Clock;
  private readonly watchMotion: () => RefuseMotion;
  private readonly underWay = new Set<UnderWay>();

  /** @param parts.watchMotion called before each plan; the result refuses a planned motion that has become impossible */
  constructor(parts: { arm: Arm; planner: Planner; gate: PauseGate; clock: Clock; watchMotion?: () => RefuseMotion }) {
    this.arm = parts.arm;
    this.planner = parts.planner;
    this.gate = parts.gate;
    this.clock = parts.clock;
    this.watchMotion = parts.watchMotion ?? (() => () => undefined);
  }

  /** Tools of the moves that have not ended; their targets were also computed for these tools. */
  get toolsUnderWay(): ToolModel[] {
    return [...this.underWay].map(({ tool }) => tool);
  }

  /** Reports the current activity of all moves again, after the gate was closed or opened. */
  showActivity(): void {
    for (const move of this.underWay) this.report(move, move.activity);
  }

  async move(request: Omit<PlanRequest, 'startJoints'>, options: MoveOptions): Promise<MoveEnd> {
    const move: UnderWay = { tool: request.tool, observer: options.observer, activity: 'none' };
    this.underWay.add(move);
    const onActivity = (activity: MotionActivity) => this.report(move, activity);
    const observed: MoveOptions = { ...options, observer: { ...options.observer, onActivity } };
    try {
      let first = 0;
      for (let attempt = 1; ; attempt++) {
        const end = await this.planAndDrive({ ...request, targets: request.targets.slice(first) }, first, observed);
        if (end.kind !== 'displaced') return end;
        if (attempt === maxAttempts) return failed({ kind: 'ExecutionFailure', message: end.message });
        first = end.nextTarget;
      }
    } finally {
      this.underWay.delete(move);
      options.observer?.onActivity?.('none');
    }
  }

  /** Plans a move from the current position without driving it. */
  async check(request: Omit<PlanRequest, 'startJoints'>, signal: AbortSignal): Promise<MoveEnd> {
    const startJoints = this.arm.joints;
    if (!startJoints || !this.arm.isConnected) return failed(notConnected);
    const plan = await this.planner.plan({ ...request, startJoints }, { signal });
    if (plan.ok) return { kind: 'completed' };
    return 'stopped' in plan || signal.aborted ? { kind: 'stopped' } : failed(plan.failure);
  }

  private report(move: UnderWay, activity: MotionActivity): void {
    move.activity = activity;
    if (activity !== 'none') move.observer?.onActivity?.(this.gate.isClosed ? 'paused' : activity);
  }

  /** Plans the targets from the current position; `offset` is the index of the first of them in the whole move. */
  private async planAndDrive(
    request: Omit<PlanRequest, 'startJoints'>,
    offset: number,
    options: MoveOptions,
  ): Promise<MoveEnd | Displaced> {
    const { signal, observer } = options;
    if (!(await this.gate.pass(signal))) return { kind: 'stopped' };
    const startJoints = this.arm.joints;
    if (!startJoints || !this.arm.isConnected) return failed(notConnected);
    observer?.onActivity?.('requestingPlan');
    const onProgress = (progress: PlanProgress) =>
      observer?.onActivity?.(progress === 'acknowledged' ? 'planning' : 'receivingPlan');
    const refuse = this.watchMotion();
    const plan = await this.planner.plan({ ...request, startJoints }, { signal, onProgress });
    if (!plan.ok) {
      if ('stopped' in plan || signal.aborted) return { kind: 'stopped' };
      const { targetIndex } = plan.failure;
      if (targetIndex === undefined) return failed(plan.failure);
      return failed({ ...plan.failure, targetIndex: targetIndex + offset });
    }
    for (const detour of plan.detours) observer?.onDetour?.(detour.targetIndex + offset, detour);
    for (const segment of plan.segments) {
      const end = await this.driveSegment(segment, offset, options, refuse);
      if (end.kind !== 'completed') return end;
    }
    return { kind: 'completed' };
  }

  private async driveSegment(
    segment: PlannedSegment,
    offset: number,
    options: MoveOptions,
    refuse: RefuseMotion,
  ): Promise<MoveEnd | Displaced> {
    const { signal, observer, stepID, contactForce, contactPoint } = options;
    const progress = new SegmentProgress(segment, offset, observer);
    let startPathTime = 0;
    for (;;) {
      if (!(await this.gate.pass(signal))) return { kind: 'stopped' };
      // A condition that already holds ends the move before the arm moves.
      const held = (await observer?.pollStopEarly?.(progress.nextTarget)) ?? 0;
      if (held > 0) return { kind: 'stoppedEarly', group: held };
      const refusal = refuse(segment.trajectory, startPathTime);
      if (refusal !== undefined) return failed({ kind: 'CollisionFailure', message: refusal });
      observer?.onActivity?.('moving');
      const early = this.watchStopEarly(progress, signal, observer);
      const push = this.watchPush(observer);
      const end = await this.arm.execute(segment.trajectory, {
        stepID,
        signal,
        startPathTime,
        contactForce,
        contactPoint,
        onPathTime: (pathTime) => progress.reach(pathTime),
      });
      const group = early.close();
      const pushEnd = push.close();
      progress.finish(end);
      if (end.kind === 'completed') return { kind: 'completed' };
      if (signal.aborted) return { kind: 'stopped' };
      if (end.kind === 'lost') return failed(notConnected);
      if (end.kind === 'stopped' && end.cause === 'contact') return { kind: 'contact' };
      if (end.kind === 'stopped' && pushEnd) {
        return pushEnd.kind === 'pressed' ? { kind: 'contact' } : failed(pushEnd.failure);
      }
      if (end.kind === 'refused' && end.reason === 'other') {
        return failed({ kind: 'ExecutionFailure', message: end.message });
      }
      // Pushed, or moved by hand and not brought back exactly: the rest is planned from the current position.
      if (end.kind === 'refused' && end.reason === 'wrongStart') {
        return { kind: 'displaced', nextTarget: progress.nextTarget, message: end.message };
      }
      if (end.kind === 'stopped' && group > 0) return { kind: 'stoppedEarly', group };
      // Used by another motion while paused, or stopped by the safeguard first: when the run continues, the arm is at
      // its pause position, and drives the rest.
      if (!this.gate.isClosed) return { kind: 'stopped' };
      if (end.kind === 'stopped') startPathTime = end.pathTime;
    }
  }

  /** Ends the motion at the wanted force; a paused arm does not move. */
  private watchPush(observer: MoveObserver | undefined) {
    let found: PushEnd | undefined;
    const end = observer?.watchPush?.((pushEnd) => {
      found = pushEnd;
      void this.arm.cutShort();
    });
    return {
      close: () => {
        end?.();
        return found;
      },
    };
  }

  /** Polls the conditions of the current target; the first that holds stops the arm. */
  private watchStopEarly(progress: SegmentProgress, signal: AbortSignal, observer: MoveObserver | undefined) {
    const poll = observer?.pollStopEarly?.bind(observer);
    if (!poll) return { close: () => 0 };
    let group = 0;
    let isOver = false;
    let cancel: () => void = () => undefined;
    const check = async () => {
      const startedAt = this.clock.now();
      const held = this.gate.isClosed ? 0 : await poll(progress.nextTarget);
      if (isOver || signal.aborted) return;
      group = held;
      if (group > 0) void this.arm.cutShort();
      else cancel = this.clock.schedule(stopEarlyPollMS - (this.clock.now() - startedAt), check);
    };
    cancel = this.clock.schedule(stopEarlyPollMS, check);
    return {
      close: () => {
        isOver = true;
        cancel();
        return group;
      },
    };
  }
}

/** Reached targets of a segment, and the driven part of its length. */
class SegmentProgress {
  private reachedCount = 0;
  private pathTime = 0;
  private countedMeters = 0;
  private readonly segment: PlannedSegment;
  /** Indexes of the segment's first and last target in the whole move. */
  private readonly firstTarget: number;
  private readonly lastTarget: number;
  private readonly observer: MoveObserver | undefined;

  constructor(segment: PlannedSegment, offset: number, observer: MoveObserver | undefined) {
    this.segment = segment;
    this.firstTarget = segment.firstTarget + offset;
    this.lastTarget = segment.lastTarget + offset;
    this.observer = observer;
  }

  /** Index of the current target in the whole move. */
  get nextTarget(): number {
    return Math.min(this.firstTarget + this.reachedCount, this.lastTarget);
  }

  reach(pathTime: number): void {
    this.pathTime = pathTime;
    const { firstTarget } = this;
    const { targetTimes } = this.segment;
    // The last target is reached at standstill, not before.
    while (this.reachedCount < targetTimes.length - 1 && pathTime >= (targetTimes[this.reachedCount] ?? Infinity)) {
      this.reachedCount += 1;
      this.observer?.onTargetReached?.(firstTarget + this.reachedCount - 1);
    }
  }

  finish(end: TrajectoryEnd): void {
    const { firstTarget } = this;
    const { targetTimes, trajectory, distanceMeters } = this.segment;
    const duration = trajectory.points.at(-1)?.timeFromStart ?? 0;
    if (end.kind === 'completed') {
      for (; this.reachedCount < targetTimes.length; this.reachedCount += 1) {
        this.observer?.onTargetReached?.(firstTarget + this.reachedCount);
      }
      this.pathTime = duration;
    } else if (end.kind === 'stopped') {
      this.pathTime = end.pathTime;
    }
    const driven = duration > 0 ? distanceMeters * Math.min(1, this.pathTime / duration) : 0;
    this.observer?.onDistance?.(Math.max(0, driven - this.countedMeters));
    this.countedMeters = Math.max(this.countedMeters, driven);
  }
}

const notConnected: PlanFailure = {
  kind: 'HeartbeatLostFailure',
  message: robotMessages.controllerNotConnected,
};

function failed(failure: PlanFailure): MoveEnd {
  return { kind: 'failed', failure };
}
