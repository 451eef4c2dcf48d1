import type { Clock, VariableValue } from '@cellwright/domain/basics';
import type { FailureKind } from '@cellwright/domain/robot';
import type { Expression } from '@cellwright/domain/routine';
import type {
  AnyStepContract,
  AnyStepRuntime,
  LeavePorts,
  ProgramStep,
  StepOutcome,
  StepPorts,
} from '../framework/index.ts';

/** A step kind as the engine plays it. */
export interface NodeKind {
  readonly contract: AnyStepContract;
  readonly runtime: AnyStepRuntime;
}

/** A program ready to play: steps in document order with a lookup by id. */
export interface Program {
  readonly routineID: string;
  readonly version: number;
  readonly name: string;
  readonly mainLoopStepID: string | undefined;
  readonly steps: readonly ProgramStep[];
}

/** Thread of the routine itself. A thread beside it has the id of the step that started it. */
export const mainThread = 'main';

/** Events that the engine reports to its owner, in order and synchronously. The owner journals and publishes them. */
export interface EngineObserver {
  stepStarted(step: ProgramStep, thread: string): void;
  stepEnded(step: ProgramStep, thread: string, outcome: StepOutcome | { readonly kind: 'skipped' }): void;
  /** Also called before the first step, for variables that expressions read before their step has played. */
  stepVariable(step: ProgramStep, name: string, value: VariableValue): void;
  /** Called when a step has used 75 % (or its kind's share) of its time limit. */
  stepWarning(step: ProgramStep, message: string): void;
  /** Called when a cycle of the main loop ended; a program without loops is one cycle. */
  cycleEnded(cycleCount: number): void;
  /** Called when the engine paused by itself: at a breakpoint or at the target of a step or run-to command. */
  halted?(halt: Halt): void;
}

/** A place before or after a step that halts the run. */
export interface Breakpoint {
  readonly stepID: string;
  readonly when: 'before' | 'after';
  /** Halts only when this holds; halts always if absent. */
  readonly condition?: Expression | undefined;
}

/** Place and reason of a pause by the engine itself. */
export interface Halt {
  readonly step: ProgramStep;
  readonly thread: string;
  /** Before the step has begun or after it has ended. */
  readonly when: 'before' | 'after';
  readonly reason: 'breakpoint' | 'runTo' | 'step';
  /** Reason why the condition of the breakpoint could not be evaluated. */
  readonly problem?: string | undefined;
}

/**
 * The way in which a run continues. `stepOnce` halts after the next step: containers do not count as steps, a move with its
 * waypoints counts as one. `stepOver` halts before the next step at the same depth or less deep, `stepInto` before the
 * next step; both stay in the thread in which the run halted, and at the beginning they halt before the first step.
 * `runTo` halts before a step. `asBefore` keeps the target from before the pause.
 */
export type GoOn =
  | { readonly kind: 'continue' | 'stepOnce' | 'stepOver' | 'stepInto' | 'asBefore' }
  | { readonly kind: 'runTo'; readonly stepID: string };

/**
 * Place of a thread of a run at which another run can continue: before a step, inside one that had begun, or after one
 * that is done.
 */
export interface Place {
  readonly thread: string;
  readonly stepID: string;
  readonly when: 'before' | 'inside' | 'after';
}

/** An interrupted run that this one continues. The variables of its steps are set before. */
export interface ResumeFrom {
  /** Places of the interruption. */
  readonly interrupted: readonly Place[];
  /** Start of each thread of this run; a thread without a place is over. */
  readonly places: readonly Place[];
  readonly cycleCount: number;
}

export type EngineResult =
  | { readonly kind: 'completed' }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'failed';
      readonly failure: FailureKind;
      readonly message: string;
      /** Cause of the failure, for the journal. */
      readonly detail?: string | undefined;
      readonly isRecoverable: boolean;
      readonly step: ProgramStep;
    };

/** Result of a check of the start: a start at another step than the first may need confirmation. */
export type StartCheck =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unknownStep' }
  | { readonly kind: 'disabledStep' }
  | { readonly kind: 'asks'; readonly question: string }
  /** This build cannot play a step of the program; the message names it. */
  | { readonly kind: 'refused'; readonly message: string; readonly step: ProgramStep };

export interface Engine {
  /** Checks whether playing may start at a step (loops and branches ask for confirmation). */
  checkStart(fromStepID: string | undefined): StartCheck;
  /**
   * Plays from the first step or from a step inside the containers around it; resolves when the run is over. Called
   * once. A step that `checkStart` refuses fails the run before anything is played.
   * @throws ProductError when there is no such step or it is disabled.
   */
  play(options?: {
    readonly fromStepID?: string;
    readonly goOn?: GoOn;
    readonly resumeFrom?: ResumeFrom;
  }): Promise<EngineResult>;
  /** Returns the place of each thread, or its last place after the run failed or was stopped. Empty before it plays. */
  places(): readonly Place[];
  /** Stops the run's clock and holds before the next step. The session pauses motion, not the engine. */
  pause(): void;
  /** Continues until the end or the next breakpoint by default. */
  resume(goOn?: GoOn): void;
  /** Replaces all breakpoints; those of unknown steps have no effect. */
  setBreakpoints(breakpoints: readonly Breakpoint[]): void;
  /** Skips these steps as if they were disabled in the program. */
  setDisabledSteps(stepIDs: Iterable<string>): void;
  /**
   * Aborts the current steps; play resolves with 'stopped'. A step that does not react is abandoned after one second,
   * and a step that is being left after half a second.
   */
  stop(): void;
  /** Stops when the current cycle of the main loop ends; without a main loop, of the outermost loop that plays. */
  stopAfterCycle(): void;
  /** Cancels stopAfterCycle. False if the cycle, and with it the run, has already ended. */
  continueAfterCycle(): boolean;
  /**
   * Suspends the time limit of the innermost step that plays in a thread, until the returned function is called. For
   * waits that are not the step's own work.
   */
  suspendTimeLimit(thread: string): () => void;
  readonly isPaused: boolean;
}

export interface EngineOptions {
  readonly program: Program;
  /** Ports of each thread without the run's clock: the engine adds its own, which pauses. */
  readonly portsOf: (thread: string) => Omit<StepPorts, 'clock'>;
  /** Ports of each thread for steps that are being left; default: those of the thread. */
  readonly leavePortsOf?: (thread: string) => Omit<LeavePorts, 'clock'>;
  /** Default: the kinds of this build. */
  readonly findKind?: (stepKind: string) => NodeKind | undefined;
  readonly clock: Clock;
  readonly observer: EngineObserver;
}
