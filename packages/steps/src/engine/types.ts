import type { Clock, FailureKind, VariableValue } from '@cellwright/domain';
import type { ProgramStep, StepOutcome, StepPorts } from '../framework/index.ts';

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
  /** The engine paused by itself: after the step of `stepOnce` or `pauseAfterFirstStep`. */
  paused?(): void;
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
  play(options?: { readonly fromStepID?: string; readonly pauseAfterFirstStep?: boolean }): Promise<EngineResult>;
  /** Freezes the run's clock and holds before the next step. Motion is paused by the session, not here. */
  pause(): void;
  resume(): void;
  /**
   * While paused: plays up to the end of the next step, then pauses again. Containers do not count as steps, a move
   * with its waypoints counts as one.
   */
  stepOnce(): void;
  /** Aborts what runs; play resolves with 'stopped', at the latest after one second. */
  stop(): void;
  /** Stops when the current cycle of the main loop ends; without a main loop, of the outermost loop that plays. */
  stopAfterCycle(): void;
  readonly isPaused: boolean;
}

export interface EngineOptions {
  readonly program: Program;
  /** The ports of each thread, without the run's clock: the engine adds its pausable one. */
  readonly portsOf: (thread: string) => Omit<StepPorts, 'clock'>;
  readonly clock: Clock;
  readonly observer: EngineObserver;
}
