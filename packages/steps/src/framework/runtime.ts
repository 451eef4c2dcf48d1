import type { VariableValue } from '@cellwright/domain/basics';
import type { FailureKind } from '@cellwright/domain/robot';
import type { StepPorts } from './ports.ts';
import type { Provided } from './provided.ts';
import type { OfferedRole, StepRole } from './roles.ts';

/**
 * Outcome of a step. 'stopped' means a stop ended it; loop control is passed up to the nearest step that catches it.
 */
export type StepOutcome =
  | { readonly kind: 'completed' }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'failed';
      readonly failure: FailureKind;
      readonly message: string;
      /** Cause of the message, for the journal. */
      readonly detail?: string;
      readonly isRecoverable?: boolean;
    }
  | { readonly kind: 'loopControl'; readonly action: LoopAction };

export type LoopAction = 'break' | 'continue';

export interface ChildStep {
  readonly id: string;
  readonly stepKind: string;
  readonly args: unknown;
  readonly isDisabled: boolean;
  /** True if it has steps inside. */
  readonly hasSteps: boolean;
  /** Returns the child's offer in a role; undefined if its kind does not have the role or the child is disabled. */
  as<Offer extends object>(role: StepRole<Offer>): Offer | undefined;
}

/** Context of a step's behaviour. */
export interface StepContext<Args, Variables extends Record<string, VariableValue> = Record<string, VariableValue>> {
  readonly stepID: string;
  readonly args: Args;
  readonly ports: StepPorts;
  /** Aborts on a stop; every wait uses it. */
  readonly signal: AbortSignal;
  /** Aborts when the run is paused while the step plays; for actions that cannot be held. */
  readonly pauseSignal: AbortSignal;
  /** Sets a variable of the step, visible to expressions and clients. */
  setVariable<K extends keyof Variables & string>(name: K, value: Variables[K]): void;
  /** Direct children, in order (disabled ones included, marked). */
  readonly children: readonly ChildStep[];
  /** Nearest enabled sibling before it. */
  readonly previous: ChildStep | undefined;
  /** Siblings after it, in order (disabled ones included, marked). */
  readonly following: Iterable<ChildStep>;
  /** Provides a value to all steps inside this one while it plays. */
  provide<Value>(key: Provided<Value>, value: Value): void;
  /** Returns the value that the nearest step around this one provides. */
  find<Value>(key: Provided<Value>): Value | undefined;
  /**
   * Index of the child to start with when the run starts inside this step: earlier ones are skipped the first time.
   * Equals the number of children when the run continues after the last of them.
   */
  readonly startIndex: number | undefined;
  /**
   * True if the run continues inside this step, which had begun in the interrupted run: its variables have their values
   * from then.
   */
  readonly isContinued: boolean;
  /** Plays all enabled children in order; any outcome but 'completed' ends it early. */
  playChildren(): Promise<StepOutcome>;
  /** Plays one child as a step of its own (journal, state, limits), such as the I/O children of a move. */
  playChild(stepID: string): Promise<StepOutcome>;
  /**
   * Plays all enabled children in order beside the following steps, in a thread of their own that ends with the run at
   * the latest. False if the children of an earlier call are still playing; they continue.
   */
  playChildrenBeside(onEnded: () => void): boolean;
  /** Resolves immediately or when a pause ends; rejects when the step was stopped. For steps with many actions. */
  holdWhilePaused(): Promise<void>;
  /** Reports a disabled child as skipped. */
  skipChild(stepID: string): void;
  /** Reports a child as started and ended without running it: a move shows its waypoints this way. */
  enterChild(stepID: string): EnteredChild;
  /**
   * Reports one of the steps after it as started, ended and done without running it: a move includes the following
   * moves this way. Unless this step completes, that step is played again as if it had not been entered.
   */
  enterFollowing(stepID: string): EnteredChild;
  /**
   * Reports that a round of the children ended: it is counted, and stop-after-cycle takes effect. Returns true if the
   * step must stop now.
   * @param isLast true if no further round follows: a run that continues this one starts after the step.
   */
  endCycle(isLast?: boolean): boolean;
}

export interface EnteredChild {
  setVariable(name: string, value: VariableValue): void;
  leave(outcome: StepOutcome): void;
}

/**
 * Ports that a step can use while it is left: everything but the arm, operators and code. No call waits for the end of
 * a pause or for the database. Commands belong to the stop epoch in which they are sent, also when a stop ended the
 * step.
 */
export type LeavePorts = Pick<StepPorts, 'robot' | 'devices' | 'network' | 'variables' | 'clock'>;

/** Context for leaving a step. */
export interface LeaveContext<Args> {
  readonly stepID: string;
  readonly args: Args;
  /** Outcome of the step: 'stopped' by a stop, 'failed' by a failure, a crash or its time limit. */
  readonly outcome: StepOutcome;
  readonly ports: LeavePorts;
  /** New signal, independent of the one that ended the step. Aborts when the time is up; a stop does not abort it. */
  readonly signal: AbortSignal;
}

export interface StepRuntime<Args, Variables extends Record<string, VariableValue> = Record<string, VariableValue>> {
  run(context: StepContext<Args, Variables>): Promise<StepOutcome>;
  /**
   * Restores the state of the cell outside the step. Runs exactly once after `run`, whatever ended it (end, stop,
   * failure, crash, time limit), inner steps before outer ones. It has `leaveLimitMS` and cannot move the arm. A
   * failure fails a step that had completed, and is a warning for other outcomes.
   */
  leave?(context: LeaveContext<Args>): Promise<StepOutcome>;
  /** Roles of steps of the kind for the step around them. */
  readonly roles?: readonly OfferedRole<Args>[];
}

/** A runtime of any kind. */
export type AnyStepRuntime = StepRuntime<unknown>;
