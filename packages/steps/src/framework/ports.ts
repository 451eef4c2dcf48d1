import type {
  Clock,
  Expression,
  FailureKind,
  HttpAnswer,
  HttpRequest,
  IOLevel,
  IOPortRef,
  JointAngles,
  OperatorPrompt,
  OutputAction,
  SpaceItem,
  VariableValue,
  VisualizationChange,
  WirePose,
} from '@cellwright/domain';
import type { CommandedCapabilityName, CommandOf, OutcomeOf } from '@cellwright/equipment/capabilities';

/** An expected failure of a port: a kind of the failure catalogue and a message for the operator. */
export interface PortFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** What lies beneath the message. */
  readonly detail?: string | undefined;
  /** The waypoint at fault of a move, by its place in the motion. */
  readonly waypointIndex?: number | undefined;
  /** Nothing was done, and trying again shortly may succeed: a busy or unreachable device. */
  readonly mayRetry?: boolean | undefined;
  /** The device that failed. */
  readonly equipmentID?: string | undefined;
}
/** What a port's call ended in. 'stopped' means the abort signal (a stop) ended it. */
export type PortResult<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: PortFailure }
  | { readonly ok: false; readonly stopped: true };

/** A target of a move: joint angles (rad), or a TCP pose (REST base → REST tooltip). */
export type MoveTarget = { readonly jointAngles: JointAngles } | { readonly pose: WirePose };

/** Caps of a motion; absent means the arm's own. */
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

/** One part of a motion: where it leads and how. The one shape of it from the steps to the planner's wire. */
export interface MotionTarget {
  readonly target: MoveTarget;
  /** Where an arc passes through on its way: only the position counts. For an arc, and for nothing else. */
  readonly via?: WirePose | undefined;
  /** `arc` is along the circle through `via`, at constant tool speed. */
  readonly motionKind: 'joint' | 'line' | 'rotation' | 'line_inc' | 'arc';
  /** 1–100 %. */
  readonly motionSpeed: number;
  /** Metres; 0 stops exactly. */
  readonly blendRadius: number;
  readonly stopHere: boolean;
  /** The point of the arm that goes there: 'auto', 'wrist' or 'ee-1'. */
  readonly tcpOption: string;
  readonly limits?: MotionCaps | undefined;
}

/** A part of a motion as a step asks for it. */
export interface MoveWaypoint extends MotionTarget {
  readonly stepID: string;
  /** False: the plan is made anew each time. Default true. */
  readonly isCacheable?: boolean | undefined;
  /** Polled every 25 ms during the motion to this waypoint; anything but 0 ends the motion early. */
  readonly stopEarly?: (() => Promise<number>) | undefined;
  /** The target was computed from an offset; when it is unreachable the message says so. */
  readonly isOffset?: boolean | undefined;
  /** Called when the TCP reaches (or, blended, passes) this waypoint. */
  readonly onReached?: (() => void) | undefined;
}

export type MotionActivity = 'none' | 'requestingPlan' | 'planning' | 'receivingPlan' | 'moving' | 'paused';

export interface MoveResult {
  /** 0, or the 1-based index of the condition group that ended the motion early. */
  readonly stoppedEarly: number;
  /** The motion ended on the way to a target, where the tool pressed as hard as it was to. */
  readonly endedInContact: boolean;
}

export interface MoveOptions {
  readonly signal: AbortSignal;
  readonly onActivity?: ((activity: MotionActivity) => void) | undefined;
  /**
   * N: the tool may touch things, and the motion ends where it presses with this force and would press harder. Absent:
   * what it touches is a collision.
   */
  readonly contactForce?: number | undefined;
  /** What the motion does is not done twice: its intent is committed before it begins. */
  readonly isEffect?: boolean | undefined;
}

export interface MotionPort {
  /**
   * Moves the TCP through the waypoints, blending where asked, and resolves at standstill on the last one.
   * Pausing and resuming happen inside: the call simply takes longer.
   */
  moveThrough(waypoints: readonly MoveWaypoint[], options: MoveOptions): Promise<PortResult<MoveResult>>;
  /** What the tool presses with now, N, as the arm measures it. */
  currentContactForce(): number;
  currentJoints(): JointAngles;
  currentPose(tcpOption: string): WirePose;
  /** The base of the arm in the world. */
  basePose(): WirePose;
  /** Where the TCP is for joint angles. */
  poseOf(jointAngles: JointAngles, tcpOption: string): WirePose;
}

