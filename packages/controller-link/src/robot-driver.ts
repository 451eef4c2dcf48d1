import type {
  AntigravityConfig,
  BrakesState,
  IOLevel,
  IOLevels,
  JointAngles,
  OutputAction,
  SafetyRules,
  WeighingTool,
  WirePose,
} from '@cellwright/domain/robot';
import type { ContactSurface } from '@cellwright/domain/space';
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
/** Modes of a controller. `fault` has brakes engaged and requires `resetFault`. */
export type ControllerMode = (typeof controllerModes)[number];

/** Identity that a controller sends when command is taken. */
export interface ControllerIdentity {
  /** 'twin' replaces a live robot. */
  readonly kind: 'simulated' | 'twin';
  readonly isTwin: boolean;
  readonly armName: string;
  /** Changes with every start of the controller. */
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
  /** Last set override, 0–1. */
  readonly overrideFactor: number;
  /** Id of the running or paused trajectory. */
  readonly trajectoryID: string | null;
  /** Time on that trajectory, s. */
  readonly pathTime: number;
  /** Every port by full name; the same object until `ioRevision` increases. */
  readonly io: IOLevels;
  readonly ioRevision: number;
  /** Latched: true from the trip until `resetFault` succeeds. */
  readonly isEStopped: boolean;
  /**
   * The stop that keeps the brakes engaged until `resetFault` succeeds or the controller restarts; null without one.
   */
  readonly latchedBy: StopKind | null;
  /** True until every safeguard is closed and, if a rule requires it, reset. */
  readonly isSafeguardOpen: boolean;
  /** Functions of pairs of digital ports; null until rules are set for the first time after the controller's start. */
  readonly safetyRules: SafetyRules | null;
  readonly payloadMassKg: number;
  readonly toolName: string;
  readonly hasCommander: boolean;
  /** Row of the stop table for the latest stop; null before the first. */
  readonly lastStop: StopKind | null;
  /** External torques on the joints, N·m; empty when there are none. */
  readonly externalTorques: readonly number[];
  /** External force, N, and torque, N·m, on the TCP, in the base frame; empty when there are none. */
  readonly toolWrench: readonly number[];
  /** Joints with a released brake while the others' are engaged. */
  readonly unbrakedJoints: readonly number[];
  /** Three bytes for each LED of the ring; empty when it is dark. */
  readonly ledColors: Uint8Array;
}

