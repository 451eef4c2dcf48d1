import type { Clock, ErrorCode } from '@cellwright/domain/basics';
import { robotMessages } from '@cellwright/domain/messages';
import type { Failure, RobotKind } from '@cellwright/domain/robot';
import type { RunStop } from '@cellwright/domain/run';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { Arm } from '../arm/arm.ts';
import type { CurrentTool } from '../arm/current-tool.ts';
import type { SpeedGovernor } from '../arm/speed-governor.ts';
import type { StopEpochs } from '../arm/stop-epochs.ts';
import type { ToolPoseOf } from '../arm/tool-pose.ts';
import type { SessionLog } from '../cell.ts';
import type { StateStore } from '../state/state-store.ts';
import type { BaseMovers } from './base-movers.ts';
import type { SessionMachine } from './session-machine.ts';
import type { StopCause } from './stop-cause.ts';

/** Interface shared by the parts of one robot session. */
export interface SessionCore {
  /** True if ROS can command the arm. Without a bridge, nothing yields to it. */
  readonly hasROSBridge: boolean;
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
  readonly clock: Clock;
  readonly log: SessionLog;
  readonly machine: SessionMachine;
  readonly store: StateStore;
  readonly epochs: StopEpochs;
  readonly arm: Arm;
  readonly tools: CurrentTool;
  readonly speed: SpeedGovernor;
  readonly toolPoseOf: ToolPoseOf;
  /** Reads the tool on the flange and the pose of the base, and sends them to the controller. */
  refreshTool(): Promise<Answer>;
  /** Reads the base after a device moved it; a paused run that did so continues from there. */
  takeMovedBase(isOfRun: boolean): Promise<Answer>;
  readonly baseMovers: BaseMovers;
  /** Stops motion and all operations, the arm first, without waiting. Returns the new stop epoch. */
  stop(reason: string, stop: RunStop): number;
  /** Stops and engages the brakes. Returns the new stop epoch. */
  emergencyStop(reason: string, stop: RunStop): number;
  /** Ends the operations of the parts, in their stop order. The arm has been stopped, or is being stopped. */
  stopParts(cause: StopCause): void;
  /** Ends the operations of the arm's holder in all parts, because another client takes the arm. */
  releaseFromHolder(): void;
  /** Called after the end of a run for any reason. */
  handleRunEnded(): void;
  /** Stops the arm, ends or pauses active operations, and enters Failure. */
  fail(failure: Failure): void;
  /** Enters Failure and keeps the run: it pauses until a user recovers and resumes. */
  failHolding(failure: Failure): void;
}

/**
 * Checks that the arm may move at all: connected, safe, brakes released. `code` is the error code except for the
 * brakes.
 */
export function checkMayMove({ arm, store, hasROSBridge }: SessionCore, code: ErrorCode): Answer {
  const { state } = arm;
  if (!arm.isConnected || !state) return refuse('unavailable', robotMessages.controllerNotConnected);
  if (state.isEStopped) return refuse(code, robotMessages.eStopPressed);
  if (state.isSafeguardOpen) return refuse(code, robotMessages.safeguardOpen);
  if (state.brakes === 'engaged') return refuse('brakes_must_be_disengaged', robotMessages.releaseBrakesFirst);
  if (hasROSBridge && store.state.isROSControlEnabled) return refuse(code, robotMessages.rosControls);
  return accepted;
}
