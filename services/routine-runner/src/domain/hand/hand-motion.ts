import { createId } from '@cellwright/domain/basics';
import { messages, robotMessages, runMessages } from '@cellwright/domain/messages';
import { handMotionToolSpeed, type JogFrame, type JointAngles, type Position, tcpOf } from '@cellwright/domain/robot';
import {
  composePoses,
  identityPose,
  invertQuaternion,
  multiplyQuaternions,
  type Pose,
  positionOf,
  quaternionFromRpy,
  rotateVec3,
  type Vec3,
} from '@cellwright/geometry';
import type { MotionCaps, MotionTarget, MoveTarget } from '@cellwright/steps/framework';
import { type Answer, accept, refuse } from '../answer.ts';
import type { MoveEnd, Mover } from '../arm/mover.ts';
import { combineLimits, scaleAccelerations } from '../arm/speed-governor.ts';
import { describeToolDifference } from '../arm/tool-change.ts';
import type { ProgramSource } from '../cell.ts';
import { checkMayMove, type SessionCore } from '../core/session-core.ts';
import { describeSessionRefusal } from '../core/session-words.ts';
import type { ToolModel } from '../planner.ts';
import type { RunControl } from '../run/run-control.ts';
import { BoxingPositions } from './boxing-positions.ts';
import type { Holds, Lapse } from './holds.ts';

/** Options of a manual motion. */
export interface HandMotionOptions {
  /** ID chosen by the client, so that it can hold before the answer. */
  readonly commandID?: string | undefined;
  readonly isHeld: boolean;
  /** Maximum milliseconds between heartbeats. */
  readonly heartbeatIntervalMS?: number | undefined;
  /** 1–100 %. */
  readonly motionSpeed?: number | undefined;
  /** Maximum speeds and accelerations: rad/s and rad/s² of each joint, and m/s at the tool. */
  readonly maxJointSpeeds?: readonly number[] | undefined;
  readonly maxJointAccelerations?: readonly number[] | undefined;
  readonly maxTooltipSpeed?: number | undefined;
  /** Share of the accelerations after the caps and the speed profile, 0–1. */
  readonly accelerationScaling?: number | undefined;
  /**
   * True if a joint move may make detours round obstacles. Default false: a person expects a straight way, and the arm
   * takes it or stays.
   */
  readonly mayAvoid?: boolean | undefined;
  readonly ownerID: string;
}

export interface HandMotionResult {
  /** Success, Interrupted, or the reason of a failure. */
  readonly result: string;
  readonly commandID: string;
  /** Remedy when it was interrupted because it was not held. */
  readonly message?: string | undefined;
  /** Present if it was interrupted because no heartbeat came in time. */
  readonly isLate?: true;
}

const interrupted = 'Interrupted';
const neverHeld =
  'This move continues only while it is held. Send holdHeartbeat with its commandID every 100 ms, from the start';
const letGo = 'The control was released. Send the move again and hold the control until it ends';
const unheldNeedsApi =
  'On a live robot, a move with isHeld false needs control mode api. Send setControlMode with kind api first, or omit isHeld and send holdHeartbeat every 100 ms';
const toolChanged = 'The tool on the flange changed during the move. Send it again';

type Target = Pick<MotionTarget, 'target' | 'motionKind'> & { readonly tcpOption?: string };

export interface HandMotionParts {
  readonly core: SessionCore;
  readonly mover: Mover;
  readonly holds: Holds;
  readonly runs: RunControl;
  readonly programs: Pick<ProgramSource, 'findSpaceItem'>;
  /** `returnPoint` is the position of the arm at the interruption of the run to be continued. */
  readonly resumption: { readonly returnPoint: JointAngles | undefined };
}

/**
 * Single moves by hand: go to, return, relative moves. Held ones stay at or under 250 mm/s at the tool and go on only
 * while they are held. They may borrow the arm from a paused run.
 */
export class HandMotion {
  /** Positions of boxes on pallets. */
  readonly boxing: BoxingPositions;
  private readonly core: SessionCore;
  private readonly mover: Mover;
  private readonly holds: Holds;
  private readonly runs: RunControl;
  private readonly resumption: HandMotionParts['resumption'];
  private active: AbortController | undefined;
  /** Reason why the current motion ends early, and the remedy; undefined when a stop ends it. */
  private lapse: Pick<HandMotionResult, 'message' | 'isLate'> | undefined;

  constructor(parts: HandMotionParts) {
    this.boxing = new BoxingPositions(parts.core, parts.programs, parts.runs);
    this.core = parts.core;
    this.mover = parts.mover;
    this.holds = parts.holds;
    this.runs = parts.runs;
    this.resumption = parts.resumption;
  }

