import type { ErrorCode, JointAngles } from '@cellwright/domain';
import type { Trajectory } from '@cellwright/trajectory';

export type ArmMode =
  | 'braked'
  | 'standing'
  | 'executing'
  | 'pausing'
  | 'paused'
  | 'stopping'
  | 'jogging'
  | 'guided'
  | 'fault';

/** What the controller last said about the arm. */
export interface ArmState {
  /** Controller's monotonic seconds. */
  readonly time: number;
  readonly mode: ArmMode;
  /** rad and rad/s. */
  readonly positions: JointAngles;
  readonly velocities: JointAngles;
  readonly stopEpoch: number;
  readonly areBrakesEngaged: boolean;
  readonly trajectoryID: string;
  /** Seconds along the trajectory. */
  readonly pathTime: number;
  /** Full names of the ports that are high, and a number that changes whenever they do. */
  readonly highPorts: ReadonlySet<string>;
  readonly ioRevision: number;
  readonly isEStopped: boolean;
  readonly isSafeguardOpen: boolean;
  readonly payloadMassKg: number;
}

export type ArmEventKind =
  | 'trajectoryCompleted'
  | 'trajectoryStopped'
  | 'paused'
  | 'resumed'
  | 'standstill'
  | 'commanderLost'
  | 'eStopped'
  | 'safeguardOpened'
  | 'safetyCleared'
  | 'fault'
  | 'jogEnded'
  | 'guidedModeEnded';

export interface ArmEvent {
  readonly kind: ArmEventKind;
  readonly trajectoryID: string;
  readonly detail: string;
}

/** The tool as the controller knows it, for payload and display. */
export interface ArmTool {
  readonly name: string;
  readonly massKg: number;
}

export interface ArmOutput {
  /** Full port name. */
  readonly name: string;
  readonly isHigh: boolean;
  /** 0 for a level. */
  readonly pulseSeconds: number;
}

/** The controller's answer to a command; a lost connection answers `unavailable`. */
export type ArmReply = { readonly ok: true } | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

export interface ArmObserver {
  stateChanged(state: ArmState): void;
  eventHappened(event: ArmEvent): void;
  /** Called when the connection stands and the first state has come, and when it is lost. */
  connectionChanged(isConnected: boolean): void;
}

/**
 * A robot controller as its commander sees it: commands go out at once and in order, and carry the stop epoch they
 * were given in. The driver keeps the heartbeat and reconnects by itself.
 */
export interface ArmDriver {
  readonly isConnected: boolean;
  /** Undefined until the controller has said something. */
  readonly state: ArmState | undefined;
  /** Starts connecting. */
  start(observer: ArmObserver): void;
  close(): Promise<void>;

  /** Accepts a whole timed trajectory from standstill; its end is an event. */
  execute(epoch: number, trajectoryID: string, trajectory: Trajectory, stepID: string): Promise<ArmReply>;
  /** A velocity, rad/s, that ends 250 ms after the last one. */
  jog(epoch: number, velocities: readonly number[]): Promise<ArmReply>;
  pause(epoch: number): Promise<ArmReply>;
  resume(epoch: number): Promise<ArmReply>;
  /** Stops on the path and starts `newEpoch`. */
  stop(newEpoch: number, options: { readonly engagesBrakes: boolean; readonly reason: string }): Promise<ArmReply>;
  /** Fraction of the planned speed, 0–1. */
  setOverride(epoch: number, factor: number): Promise<ArmReply>;
  setBrakes(epoch: number, isEngaged: boolean): Promise<ArmReply>;
  setOutputs(epoch: number, outputs: readonly ArmOutput[]): Promise<ArmReply>;
  setPayload(epoch: number, massKg: number): Promise<ArmReply>;
  setTool(epoch: number, tool: ArmTool): Promise<ArmReply>;
  /** Simulated robot and twin only; null lets the input go. */
  forceInput(epoch: number, name: string, level: 'high' | 'low' | null): Promise<ArmReply>;
  resetFault(epoch: number): Promise<ArmReply>;
  setGuidedMode(epoch: number, mode: { readonly isEnabled: boolean; readonly isSlow: boolean }): Promise<ArmReply>;
}
