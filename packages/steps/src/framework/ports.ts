import type { Clock, HttpAnswer, HttpRequest, VariableValue } from '@cellwright/domain/basics';
import type { Classified, LocatedThing, VisionArgs } from '@cellwright/domain/equipment';
import type {
  FailureKind,
  IOLevel,
  IOPortRef,
  JointAngles,
  OutputAction,
  Position,
  WirePose,
} from '@cellwright/domain/robot';
import type { Expression, OperatorPrompt } from '@cellwright/domain/routine';
import type { SpaceItem, VisualizationChange } from '@cellwright/domain/space';
import type {
  CommandedCapabilityName,
  CommandOf,
  DeviceFailureReason,
  OutcomeOf,
  RequiredTool,
} from '@cellwright/equipment/capabilities';

/** An expected failure of a port: a kind of the failure catalogue and a message for the operator. */
export interface PortFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** Cause of the message. */
  readonly detail?: string | undefined;
  /** Index of the waypoint at fault in a motion. */
  readonly waypointIndex?: number | undefined;
  /** True if nothing was done and a retry may succeed soon: a busy or unreachable device. */
  readonly mayRetry?: boolean | undefined;
  /** The device that failed. */
  readonly equipmentID?: string | undefined;
  /** Reason why a device did not carry out its command. */
  readonly reason?: DeviceFailureReason | undefined;
}
/** Result of a port call. 'stopped' means the abort signal (a stop) ended it. */
export type PortResult<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: PortFailure }
  | { readonly ok: false; readonly stopped: true };

/** A target of a move: joint angles (rad), or a TCP pose (REST base → REST tooltip). */
export type MoveTarget = { readonly jointAngles: JointAngles } | { readonly pose: WirePose };

/** Limits of a motion; absent means the arm's own. */
export interface MotionCaps {
  /** rad/s, by joint. */
  readonly maxJointSpeeds?: readonly number[] | undefined;
  /** rad/s², by joint. */
  readonly maxJointAccelerations?: readonly number[] | undefined;
  /** rad/s³, by joint. */
  readonly maxJointJerks?: readonly number[] | undefined;
  /** m/s at the TCP. */
  readonly maxTooltipSpeed?: number | undefined;
  /** m/s² at the TCP. */
  readonly maxTooltipAcceleration?: number | undefined;
}

/** One part of a motion: its target and how to move there. The same shape is used from the steps to the planner. */
export interface MotionTarget {
  readonly target: MoveTarget;
  /** Intermediate point of an arc; only the position counts. Only for arcs. */
  readonly via?: WirePose | undefined;
  /** `arc` follows the circle through `via`, at constant tool speed. */
  readonly motionKind: 'joint' | 'line' | 'rotation' | 'line_inc' | 'arc';
  /** 1–100 %. */
  readonly motionSpeed: number;
  /** Metres; 0 stops exactly. */
  readonly blendRadius: number;
  readonly stopHere: boolean;
  /** Point of the arm that moves there: 'auto', 'wrist' or 'ee-1'. */
  readonly tcpOption: string;
  readonly limits?: MotionCaps | undefined;
  /** Lines and arcs with a maximum TCP speed only, which is then the speed along the seam. */
  readonly weave?: MotionWeave | undefined;
}

/** A side-to-side motion over a seam, from standstill to standstill; lengths along the seam in metres. */
export interface MotionWeave {
  readonly pattern: 'zigzag' | 'triangle' | 'circle';
  readonly period: number;
  readonly amplitude: number;
  readonly leftDwell: number;
  readonly rightDwell: number;
}

/** A part of a motion as a step requests it. */
export interface MoveWaypoint extends MotionTarget {
  readonly stepID: string;
  /** False if the plan must be computed again each time. Default true. */
  readonly isCacheable?: boolean | undefined;
  /** Polled every 25 ms during the motion to this waypoint; any value but 0 ends the motion early. */
  readonly stopEarly?: (() => Promise<number>) | undefined;
  /** True if the target was computed from an offset; the message about an unreachable target then mentions it. */
  readonly isOffset?: boolean | undefined;
  /** Called when the TCP reaches (or, blended, passes) this waypoint. */
  readonly onReached?: (() => void) | undefined;
}

export type MotionActivity = 'none' | 'requestingPlan' | 'planning' | 'receivingPlan' | 'moving' | 'paused';