  moveToJoints(jointAngles: JointAngles, options: HandMotionOptions): Promise<Answer<HandMotionResult>> {
    return this.run(() => accept({ target: { jointAngles }, motionKind: 'joint' }), options);
  }

  moveToPose(
    target: MoveTarget,
    motionKind: 'joint' | 'line',
    tcpOption: string,
    options: HandMotionOptions,
  ): Promise<Answer<HandMotionResult>> {
    return this.run(() => accept({ target, motionKind, tcpOption }), options);
  }

  /** Moves to a taught or computed position: its pose, or its joint angles if it has no pose. */
  moveToPosition(
    { pose, jointAngles, tcpOption: taught = 'auto' }: Position,
    motionKind: 'joint' | 'line',
    tcpOption: string,
    options: HandMotionOptions,
  ): Promise<Answer<HandMotionResult>> {
    const target = pose ? { pose } : jointAngles && { jointAngles };
    if (!target) return Promise.resolve(refuse('request_failed_validation', messages.moveArmTargetNotValid));
    return this.moveToPose(target, motionKind, tcpOption === 'auto' ? taught : tcpOption, options);
  }

  /** Turns one joint by an angle from its current position, rad. */
  moveJoint(joint: number, offset: number, options: HandMotionOptions): Promise<Answer<HandMotionResult>> {
    return this.run((joints) => {
      const [q0, q1, q2, q3, q4, q5] = joints.map((angle, index) => (index === joint ? angle + offset : angle));
      const jointAngles: JointAngles = [q0 ?? 0, q1 ?? 0, q2 ?? 0, q3 ?? 0, q4 ?? 0, q5 ?? 0];
      return accept({ target: { jointAngles }, motionKind: 'joint' });
    }, options);
  }

  /** Moves the tool on a line by an offset, m, and turns it by extrinsic x-y-z angles, rad, in a frame. */
  moveTool(
    offset: { readonly frame: JogFrame; readonly translation: Vec3; readonly rotation: Vec3 },
    options: HandMotionOptions,
  ): Promise<Answer<HandMotionResult>> {
    return this.run((joints) => {
      const here = this.core.toolPoseOf(joints, this.core.tools.tcp);
      const [x, y, z] = offset.translation;
      const step: Pose = { x, y, z, ...quaternionFromRpy(offset.rotation) };
      if (offset.frame === 'tool') {
        return accept({ target: { pose: composePoses(here, step) }, motionKind: 'line' });
      }
      const base = offset.frame === 'world' ? this.core.store.state.base : identityPose;
      return accept({ target: { pose: offsetAlong(here, step, base) }, motionKind: 'line' });
    }, options);
  }

  /** Returns to the position of the pause or interruption, always held and slow; afterwards the run may resume. */
  returnToPause(options: HandMotionOptions): Promise<Answer<HandMotionResult>> {
    const joints = this.runs.pausedAt?.joints ?? this.resumption.returnPoint;
    if (!joints) return Promise.resolve(refuse('routine_must_be_running', runMessages.nonePaused));
    return this.moveToJoints(joints, { ...options, isHeld: true });
  }

  /** Ends the current motion, because of a stop that is already on its way to the arm. */
  abort(): void {
    this.active?.abort();
  }

  /** Ends a move that was planned with the former tool on the flange. */
  takeTool(tool: ToolModel): void {
    const isOther = this.mover.toolsUnderWay.some((before) => describeToolDifference(before, tool) !== undefined);
    if (!isOther) return;
    this.lapse = { message: toolChanged };
    this.abort();
  }

  private async run(
    aim: (joints: JointAngles) => Answer<Target>,
    options: HandMotionOptions,
  ): Promise<Answer<HandMotionResult>> {
    const { core } = this;
    const commandID = options.commandID ?? createId('message');
    const mayMove = checkMayMove(core, 'robot_not_idle');
    if (core.machine.state === 'RoutineRunning' && !this.runs.isPaused) return notIdle(core);
    if (!mayMove.ok) return mayMove;
    if (!options.isHeld && !mayMoveUnheld(core)) return refuse('api_control_required', unheldNeedsApi);
    if (options.isHeld && this.holds.wasUsed(commandID)) {
      return refuse('conflict', 'This command has ended. Send a new one');
    }
    const fired = core.machine.fire('adHocStarted');
    if (!fired.ok) return notIdle(core);
    const active = new AbortController();
    this.active = active;
    this.lapse = undefined;
    if (options.isHeld) {
      const onLapse = (lapse: Lapse) => this.letGo(active, lapse);
      this.holds.start(commandID, options.ownerID, onLapse, options.heartbeatIntervalMS);
    }
    try {
      const end = await this.moveOnce(aim, options, active.signal);
      if (!end.ok) return end;
      const result = describeEnd(end.value);
      return accept({ result, commandID, ...(result === interrupted ? this.lapse : {}) });
    } finally {
      this.holds.close(commandID);
      await core.arm.waitForStandstill();
      this.active = undefined;
      if (core.machine.state === 'RunningAdHocCommand') core.machine.fire('adHocEnded');
      core.store.update((state) => {
        state.motionActivity = 'none';
      });
    }
  }

