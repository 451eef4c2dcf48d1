import type { FailureKind, VariableValue } from '@cellwright/domain';
import type { MoveTarget, MoveWaypoint, PortFailure, StepPorts } from './ports.ts';

/** What a step ended in. 'stopped' means a stop ended it; loop control travels to the nearest Loop. */
export type StepOutcome =
  | { readonly kind: 'completed' }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'failed';
      readonly failure: FailureKind;
      readonly message: string;
      /** What lies beneath the message, for the journal. */
      readonly detail?: string;
      readonly isRecoverable?: boolean;
    }
  | { readonly kind: 'loopControl'; readonly action: 'break' | 'continue' };

export interface ChildStep {
  readonly id: string;
  readonly stepKind: string;
  readonly args: unknown;
  readonly isDisabled: boolean;
  /** A waypoint is played by the move above it; a 'runTime' one only tells its target when the arm gets there. */
  readonly waypoint: 'none' | 'planned' | 'runTime';
}

/** What a move step gives the waypoints inside it. */
export interface WaypointDefaults {
  readonly motionSpeed: number;
  readonly blendRadius: number;
  readonly limits: MoveWaypoint['limits'];
}

/** What a waypoint gets to say where it leads. */
export interface WaypointContext<Args> {
  readonly stepID: string;
  readonly args: Args;
  readonly ports: StepPorts;
  readonly defaults: WaypointDefaults;
  /** Where the arm comes from: the waypoint before, or undefined for where it stands. */
  readonly previousTarget: MoveTarget | undefined;
}

export type WaypointPlan =
  | {
      readonly ok: true;
      readonly waypoint: MoveWaypoint;
      /** Why a stop-early condition could not be evaluated, when that ended the motion. */
      readonly stopEarlyFailure?: () => PortFailure | undefined;
    }
  | { readonly ok: false; readonly failure: PortFailure };

/** What a step's behaviour gets. */
export interface StepContext<Args, Variables extends Record<string, VariableValue> = Record<string, VariableValue>> {
  readonly stepID: string;
  readonly args: Args;
  readonly ports: StepPorts;
  /** Aborts on stop; every wait takes it. */
  readonly signal: AbortSignal;
  /** The step's own variables, visible to expressions and clients. */
  setVariable<K extends keyof Variables & string>(name: K, value: Variables[K]): void;
  /** Direct children, in order (disabled ones included, marked). */
  readonly children: readonly ChildStep[];
  /** The child to begin with when the run starts inside this step: earlier ones are left out the first time. */
  readonly startChildID: string | undefined;
  /** Plays all enabled children in order; anything but 'completed' ends it early. */
  playChildren(): Promise<StepOutcome>;
  /** Plays one child as a step of its own (journal, state, limits), e.g. the I/O children of a move. */
  playChild(stepID: string): Promise<StepOutcome>;
  /** Resolves at once, or when a pause ends; rejects when the step was stopped. For steps that do many things. */
  holdWhilePaused(): Promise<void>;
  /** Reports a disabled child as skipped. */
  skipChild(stepID: string): void;
  /** Reports a child as started and ended without running it: how MoveArmToV2 shows its Waypoints while it moves. */
  enterChild(stepID: string): EnteredChild;
  /** Asks a child that is a waypoint where it leads. */
  planWaypoint(stepID: string, defaults: WaypointDefaults, previousTarget: MoveTarget | undefined): WaypointPlan;
  /** Tells the engine that one cycle of this loop ended: counts, and stop-after-cycle ends here. True means: stop now. */
  endCycle(): boolean;
}

export interface EnteredChild {
  setVariable(name: string, value: VariableValue): void;
  leave(outcome: StepOutcome): void;
}

export interface StepRuntime<Args, Variables extends Record<string, VariableValue> = Record<string, VariableValue>> {
  run(context: StepContext<Args, Variables>): Promise<StepOutcome>;
  /** Only kinds that a motion passes through: where they lead, for the move step above them. */
  readonly asWaypoint?: {
    /** True when the target depends on values at the time the arm gets there. */
    isRunTimeTarget(args: Args): boolean;
    plan(context: WaypointContext<Args>): WaypointPlan;
  };
}

/** A runtime of any kind. */
export type AnyStepRuntime = StepRuntime<unknown>;