export interface MoveResult {
  /** 0, or the 1-based index of the condition group that ended the motion early. */
  readonly stoppedEarly: number;
  /** True if the motion ended before a target because the tool reached the contact force. */
  readonly endedInContact: boolean;
}

export interface MoveOptions {
  readonly signal: AbortSignal;
  readonly onActivity?: ((activity: MotionActivity) => void) | undefined;
  /**
   * Contact force, N. The tool may touch things, and the motion ends where the force would be exceeded. If absent,
   * contact is a collision.
   */
  readonly contactForce?: number | undefined;
  /** True if the effect of the motion must not happen twice: its intent is committed before it begins. */
  readonly isEffect?: boolean | undefined;
}

export interface MotionPort {
  /**
   * Moves the TCP through the waypoints, blending where requested, and resolves at standstill on the last one. Pausing
   * and resuming happen inside: the call just takes longer.
   */
  moveThrough(waypoints: readonly MoveWaypoint[], options: MoveOptions): Promise<PortResult<MoveResult>>;
  /** Plans a move through the waypoints from the current position. The arm does not move. */
  check(waypoints: readonly MoveWaypoint[], signal: AbortSignal): Promise<PortResult>;
  /** Returns the current contact force of the tool, N, as the arm measures it. */
  currentContactForce(): number;
  currentJoints(): JointAngles;
  currentPose(tcpOption: string): WirePose;
  /** Returns the base of the arm in the world. */
  basePose(): WirePose;
  /** Returns the TCP pose for joint angles. */
  poseOf(jointAngles: JointAngles, tcpOption: string): WirePose;
}

export interface RobotPort {
  /** Sets outputs; commits the intent first and records the outcome after. Safety outputs are refused. */
  setOutputs(outputs: readonly OutputAction[], signal: AbortSignal): Promise<PortResult>;
  /** Returns the current level of a port; undefined if there is no such port. */
  readPort(port: IOPortRef): IOLevel | undefined;
  setPayload(massKg: number, signal: AbortSignal): Promise<PortResult>;
}

export type { CommandedCapabilityName, CommandOf, OutcomeOf };

export interface DevicesPort {
  /**
   * Commands a device: the one with this id, or the only enabled one that has the capability. Intent and outcome are
   * journaled, so that a command is never carried out twice.
   * @param limitMS time after which the device is stopped and abandoned, counted from when the command may be sent;
   * default: the capability's own limit
   */
  actuate<Name extends CommandedCapabilityName>(
    capability: Name,
    equipmentID: string | undefined,
    command: CommandOf<Name>,
    signal: AbortSignal,
    limitMS?: number,
  ): Promise<PortResult<OutcomeOf<Name>>>;
}

/** A tool that the arm carries. */
export interface MountedTool {
  readonly name: string;
  /** Returns true if it was unmounted since it was found, another end is active, or its TCP, mass or shape changed. */
  hasChanged(): boolean;
}

export interface ToolsPort {
  /**
   * Finds the tool that the arm moves: on the flange, or on the active end of the changer there. Fails unless it is the
   * device with this id, or without an id an enabled one that has the capability.
   */
  findMounted(capability: RequiredTool, equipmentID: string | undefined): Promise<PortResult<MountedTool>>;
}

export interface NetworkPort {
  /**
   * Sends an HTTP request and waits for the complete response, whatever its status. Intent and outcome are journaled:
   * nothing is sent twice. A failure with `mayRetry` means that nothing was sent.
   */
  request(request: HttpRequest, signal: AbortSignal): Promise<PortResult<HttpAnswer>>;
}

export type VariableSet =
  | { readonly ok: true }
  /** The message names the variable. */
  | { readonly ok: false; readonly isKnown: boolean; readonly message: string };

export interface VariablesPort {
  get(variableID: string): VariableValue | undefined;
  /** Sets a variable. Rejects values that it cannot hold. Global values are also sent to the library. */
  set(variableID: string, value: VariableValue): Promise<VariableSet>;
  /** Returns a variable of another step's state. */
  getStepVariable(stepID: string, name: string): VariableValue | undefined;
}

export type Evaluation =
  | { readonly ok: true; readonly value: VariableValue }
  | { readonly ok: false; readonly message: string };

export interface ExpressionPort {
  /** Never rejects: an error of an expression becomes the message of its evaluation. */
  evaluate(expression: Expression): Promise<Evaluation>;
}

