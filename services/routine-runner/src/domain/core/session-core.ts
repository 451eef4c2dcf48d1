import type { Clock, ErrorCode, Failure, RobotKind, RunStop } from '@cellwright/domain';
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

/** Shared by the parts of one robot session. */
export interface SessionCore {
  /** True if ROS can command the arm. Without a bridge nothing else gives way to it. */
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
  /** Asks what is on the flange and where the base is now, and tells the controller. */
  refreshTool(): Promise<Answer>;
  /** Asks where the base is after a device moved it; a paused run that did so goes on from there. */
  takeMovedBase(isOfRun: boolean): Promise<Answer>;
  readonly baseMovers: BaseMovers;
  /** Stops motion and everything under way. Waits for nothing: the arm first. Returns the new stop epoch. */
  stop(reason: string, stop: RunStop): number;
  /** A stop that ends in brakes. Returns the new stop epoch. */
  emergencyStop(reason: string, stop: RunStop): number;
  /** Ends what the parts have under way, in their stop order. The arm has been stopped, or is being stopped. */
  stopParts(cause: StopCause): void;
  /** Has all parts give up what the holder of the arm was doing: another client takes it. */
  releaseFromHolder(): void;
  /** Called when a run is no longer active, whatever ended it. */
  handleRunEnded(): void;
  /** Stops the arm, ends or pauses what runs, and enters Failure. */
  fail(failure: Failure): void;
  /** Enters Failure with a failure that the run survives: it is held until somebody recovers and resumes. */
  failHolding(failure: Failure): void;
}

/** Whether the cell lets the arm move at all: connected, safe, brakes released. `code` answers what is not the brakes. */
export function checkMayMove({ arm, store, hasROSBridge }: SessionCore, code: ErrorCode): Answer {
  const { state } = arm;
  if (!arm.isConnected || !state) return refuse('unavailable', 'The robot controller is not connected');
  if (state.isEStopped) return refuse(code, 'An emergency stop is pressed. Release it, then recover');
  if (state.isSafeguardOpen)
    return refuse(code, 'The safeguard is open. Close it first, and reset it where it has a reset');
  if (state.brakes === 'engaged') return refuse('brakes_must_be_disengaged', 'Release the brakes first');
  if (hasROSBridge && store.state.isROSControlEnabled)
    return refuse(code, 'ROS controls the arm. Take it back from ROS first');
  return accepted;
}