export interface RobotPort {
  /** Sets outputs; commits the intent first, records the outcome after. Safety outputs are refused. */
  setOutputs(outputs: readonly OutputAction[], signal: AbortSignal): Promise<PortResult>;
  /** Level of a port now; undefined when there is no such port. */
  readPort(port: IOPortRef): IOLevel | undefined;
  setPayload(massKg: number, signal: AbortSignal): Promise<PortResult>;
}

export type { CommandedCapabilityName, CommandOf, OutcomeOf };

export interface DevicesPort {
  /**
   * Commands a device: the one with this id, or the only enabled one that has the capability. Intent and outcome are
   * journaled, so that a command is never carried out twice.
   * @param limitMS after which the device is given up and told to stop, from when it may be sent; the capability's own
   * limit without it
   */
  actuate<Name extends CommandedCapabilityName>(
    capability: Name,
    equipmentID: string | undefined,
    command: CommandOf<Name>,
    signal: AbortSignal,
    limitMS?: number,
  ): Promise<PortResult<OutcomeOf<Name>>>;
}

export interface NetworkPort {
  /**
   * Sends an HTTP request and waits for the whole answer, whatever its status. Intent and outcome are journaled: nothing is
   * sent twice. A failure with `mayRetry` says that nothing was sent.
   */
  request(request: HttpRequest, signal: AbortSignal): Promise<PortResult<HttpAnswer>>;
}

export type VariableSet =
  | { readonly ok: true }
  /** The message names the variable. */
  | { readonly ok: false; readonly isKnown: boolean; readonly message: string };

export interface VariablesPort {
  get(variableID: string): VariableValue | undefined;
  /** Sets a variable. Refuses what it cannot hold. Global values reach the library too. */
  set(variableID: string, value: VariableValue): Promise<VariableSet>;
  /** A variable of another step's state. */
  getStepVariable(stepID: string, name: string): VariableValue | undefined;
}

export type Evaluation =
  | { readonly ok: true; readonly value: VariableValue }
  | { readonly ok: false; readonly message: string };

export interface ExpressionPort {
  /** Never rejects: what an expression throws is its evaluation's message. */
  evaluate(expression: Expression): Promise<Evaluation>;
}

export interface SpacePort {
  /** A space item of the routine or the cell. */
  find(id: string): SpaceItem | undefined;
  /** Where the arm has to be sent to be at a pose that was computed, not taught. */
  correct(pose: WirePose): WirePose;
}

export interface VisualizationPort {
  /**
   * Shows or hides things for every client. A box on a pallet is in the way of the arm while it is shown: the next move is
   * planned round it. Boxes outlive a crash: they change once the place of the run is committed.
   */
  update(change: VisualizationChange, signal: AbortSignal): Promise<PortResult>;
}

export interface FaultsPort {
  /**
   * Raises a failure that the run survives: the session fails and the run is held. Resolves when a person has recovered
   * and resumed; a failure that is to end the run is returned by the step instead.
   */
  hold(failure: PortFailure, signal: AbortSignal): Promise<PortResult>;
}

export interface OperatorPort {
  /** Shows a prompt to everybody and pauses the run. Resolves with the input ('' in mode confirm) when it goes on. */
  ask(prompt: OperatorPrompt, signal: AbortSignal): Promise<PortResult<string>>;
  /** Shows the delay after an answer to every client, until it is over or a client takes the answer back. */
  countDown(answered: AnsweredPrompt, time: CountdownTime): Promise<PortResult<'elapsed' | 'cancelled'>>;
}

export interface AnsweredPrompt extends Pick<OperatorPrompt, 'stepID' | 'message'> {
  readonly delayMS: number;
}

export interface CountdownTime {
  /** The run's clock. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface CodeBlockPort {
  /**
   * Runs a code block in a process of its own until it ends or the signal ends it; 'stopped' is said when the process is
   * gone.
   * @param onReport what the block tells meanwhile
   */
  run(codeBlockID: string, signal: AbortSignal, onReport: (text: string) => void): Promise<PortResult>;
}

/** Everything a step may touch. */
export interface StepPorts {
  readonly motion: MotionPort;
  readonly robot: RobotPort;
  readonly devices: DevicesPort;
  readonly network: NetworkPort;
  readonly variables: VariablesPort;
  readonly expressions: ExpressionPort;
  readonly space: SpacePort;
  readonly visualization: VisualizationPort;
  readonly faults: FaultsPort;
  readonly operator: OperatorPort;
  readonly codeBlocks: CodeBlockPort;
  /** The run's clock: it stands still while the routine is paused, so a wait's remainder needs no bookkeeping. */
  readonly clock: Clock;
}
