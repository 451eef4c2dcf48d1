import type { Clock, Expression, FailureKind, VariableValue } from '@cellwright/domain';
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

/** The thread of the routine itself. One that plays beside it has the id of the step that began it. */
export const mainThread = 'main';

/** What the engine tells its owner, in order, synchronously. The owner journals and publishes it. */
export interface EngineObserver {
  stepStarted(step: ProgramStep, thread: string): void;
  stepEnded(step: ProgramStep, thread: string, outcome: StepOutcome | { readonly kind: 'skipped' }): void;
  /** Also told before the first step, for variables that expressions read before their step has played. */
  stepVariable(step: ProgramStep, name: string, value: VariableValue): void;
  /** A step has used 75 % (or its kind's share) of its time limit. */
  stepWarning(step: ProgramStep, message: string): void;
  /** A cycle of the main loop ended; a program without loops is one cycle. */
  cycleEnded(cycleCount: number): void;
  /** The engine paused by itself: at a breakpoint, or where somebody stepped or ran to. */
  halted?(halt: Halt): void;
}

/** Halts the run before or after a step. */
export interface Breakpoint {
  readonly stepID: string;
  readonly when: 'before' | 'after';
  /** Halts only when this holds; without, always. */
  readonly condition?: Expression | undefined;
}

/** Where and why the engine paused by itself. */
export interface Halt {
  readonly step: ProgramStep;
  readonly thread: string;
  /** Before the step has begun, or after it has ended. */
  readonly when: 'before' | 'after';
  readonly reason: 'breakpoint' | 'runTo' | 'step';
  /** Why the condition of the breakpoint could not be told. */
  readonly problem?: string | undefined;
}

/**
 * How a run goes on. `stepOnce` halts after the next step: containers do not count as steps, a move with its waypoints
 * counts as one. `stepOver` halts before the next step that stands no deeper, `stepInto` before the next step; both stay in
 * the thread in which the run halted, at the beginning they halt before the first step. `runTo` halts before a step.
 * `asBefore` keeps to what was asked before the pause.
 */
export type GoOn =
  | { readonly kind: 'continue' | 'stepOnce' | 'stepOver' | 'stepInto' | 'asBefore' }
  | { readonly kind: 'runTo'; readonly stepID: string };

/**
 * Where a thread of a run is, so that another run can begin there: before a step, inside one that had begun, or behind
 * one that is done.
 */
export interface Place {
  readonly thread: string;
  readonly stepID: string;
  readonly when: 'before' | 'inside' | 'after';
}

/** Another run, which this one goes on with. The variables of its steps are set before. */
export interface ResumeFrom {
  /** Where it was interrupted. */
  readonly interrupted: readonly Place[];
  /** Where this run begins: each thread at its place; what had no place is over. */
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
      /** What lies beneath the message, for the journal. */
      readonly detail?: string | undefined;
      readonly isRecoverable: boolean;
      readonly step: ProgramStep;
    };

/** Starting somewhere else than at the first step may need the person's word. */
export type StartCheck =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unknownStep' }
  | { readonly kind: 'disabledStep' }
  | { readonly kind: 'asks'; readonly question: string }
  /** This build cannot play a step of the program; the message names it. */
  | { readonly kind: 'refused'; readonly message: string; readonly step: ProgramStep };

export interface Engine {
  /** Checks whether playing may start at a step (loops and branches ask). */
  checkStart(fromStepID: string | undefined): StartCheck;
  /**
   * Plays from the first step, or from a step inside the containers around it; resolves when the run is over. Called
   * once. A step that `checkStart` refuses fails the run before anything is played.
   * @throws ProductError when there is no such step or it is disabled.
   */
  play(options?: {
    readonly fromStepID?: string;
    readonly goOn?: GoOn;
    readonly resumeFrom?: ResumeFrom;
  }): Promise<EngineResult>;
  /** Where each thread is, or, once the run failed or was stopped, where it was then. Empty before it plays. */
  places(): readonly Place[];
  /** Freezes the run's clock and holds before the next step. Motion is paused by the session, not here. */
  pause(): void;
  /** Default: until the end, or the next breakpoint. */
  resume(goOn?: GoOn): void;
  /** Replaces all breakpoints; those of steps that the program has not do nothing. */
  setBreakpoints(breakpoints: readonly Breakpoint[]): void;
  /** Passes over these steps as if they were disabled in the program. */
  setDisabledSteps(stepIDs: Iterable<string>): void;
  /**
   * Aborts what runs; play resolves with 'stopped'. A step that does not obey is given up after one second, and one that is
   * left has half a second.
   */
  stop(): void;
  /** Stops when the current cycle of the main loop ends; without a main loop, of the outermost loop that plays. */
  stopAfterCycle(): void;
  /** Takes stopAfterCycle back. False if the cycle has ended already, and the run with it. */
  continueAfterCycle(): boolean;
  /**
   * Stops the time limit of the innermost step that plays in a thread, until the returned function is called: what the
   * step waits for is not its own work.
   */
  suspendTimeLimit(thread: string): () => void;
  readonly isPaused: boolean;
}

export interface EngineOptions {
  readonly program: Program;
  /** The ports of each thread, without the run's clock: the engine adds its pausable one. */
  readonly portsOf: (thread: string) => Omit<StepPorts, 'clock'>;
  /** The ports of each thread for steps that are left; default: those of the thread. */
  readonly leavePortsOf?: (thread: string) => Omit<LeavePorts, 'clock'>;
  /** Default: the kinds of this build. */
  readonly findKind?: (stepKind: string) => NodeKind | undefined;
  readonly clock: Clock;
  readonly observer: EngineObserver;
}
