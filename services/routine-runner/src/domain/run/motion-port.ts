import { messages } from '@cellwright/domain/messages';
import type { PlanCause } from '@cellwright/domain/motion';
import { type JointAngles, tcpOf } from '@cellwright/domain/robot';
import { positionOf } from '@cellwright/geometry';
import type {
  MotionPort,
  MotionTarget,
  MoveOptions,
  MoveResult,
  MoveWaypoint,
  PortResult,
} from '@cellwright/steps/framework';
import type { MoveEnd, MoveObserver, Mover } from '../arm/mover.ts';
import type { SessionCore } from '../core/session-core.ts';
import type { EffectJournal } from '../journal/effects.ts';
import type { PlannedDetour } from '../planner.ts';
import type { ContactForce } from './contact-force.ts';

export interface MotionPortParts {
  readonly core: SessionCore;
  readonly mover: Mover;
  readonly effects: Pick<EffectJournal, 'perform'>;
  readonly contact: ContactForce;
  readonly onDistance: (meters: number) => void;
  /** Called when the arm starts to move. */
  readonly onMoving: () => void;
  /** The planner refused a move: the message that its step fails with, and its causes. */
  readonly onRefused: (message: string, causes: readonly PlanCause[]) => void;
  /** Something about a step that its author should know. */
  readonly onWarning: (stepID: string, message: string) => void;
}

/** Creates the port by which steps move the arm. */
export function createMotionPort(parts: MotionPortParts): MotionPort {
  const { core, mover, effects, contact } = parts;
  const joints = (): JointAngles => core.arm.joints ?? [0, 0, 0, 0, 0, 0];
  const poseOf = (angles: JointAngles, tcpOption: string) =>
    core.toolPoseOf(angles, tcpOf(core.tools.current, tcpOption) ?? core.tools.tcp);
  return {
    currentJoints: joints,
    poseOf,
    basePose: () => core.store.state.base,
    currentPose: (tcpOption) => poseOf(joints(), tcpOption),
    currentContactForce: () => contact.newtons,
    async check(waypoints, signal) {
      const refusal = findRefusal(core, waypoints);
      if (refusal) return refusal;
      return checkedResult(await mover.check(requestOf(core, waypoints), signal));
    },
    async moveThrough(waypoints, options) {
      const [first] = waypoints;
      if (!first) return arrived(0);
      const refusal = findRefusal(core, waypoints);
      if (refusal) return refusal;
      const request = requestOf(core, waypoints);
      const { signal, contactForce, isEffect } = options;
      const watched = contactForce === undefined ? noWatch : await contact.watch(contactForce, signal);
      if (!watched.ok) return watched;
      const push = watched.value;
      const observer = { ...observe(parts, waypoints, options), ...(push && { watchPush: push.begin.bind(push) }) };
      const presses = contactForce === undefined ? undefined : tcpOf(core.tools.current, first.tcpOption);
      const ends = {
        ...{ stepID: first.stepID, signal, observer, contactForce: push?.guardNewtons ?? contactForce },
        contactPoint: presses && positionOf(presses),
      };
      const move = async () => resultOf(await mover.move(request, ends), waypoints, parts.onRefused);
      try {
        if (!isEffect) return await move();
        return await effects.perform({ kind: 'press', details: { target: first.target, contactForce } }, signal, move);
      } finally {
        push?.close();
      }
    },
  };
}

/** Returns why no move through the waypoints can be planned now. */
function findRefusal(core: SessionCore, waypoints: readonly MoveWaypoint[]): PortResult<never> | undefined {
  const unknown = waypoints.findIndex(({ tcpOption }) => tcpOf(core.tools.current, tcpOption) === undefined);
  const unknownTcp = waypoints[unknown]?.tcpOption;
  if (unknownTcp !== undefined) return planningFailure(messages.tcpNotAvailable(unknownTcp), unknown);
  // Targets were computed for the former pose of the base.
  return core.baseMovers.areAtWork ? planningFailure(messages.baseMovesUnderArm) : undefined;
}

function requestOf(core: SessionCore, waypoints: readonly MoveWaypoint[]) {
  return {
    robotKind: core.robotKind,
    targets: waypoints.map(toMotionTarget),
    limits: core.speed.limits,
    tool: core.tools.current,
    payloadMassKg: core.store.state.payload.mass,
    mayAvoid: true,
    seed: 0,
    skipsCache: waypoints.some(({ isCacheable }) => isCacheable === false),
  };
}

function checkedResult(end: MoveEnd): PortResult {
  if (end.kind === 'stopped') return { ok: false, stopped: true };
  if (end.kind !== 'failed') return { ok: true, value: undefined };
  const { kind, message, targetIndex } = end.failure;
  return { ok: false, failure: { kind, message, waypointIndex: targetIndex } };
}

/** Returns an observer that updates the state, the waypoints and the step. */
function observe(
  { core, onDistance, onMoving, onWarning }: MotionPortParts,
  waypoints: readonly MoveWaypoint[],
  { onActivity }: MoveOptions,
): MoveObserver {
  const pollStopEarly = async (index: number) => (await waypoints[index]?.stopEarly?.()) ?? 0;
  return {
    onActivity: (activity) => {
      core.store.update((state) => {
        state.motionActivity = activity;
      });
      if (activity === 'moving') onMoving();
      onActivity?.(activity);
    },
    onTargetReached: (index) => waypoints[index]?.onReached?.(),
    onDetour(index, detour) {
      const stepID = waypoints[index]?.stepID;
      if (stepID !== undefined) onWarning(stepID, describeDetour(detour));
    },
    onDistance,
    ...(waypoints.some(({ stopEarly }) => stopEarly) ? { pollStopEarly } : {}),
  };
}

function describeDetour({ reason, isOtherPosture }: PlannedDetour): string {
  if (isOtherPosture) return `Different arm posture for this pose: in the nearest one, ${reason}`;
  return `Detour: on the direct path, ${reason}`;
}

function resultOf(
  end: MoveEnd,
  waypoints: readonly MoveWaypoint[],
  onRefused: MotionPortParts['onRefused'],
): PortResult<MoveResult> {
  if (end.kind === 'completed') return arrived(0);
  if (end.kind === 'contact') return { ok: true, value: { stoppedEarly: 0, endedInContact: true } };
  if (end.kind === 'stoppedEarly') return arrived(end.group);
  if (end.kind === 'stopped') return { ok: false, stopped: true };
  const { kind, message: reason, targetIndex: waypointIndex, isUnreachable, causes } = end.failure;
  const isOffset = isUnreachable && waypoints[waypointIndex ?? 0]?.isOffset === true;
  const message = isOffset ? messages.offsetPoseUnreachable : reason;
  if (causes) onRefused(message, causes);
  return { ok: false, failure: { kind, message, waypointIndex } };
}

const noWatch = { ok: true, value: undefined } as const;

function arrived(stoppedEarly: number): PortResult<MoveResult> {
  return { ok: true, value: { stoppedEarly, endedInContact: false } };
}

function planningFailure(message: string, waypointIndex?: number): PortResult<never> {
  return { ok: false, failure: { kind: 'PlanningFailure', message, waypointIndex } };
}

/** Returns the planning data of a waypoint. */
function toMotionTarget(waypoint: MoveWaypoint): MotionTarget {
  const { target, via, motionKind, motionSpeed, blendRadius, stopHere, tcpOption, limits, weave } = waypoint;
  return { target, via, motionKind, motionSpeed, blendRadius, stopHere, tcpOption, limits, weave };
}
