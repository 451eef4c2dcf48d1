import type {
  AntigravityConfig,
  BrakesState,
  ContactSurface,
  IOLevel,
  IOLevels,
  JointAngles,
  OutputAction,
  SafetyRules,
  WeighingTool,
  WirePose,
} from '@cellwright/domain';
import type { Trajectory } from '@cellwright/trajectory';
import type { FaultRequest, ForceLimits } from './forces.ts';
import type { CommandResult } from './refusals.ts';
import type { StopKind } from './stop-table.ts';

export const controllerModes = [
  'braked',
  'standing',
  'executing',
  'pausing',
  'paused',
  'stopping',
  'jogging',
  'guided',
  'fault',
] as const;
/** What a controller does. `fault` has brakes engaged and needs `resetFault`. */
export type ControllerMode = (typeof controllerModes)[number];

/** What a controller says of itself when command is taken. */
export interface ControllerIdentity {
  /** 'twin' stands in for a live robot. */
  readonly kind: 'simulated' | 'twin';
  readonly isTwin: boolean;
  readonly armName: string;
  /** New with every start of the controller. */
  readonly instanceID: string;
}

/** One state of a controller. Joint angles in rad, rad/s. */
export interface ControllerState {
  /** The controller's monotonic clock, seconds. */
  readonly time: number;
  readonly mode: ControllerMode;
  readonly positions: JointAngles;
  readonly velocities: JointAngles;
  readonly stopEpoch: number;
  readonly brakes: BrakesState;
  /** 0–1, as last set. */
  readonly overrideFactor: number;
  /** The trajectory that runs, pauses or is paused. */
  readonly trajectoryID: string | null;
  /** Seconds on that trajectory. */
  readonly pathTime: number;
  /** Every port by full name; the same object until `ioRevision` grows. */
  readonly io: IOLevels;
  readonly ioRevision: number;
  /** Latched: true from the trip until `resetFault` succeeds. */
  readonly isEStopped: boolean;
  /** The stop that keeps the brakes engaged until `resetFault` succeeds, or the controller restarts; null when none does. */
  readonly latchedBy: StopKind | null;
  /** True until every safeguard is closed and, where a rule asks for it, reset. */
  readonly isSafeguardOpen: boolean;
  /** What pairs of digital ports mean; null until rules were set for the first time since the controller's start. */
  readonly safetyRules: SafetyRules | null;
  readonly payloadMassKg: number;
  readonly toolName: string;
  readonly hasCommander: boolean;
  /** Row of the stop table: the newest stop; null before the first. */
  readonly lastStop: StopKind | null;
  /** Torques that something outside puts on the joints, N·m; empty when nothing does. */
  readonly externalTorques: readonly number[];
  /** Force, N, and torque, N·m, that something outside puts on the TCP, in the base frame; empty when nothing does. */
  readonly toolWrench: readonly number[];
  /** Joints whose brake is released while the others' are engaged. */
  readonly unbrakedJoints: readonly number[];
  /** Three bytes for each LED of the ring; empty when it is dark. */
  readonly ledColors: Uint8Array;
}

export type ControllerEvent = { /** Controller's clock, seconds. */ readonly time: number } & (
  | { readonly kind: 'trajectoryCompleted'; readonly trajectoryID: string }
  /** Given up for good, at standstill; `pathTime` is where on it the arm stands. */
  | {
      readonly kind: 'trajectoryStopped';
      readonly trajectoryID: string;
      readonly cause: StopKind;
      readonly pathTime: number;
    }
  /** The first decelerating set-point of a stop has been commanded. */
  | { readonly kind: 'stopStarted'; readonly cause: StopKind }
  | { readonly kind: 'paused'; readonly trajectoryID: string; readonly cause: StopKind; readonly pathTime: number }
  | { readonly kind: 'resumed'; readonly trajectoryID: string }
  /** The arm stands after a stop of this kind. */
  | { readonly kind: 'standstill'; readonly cause: StopKind }
  | { readonly kind: 'commanderLost'; readonly detail: string }
  | { readonly kind: 'eStopped'; readonly port: string }
  | { readonly kind: 'safeguardOpened'; readonly port: string }
  /** Every e-stop is released and every safeguard closed, and no pair of inputs disagrees. */
  | { readonly kind: 'safetyCleared' }
  /** The controller found something wrong and stops by this row of the stop table. */
  | { readonly kind: 'fault'; readonly cause: StopKind; readonly detail: string }
  | { readonly kind: 'jogEnded'; readonly jogID: string; readonly cause: StopKind | 'released' }
  | { readonly kind: 'guidedModeEnded'; readonly cause: StopKind | 'released' }
);

/** One entry of the controller's motion and output log: set-points at 125 Hz, outputs, brakes, stops, commanders. */
export interface ControllerLogEntry {
  readonly index: number;
  readonly time: number;
  readonly kind: string;
  readonly detail: string;
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
}

/** The tool mounted on the flange: name, TCP, and what it weighs where, in the flange frame: metres and kg. */
export interface MountedTool extends WeighingTool {
  readonly name: string;
  readonly tcp: WirePose;
}

export interface ExecuteRequest {
  readonly epoch: number;
  readonly trajectoryID: string;
  readonly stepID: string;
  /** From where the arm stands; joints in rad. At most 20,000 points and one hour. */
  readonly trajectory: Trajectory;
  /**
   * Seconds on the trajectory to start at, from standstill; default 0. This is how the rest of a trajectory is driven
   * after the arm was borrowed and brought back to where it paused.
   */
  readonly startPathTime?: number | undefined;
  /**
   * N: the arm comes to rest, and the trajectory ends with the cause `contact`, where the tool presses with this force
   * and goes on to press harder. Until then what the tool touches counts as expected. Default: it may touch nothing.
   */
  readonly contactForce?: number | undefined;
  /** x, y and z of what presses, in the flange frame, metres. Default: the TCP of the tool that is mounted. */
  readonly contactPoint?: readonly number[] | undefined;
}