  private async moveOnce(
    aim: (joints: JointAngles) => Answer<Target>,
    options: HandMotionOptions,
    signal: AbortSignal,
  ): Promise<Answer<MoveEnd>> {
    const { core } = this;
    if (!(await takeArmFromPausedRun(core))) return refuse('robot_not_idle', robotMessages.armNotStopped);
    const tool = await core.refreshTool();
    if (!tool.ok) return tool;
    const { joints } = core.arm;
    if (!joints) return refuse('unavailable', robotMessages.controllerNotConnected);
    if (signal.aborted) return accept({ kind: 'stopped' });
    const target = aim(joints);
    if (!target.ok) return target;
    const { tcpOption = 'auto', ...aimed } = target.value;
    if (!tcpOf(core.tools.current, tcpOption))
      return refuse('request_failed_validation', messages.tcpNotAvailable(tcpOption));
    return accept(
      await this.mover.move(
        {
          robotKind: core.robotKind,
          targets: [
            {
              ...aimed,
              motionSpeed: options.motionSpeed ?? 100,
              blendRadius: 0,
              stopHere: true,
              tcpOption,
            },
          ],
          limits: scaleAccelerations(combineLimits(core.speed.limits, limitsOf(options)), options.accelerationScaling),
          tool: core.tools.current,
          payloadMassKg: core.store.state.payload.mass,
          mayAvoid: options.mayAvoid ?? false,
          seed: 0,
        },
        {
          stepID: '',
          signal,
          observer: {
            onActivity: (activity) =>
              core.store.update((state) => {
                state.motionActivity = activity;
              }),
          },
        },
      ),
    );
  }

  private letGo(active: AbortController, { wasHeld, isLate }: Lapse): void {
    // A motion that a stop has ended does not count as late while it decelerates.
    if (this.active !== active || active.signal.aborted) return;
    this.lapse = { message: wasHeld ? letGo : neverHeld, ...(isLate && { isLate }) };
    active.abort();
  }
}

/** Abandons the trajectory of a paused run, so that the arm can be moved otherwise; true at standstill. */
export async function takeArmFromPausedRun({ arm }: SessionCore): Promise<boolean> {
  const isStanding = await arm.waitForStandstill();
  arm.abandonHeld();
  return isStanding;
}

/** True if a move without hold is allowed: only programs make such moves. */
function mayMoveUnheld({ robotKind, store }: SessionCore): boolean {
  return robotKind === 'simulated' || store.state.controlMode === 'api';
}

function limitsOf({
  isHeld,
  maxJointSpeeds,
  maxJointAccelerations,
  maxTooltipSpeed: asked = Number.POSITIVE_INFINITY,
}: HandMotionOptions): MotionCaps {
  const maxTooltipSpeed = isHeld ? Math.min(handMotionToolSpeed, asked) : asked;
  return {
    maxJointSpeeds,
    maxJointAccelerations,
    maxTooltipSpeed: Number.isFinite(maxTooltipSpeed) ? maxTooltipSpeed : undefined,
  };
}

function notIdle({ machine }: SessionCore) {
  return refuse('robot_not_idle', describeSessionRefusal(machine.state, 'adHocStarted'));
}

function describeEnd(end: MoveEnd): string {
  switch (end.kind) {
    case 'completed':
      return 'Success';
    case 'failed':
      return end.failure.message;
    default:
      return interrupted;
  }
}

/** Returns a pose shifted along and turned about the axes of a base, in place. */
function offsetAlong(here: Pose, step: Pose, base: Pose): Pose {
  const axes = invertQuaternion(base);
  const [x, y, z] = rotateVec3(axes, positionOf(step));
  const turn = multiplyQuaternions(multiplyQuaternions(axes, step), base);
  return { ...multiplyQuaternions(turn, here), x: here.x + x, y: here.y + y, z: here.z + z };
}