export interface SpacePort {
  /** Returns a space item of the routine or the cell. */
  find(id: string): SpaceItem | undefined;
  /** Returns all of them. */
  list(): Iterable<SpaceItem>;
  /** Sets what a camera has found as the positions of a list, until the run ends. */
  setPositions(id: string, positions: readonly Position[]): void;
  /** Returns the pose to command so that the arm reaches a computed (not taught) pose. */
  correct(pose: WirePose): WirePose;
}

export interface VisionPort {
  /**
   * Finds things in a picture of a camera, and their poses in the base frame, the best first. Changes nothing in the cell.
   * @param camera default: the only enabled wrist camera
   */
  locate(
    camera: string | undefined,
    wanted: VisionArgs<'locate'>,
    signal: AbortSignal,
  ): Promise<PortResult<readonly LocatedThing[]>>;
  /** Returns the classes that match what a camera sees, the best first; without any match, none. Changes nothing in the cell. */
  classify(
    camera: string | undefined,
    wanted: VisionArgs<'classify'>,
    signal: AbortSignal,
  ): Promise<PortResult<readonly Classified[]>>;
}

export interface VisualizationPort {
  /**
   * Shows or hides things for every client. A shown box on a pallet is an obstacle for the arm: the next move is
   * planned around it. Boxes survive a crash: they change once the place of the run is committed.
   */
  update(change: VisualizationChange, signal: AbortSignal): Promise<PortResult>;
}

export interface FaultsPort {
  /**
   * Raises a failure that the run survives: the session fails and the run is held. Resolves when a user has recovered
   * and resumed. A failure that ends the run is returned by the step instead.
   */
  hold(failure: PortFailure, signal: AbortSignal): Promise<PortResult>;
}

export interface OperatorPort {
  /**
   * Shows a prompt to every client and pauses the run. Resolves with the input ('' in mode confirm) when the run
   * continues.
   */
  ask(prompt: OperatorPrompt, signal: AbortSignal): Promise<PortResult<string>>;
  /** Shows the delay after an answer to every client, until it is over or a client cancels the answer. */
  countDown(answered: AnsweredPrompt, time: CountdownTime): Promise<PortResult<'elapsed' | 'cancelled'>>;
}

export interface AnsweredPrompt extends Pick<OperatorPrompt, 'stepID' | 'message'> {
  readonly delayMS: number;
}

export interface CountdownTime {
  /** Clock of the run. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface CodeBlockPort {
  /**
   * Runs a code block in a process of its own until it ends or the signal ends it. Resolves with 'stopped' when the
   * process has exited.
   * @param onReport called with each report of the block
   */
  run(codeBlockID: string, signal: AbortSignal, onReport: (text: string) => void): Promise<PortResult>;
}

/** Answer to a call of a package: JSON text of a value, or the reason of a failure. */
export type PackageAnswer =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly message: string };

/** Calls that a step of a package may make. */
export interface PackageCalls {
  /** Executes a call. Never rejects. @param args a JSON array from the package, not trusted */
  call(name: string, args: string, signal: AbortSignal): Promise<PackageAnswer>;
}

export interface PackagedStepRequest {
  /** Name of the kind in routines: 'acme-lamp/Blink'. */
  readonly kind: string;
  readonly args: unknown;
}

export interface PackagesPort {
  /**
   * Plays a step of a package in the process of that package. Returns 'stopped' as soon as the signal aborts, without
   * waiting for the process. Never rejects.
   */
  run(request: PackagedStepRequest, calls: PackageCalls, signal: AbortSignal): Promise<PortResult>;
}

/** Everything that a step can access. */
export interface StepPorts {
  readonly motion: MotionPort;
  readonly robot: RobotPort;
  readonly devices: DevicesPort;
  readonly tools: ToolsPort;
  readonly network: NetworkPort;
  readonly variables: VariablesPort;
  readonly expressions: ExpressionPort;
  readonly space: SpacePort;
  readonly vision: VisionPort;
  readonly visualization: VisualizationPort;
  readonly faults: FaultsPort;
  readonly operator: OperatorPort;
  readonly codeBlocks: CodeBlockPort;
  readonly packages: PackagesPort;
  /** Clock of the run. It stops while the routine is paused, so steps need not track the remainder of a wait. */
  readonly clock: Clock;
}