/**
 * A robot controller as its commander sees it; the simulated controller, the twin and a real controller's adapter look
 * the same. Commands that move or actuate carry the stop epoch in which they were decided and are refused when a stop
 * came since; `stop`, `pause`, `setOverride` and engaging brakes are never too old. Every promise settles: a refusal is
 * a value, and a command that could not be delivered is refused as `unanswered` or `not_connected`. While connected,
 * heartbeats are sent by the driver itself.
 */
export interface RobotDriver {
  readonly identity: ControllerIdentity;
  /** The newest state; kept after a disconnection. */
  readonly state: ControllerState;
  readonly isConnected: boolean;
  /** True while this driver has command. */
  readonly isInCommand: boolean;

  /** Called for every new state; the returned function ends it. */
  onState(listener: (state: ControllerState) => void): () => void;
  onEvent(listener: (event: ControllerEvent) => void): () => void;
  /** Called once, when the line is gone for good; make a new driver to try again. */
  onDisconnected(listener: (reason: string) => void): () => void;

  /** Takes command again, for instance after `commanderLost`. Motion of a former commander is stopped. */
  takeCommand(): Promise<CommandResult>;

  /** Accepted means: the arm starts. `trajectoryCompleted` or `trajectoryStopped` tells how it ended. */
  executeTrajectory(request: ExecuteRequest): Promise<CommandResult>;
  /** Joint velocities in rad/s, to be renewed within 250 ms. A `jogID` that has ended moves nothing any more. */
  jog(request: {
    readonly epoch: number;
    readonly jogID: string;
    readonly velocities: JointAngles;
  }): Promise<CommandResult>;
  /** Ends a jog by ramping down within the motion limits. */
  endJog(jogID: string): Promise<CommandResult>;
  pause(): Promise<CommandResult>;
  resume(request: { readonly epoch: number }): Promise<CommandResult>;
  /**
   * Stops at once; accepted even from a driver that is not in command. The answer comes when the stop is accepted, the
   * `standstill` event when the arm stands. The new epoch is `newEpoch`, or one above the controller's where that is
   * already as high: read it from the state.
   */
  stop(request: {
    readonly newEpoch: number;
    readonly kind: 'stop' | 'emergencyStop';
    readonly reason: string;
  }): Promise<CommandResult>;
  /** 0–1; 0 holds the arm on its path without pausing it. */
  setOverride(factor: number): Promise<CommandResult>;
  /** Engaging stops the arm first (category 1) and needs no epoch. */
  engageBrakes(): Promise<CommandResult>;
  disengageBrakes(request: { readonly epoch: number }): Promise<CommandResult>;
  /** All outputs of one call change together. Pulses are timed by the controller and end when the commander is lost. */
  setOutputs(request: { readonly epoch: number; readonly outputs: readonly OutputAction[] }): Promise<CommandResult>;
  /** kg. */
  setPayload(request: { readonly epoch: number; readonly massKg: number }): Promise<CommandResult>;
  setTool(request: { readonly epoch: number; readonly tool: MountedTool }): Promise<CommandResult>;
  /**
   * Plays the outside world, in simulation and twin only: an input's level, or 'released' to give it back. Safety inputs
   * can only be tripped ('low') and released.
   */
  forceInput(request: { readonly name: string; readonly level: IOLevel | 'released' }): Promise<CommandResult>;
  /** Leaves a fault whose cause is gone; moves nothing. */
  resetFault(): Promise<CommandResult>;
  /**
   * Restarts the controller: it engages the brakes, answers, and goes; its supervisor starts it again. Refused as
   * `wrong_mode` while the arm moves.
   */
  restart(): Promise<CommandResult>;
  /** Guided mode (antigravity). Enabling again within a second renews it; without renewal it ends. */
  setGuidedMode(request: { readonly epoch: number; readonly mode: 'off' | 'normal' | 'slow' }): Promise<CommandResult>;
  /** How the joints give way in guided mode, from the next push on. */
  setGuidedJoints(joints: AntigravityConfig['joints']): Promise<CommandResult>;
  /** Three bytes (red, green, blue) for each of the 48 LEDs; empty is dark. */
  setLedRing(colors: Uint8Array): Promise<CommandResult>;
  /**
   * Releases or engages the brake of one joint while the arm stands on its brakes, to free whom it holds. All brakes are
   * engaged again by the next stop.
   */
  setJointBrake(request: {
    readonly epoch: number;
    readonly joint: number;
    readonly engaged: boolean;
  }): Promise<CommandResult>;
  setForceLimits(limits: ForceLimits): Promise<CommandResult>;
  /** Makes a simulated arm or twin suffer what only hardware does. */
  injectFault(request: FaultRequest): Promise<CommandResult>;
  /** What the tool of a simulated arm or twin can press on, in place of what was there. */
  setContactSurfaces(surfaces: readonly ContactSurface[]): Promise<CommandResult>;
  /**
   * Replaces every safety rule at once. Refused as `brakes_released` unless the arm stands on its brakes. The controller
   * keeps them when its commander goes, and loses them when it ends itself.
   */
  setSafetyRules(request: { readonly epoch: number; readonly rules: SafetyRules }): Promise<CommandResult>;
  /** Log entries above `after`, oldest first, at most `limit` (1,000). Null when the line is down. */
  getLog(request: {
    readonly after: number;
    readonly limit: number;
  }): Promise<{ readonly entries: readonly ControllerLogEntry[]; readonly newest: number } | null>;

  /** Closes the line. The controller treats a commander that goes as lost. */
  close(): Promise<void>;
}
