import type { FailureKind, VariableValue } from '@cellwright/domain';
import type { StepPorts } from './ports.ts';
import type { Provided } from './provided.ts';
import type { OfferedRole, StepRole } from './roles.ts';

/** What a step ended in. 'stopped' means a stop ended it; loop control travels to the nearest step that catches it. */
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
  | { readonly kind: 'loopControl'; readonly action: LoopAction };

export type LoopAction = 'break' | 'continue';

export interface ChildStep {
  readonly id: string;
  readonly stepKind: string;
  readonly args: unknown;
  readonly isDisabled: boolean;
  /** Whether steps stand inside it. */
  readonly hasSteps: boolean;
  /** What the child is in a role; undefined when its kind does not have it, or the child is disabled. */
  as<Offer extends object>(role: StepRole<Offer>): Offer | undefined;
}

/** What a step's behaviour gets. */
export interface StepContext<Args, Variables extends Record<string, VariableValue> = Record<string, VariableValue>> {
  readonly stepID: string;
  readonly args: Args;
  readonly ports: StepPorts;
  /** Aborts on stop; every wait takes it. */
  readonly signal: AbortSignal;
  /** Aborts when the run is paused while the step plays: for what cannot be held. */
  readonly pauseSignal: AbortSignal;
  /** The step's own variables, visible to expressions and clients. */
  setVariable<K extends keyof Variables & string>(name: K, value: Variables[K]): void;
  /** Direct children, in order (disabled ones included, marked). */
  readonly children: readonly ChildStep[];
  /** The nearest step before it among its siblings that is not disabled. */
  readonly previous: ChildStep | undefined;
  /** The steps behind it among its siblings, in order (disabled ones included, marked). */
  readonly following: Iterable<ChildStep>;
  /** Gives a value to all steps inside this one, as long as it plays. */
  provide<Value>(key: Provided<Value>, value: Value): void;
  /** What the steps around this one provide; the nearest counts. */
  find<Value>(key: Provided<Value>): Value | undefined;
  /**
   * The index of the child to begin with when the run starts inside this step: earlier ones are left out the first time.
   * The number of children when the run goes on behind the last of them.
   */
  readonly startIndex: number | undefined;
  /** The run goes on inside this step, which had begun in the run before: its variables are as they were then. */
  readonly isContinued: boolean;
  /** Plays all enabled children in order; anything but 'completed' ends it early. */
  playChildren(): Promise<StepOutcome>;
  /** Plays one child as a step of its own (journal, state, limits), e.g. the I/O children of a move. */
  playChild(stepID: string): Promise<StepOutcome>;
  /**
   * Plays all enabled children in order beside the steps that follow, in a thread of their own, which ends with the run
   * at the latest. False when those of an earlier time are still playing: they go on.
   */
  playChildrenBeside(onEnded: () => void): boolean;
  /** Resolves at once, or when a pause ends; rejects when the step was stopped. For steps that do many things. */
  holdWhilePaused(): Promise<void>;
  /** Reports a disabled child as skipped. */
  skipChild(stepID: string): void;
  /** Reports a child as started and ended without running it: how a move shows its waypoints while it moves. */
  enterChild(stepID: string): EnteredChild;
  /**
   * Reports one of the steps behind it as started and ended without running it, and as done: how a move leads on through
   * those that follow it. Unless this step completes, it is played again as if it had not been entered.
   */
  enterFollowing(stepID: string): EnteredChild;
  /**
   * Reports that a round of the children ended: it is counted, and stop-after-cycle takes effect. True means: stop now.
   * @param isLast no further round follows: a run that goes on with this one begins behind the step.
   */
  endCycle(isLast?: boolean): boolean;
}

export interface EnteredChild {
  setVariable(name: string, value: VariableValue): void;
  leave(outcome: StepOutcome): void;
}

/**
 * What a step may touch while it is left: everything but the arm, operators and code. Nothing waits for a pause to end or
 * for the database. Commands belong to the stop epoch in which they are sent, also when a stop ended the step.
 */
export type LeavePorts = Pick<StepPorts, 'robot' | 'devices' | 'network' | 'variables' | 'clock'>;

/** What a step gets to leave the cell as it has to be. */
export interface LeaveContext<Args> {
  readonly stepID: string;
  readonly args: Args;
  /** How the step ended: 'stopped' by a stop, 'failed' by a failure, a crash or its time limit. */
  readonly outcome: StepOutcome;
  readonly ports: LeavePorts;
  /** Fresh, whatever ended the step. Aborts when the time is up; a stop does not abort it. */
  readonly signal: AbortSignal;
}

export interface StepRuntime<Args, Variables extends Record<string, VariableValue> = Record<string, VariableValue>> {
  run(context: StepContext<Args, Variables>): Promise<StepOutcome>;
  /**
   * Leaves the cell as it has to be when the step does not play: runs exactly once after `run`, on every way out (end, stop,
   * failure, crash, time limit), inner steps before outer ones. It has `leaveLimitMS`, and cannot move the arm. A failure
   * fails a step that had completed, and is a warning of one that ended otherwise.
   */
  leave?(context: LeaveContext<Args>): Promise<StepOutcome>;
  /** What steps of the kind are for the step around them. */
  readonly roles?: readonly OfferedRole<Args>[];
}

/** A runtime of any kind. */
export type AnyStepRuntime = StepRuntime<unknown>;