export type ControllerEvent = { /** Controller's clock, seconds. */ readonly time: number } & (
  | { readonly kind: 'trajectoryCompleted'; readonly trajectoryID: string }
  /** Permanently ended, at standstill; `pathTime` is the position of the arm on the trajectory. */
  | {
      readonly kind: 'trajectoryStopped';
      readonly trajectoryID: string;
      readonly cause: StopKind;
      readonly pathTime: number;
    }
  /** The first decelerating set-point of a stop was commanded. */
  | { readonly kind: 'stopStarted'; readonly cause: StopKind }
  | { readonly kind: 'paused'; readonly trajectoryID: string; readonly cause: StopKind; readonly pathTime: number }
  | { readonly kind: 'resumed'; readonly trajectoryID: string }
  /** The arm is at standstill after a stop of this kind. */
  | { readonly kind: 'standstill'; readonly cause: StopKind }
  | { readonly kind: 'commanderLost'; readonly detail: string }
  | { readonly kind: 'eStopped'; readonly port: string }
  | { readonly kind: 'safeguardOpened'; readonly port: string }
  /** Every e-stop is released, every safeguard closed, and no pair of inputs disagrees. */
  | { readonly kind: 'safetyCleared' }
  /** The controller detected a fault and stops by this row of the stop table. */
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

/** The tool mounted on the flange: name, TCP, and mass with centre of mass in the flange frame: metres and kg. */
export interface MountedTool extends WeighingTool {
  readonly name: string;
  readonly tcp: WirePose;
}

export interface ExecuteRequest {
  readonly epoch: number;
  readonly trajectoryID: string;
  readonly stepID: string;
  /** Starts at the arm's position; joints in rad. At most 20,000 points and one hour. */
  readonly trajectory: Trajectory;
  /**
   * Start time on the trajectory, s, from standstill; default 0. The rest of a trajectory is driven this way after the
   * arm was moved otherwise and returned to its pause position.
   */
  readonly startPathTime?: number | undefined;
  /**
   * Contact force, N: when the tool presses with this force and would press harder, the arm stops and the trajectory
   * ends with the cause `contact`. Contact up to then counts as expected. Default: no contact is allowed.
   */
  readonly contactForce?: number | undefined;
  /** x, y and z of the contact point in the flange frame, metres. Default: the TCP of the mounted tool. */
  readonly contactPoint?: readonly number[] | undefined;
}

/**
 * A robot controller as seen by its commander; the simulated controller, the twin and the adapter of a real controller
 * behave the same. Commands that move or actuate carry the stop epoch in which they were decided and are refused after
 * a later stop; `stop`, `pause`, `setOverride` and engaging brakes are never outdated. Every promise resolves: a
 * refusal is a value, and a command that could not be delivered is refused as `unanswered` or `not_connected`. While
 * connected, the driver sends heartbeats itself.
 */
export interface RobotDriver {
  readonly identity: ControllerIdentity;
  /** The newest state; kept after a disconnection. */
  readonly state: ControllerState;
  readonly isConnected: boolean;
  /** True while this driver is in command. */
  readonly isInCommand: boolean;

  /** Adds a listener for every new state; the returned function removes it. */
  onState(listener: (state: ControllerState) => void): () => void;
  onEvent(listener: (event: ControllerEvent) => void): () => void;
  /** Adds a listener called once when the connection is lost for good; create a new driver to retry. */
  onDisconnected(listener: (reason: string) => void): () => void;

  /** Takes command again, for instance after `commanderLost`. Stops motion of a previous commander. */
  takeCommand(): Promise<CommandResult>;

  /**
   * Starts a trajectory. The arm starts when this is accepted; `trajectoryCompleted` or `trajectoryStopped` reports the
   * end.
   */
  executeTrajectory(request: ExecuteRequest): Promise<CommandResult>;
  /**
   * Jogs with joint velocities in rad/s, to be renewed within 250 ms. A `jogID` that has ended no longer moves the arm.
   */
  jog(request: {
    readonly epoch: number;
    readonly jogID: string;
    readonly velocities: JointAngles;
  }): Promise<CommandResult>;
  /** Ends a jog with a ramp within the motion limits. */
  endJog(jogID: string): Promise<CommandResult>;
  pause(): Promise<CommandResult>;
  resume(request: { readonly epoch: number }): Promise<CommandResult>;
  /**
   * Stops immediately; accepted even from a driver that is not in command. Resolves when the stop is accepted; the
   * `standstill` event follows when the arm has stopped. The new epoch is `newEpoch`, or one above the controller's if
   * that is already as high: read it from the state.
   */
  stop(request: {
    readonly newEpoch: number;
    readonly kind: 'stop' | 'emergencyStop';
    readonly reason: string;
  }): Promise<CommandResult>;
  /** Sets the override, 0–1; 0 holds the arm on its path without pausing. */
  setOverride(factor: number): Promise<CommandResult>;
  /** Engages the brakes. Stops the arm first (category 1) and needs no epoch. */
  engageBrakes(): Promise<CommandResult>;
  disengageBrakes(request: { readonly epoch: number }): Promise<CommandResult>;
  /**
   * Sets outputs; all outputs of one call change together. The controller times pulses and ends them when the commander
   * is lost.
   */
  setOutputs(request: { readonly epoch: number; readonly outputs: readonly OutputAction[] }): Promise<CommandResult>;
  /** Sets the payload, kg. */
  setPayload(request: { readonly epoch: number; readonly massKg: number }): Promise<CommandResult>;
  setTool(request: { readonly epoch: number; readonly tool: MountedTool }): Promise<CommandResult>;
  /**
   * Simulates the outside world, in simulation and twin only: sets an input's level, or 'released' to end this. Safety
   * inputs can only be tripped ('low') and released.
   */
  forceInput(request: { readonly name: string; readonly level: IOLevel | 'released' }): Promise<CommandResult>;
  /** Leaves a fault whose cause has gone; moves nothing. */
  resetFault(): Promise<CommandResult>;
  /**
   * Restarts the controller: it engages the brakes, answers, and exits; its supervisor starts it again. Refused as
   * `wrong_mode` while the arm is moving.
   */
  restart(): Promise<CommandResult>;
  /** Enables guided mode (antigravity). Enabling it again within a second renews it; without renewal it ends. */
  setGuidedMode(request: { readonly epoch: number; readonly mode: 'off' | 'normal' | 'slow' }): Promise<CommandResult>;
  /** Sets how the joints yield in guided mode, from the next push on. */
  setGuidedJoints(joints: AntigravityConfig['joints']): Promise<CommandResult>;
  /** Sets the LED ring: three bytes (red, green, blue) for each of the 48 LEDs; empty is dark. */
  setLedRing(colors: Uint8Array): Promise<CommandResult>;
  /**
   * Releases or engages the brake of one joint while the other brakes are engaged, to free a trapped person. The next
   * stop engages all brakes again.
   */
  setJointBrake(request: {
    readonly epoch: number;
    readonly joint: number;
    readonly engaged: boolean;
  }): Promise<CommandResult>;
  setForceLimits(limits: ForceLimits): Promise<CommandResult>;
  /** Injects a hardware fault into a simulated arm or twin. */
  injectFault(request: FaultRequest): Promise<CommandResult>;
  /** Replaces the surfaces that the tool of a simulated arm or twin can press on. */
  setContactSurfaces(surfaces: readonly ContactSurface[]): Promise<CommandResult>;
  /**
   * Replaces all safety rules together. Refused as `brakes_released` unless all brakes are engaged. The controller
   * keeps them when its commander disconnects, and loses them when it ends.
   */
  setSafetyRules(request: { readonly epoch: number; readonly rules: SafetyRules }): Promise<CommandResult>;
  /** Returns log entries above `after`, oldest first, at most `limit` (1,000). Null when the connection is down. */
  getLog(request: {
    readonly after: number;
    readonly limit: number;
  }): Promise<{ readonly entries: readonly ControllerLogEntry[]; readonly newest: number } | null>;

  /** Closes the connection. The controller treats the commander as lost. */
  close(): Promise<void>;
}
