import { messages } from '@cellwright/domain/messages';
import type { PlanCause } from '@cellwright/domain/motion';
import { type Failure, recoveryOf } from '@cellwright/domain/robot';
import type { RobotSessionState, Run, RunStatus, RunStop } from '@cellwright/domain/run';
import type { EngineObserver, EngineResult, Halt } from '@cellwright/steps/engine';
import type { ProgramStep } from '@cellwright/steps/framework';
import type { SessionCore } from '../core/session-core.ts';
import { describeStep } from '../journal/effects.ts';
import type { JournalFields, RunJournal } from '../journal/journal.ts';
import { readSteadyMS } from '../state/frame-publisher.ts';
import type { StepStates } from './step-states.ts';

/** Minimum change of the clock that is shown, ms. */
const noticedMS = 500;
/** A run that catches its failures may meet many: the causes of the newest count. */
const maxRefusals = 20;

interface PauseCause {
  readonly reason?: string | undefined;
  readonly halt?: Halt | undefined;
  /** Answer to a prompt; undefined or empty without a value. */
  readonly answer?: string | undefined;
}

/** One play of a routine: its engine, its journal, and its state for clients. */
export class ActiveRun {
  readonly journal: RunJournal;
  readonly steps: StepStates;
  private readonly core: SessionCore;
  private cycleStartedAt: number;
  private distanceMeters = 0;
  private clockSetByMS = 0;
  /** Devices by id of the step whose last command failed. */
  private readonly failedDevices = new Map<string, string>();
  /** Causes of refused moves, by the messages that their steps fail with. */
  private readonly refusals = new Map<string, readonly PlanCause[]>();
  /** Effects that wait for the database. */
  private readonly waiting = new Set<symbol>();

  constructor(core: SessionCore, journal: RunJournal, steps: StepStates) {
    this.core = core;
    this.journal = journal;
    this.steps = steps;
    this.cycleStartedAt = core.clock.now();
  }

  /** Shows this run to clients. */
  show(): void {
    const startedSteadyMS = readSteadyMS(this.core.clock);
    this.core.store.update((state) => {
      state.run = { ...describeRun(this.journal.run), startedSteadyMS };
      state.steps = {};
    });
  }

  get id(): string {
    return this.journal.run.id;
  }

  addDistance(meters: number): void {
    this.distanceMeters += meters;
    this.change({ distanceMeters: this.distanceMeters });
  }

  /**
   * Sets the pause.
   * @param because reason of a pause without a user's request, the halt of the engine, or the answer that resumes
   */
  setPaused(isPaused: boolean, because: PauseCause = {}): void {
    const { reason, halt, answer } = because;
    const data = halt ? { halt: { reason: halt.reason, when: halt.when, problem: halt.problem } } : { reason, answer };
    this.journal.append(isPaused ? 'paused' : 'resumed', {
      ...(halt ? { thread: halt.thread } : {}),
      ...describeStep(halt?.step ?? this.steps.current()),
      ...(halt || reason !== undefined || answer ? { data } : {}),
    });
    this.steps.setPaused(isPaused);
    this.change({ status: isPaused ? 'paused' : 'running' });
    this.showPauseReason(reason ?? null);
  }

  private showPauseReason(reason: string | null): void {
    this.core.store.update((state) => {
      if (state.run?.id === this.id) state.run.pauseReason = reason;
    });
  }

  /** Shows that a step waits for the database, until the returned function is called. */
  showWaiting(step: ProgramStep | undefined): () => void {
    const { clock } = this.core;
    const since = clock.now();
    const wait = Symbol('wait');
    this.waiting.add(wait);
    this.showWaitReason();
    return () => {
      this.waiting.delete(wait);
      this.showWaitReason();
      const seconds = ((clock.now() - since) / 1000).toFixed(1);
      this.warn(step, messages.stepAwaitedDatabase(seconds));
    };
  }

  private showWaitReason(): void {
    this.core.store.update((state) => {
      if (state.run?.id === this.id) state.run.waitingFor = this.waiting.size > 0 ? 'database' : null;
    });
  }

  /** Adds a warning for the author of a step. */
  warn(step: ProgramStep | undefined, message: string): void {
    this.journal.append('stepWarning', { ...describeStep(step), data: { message } });
  }

  /** Records the device whose command failed for a step, or undefined for a success. */
  noteDevice(step: ProgramStep | undefined, failed: string | undefined): void {
    if (!step) return;
    if (failed === undefined) this.failedDevices.delete(step.id);
    else this.failedDevices.set(step.id, failed);
  }

  /** The planner refused a move. */
  noteRefusal(message: string, causes: readonly PlanCause[]): void {
    if (this.refusals.size >= maxRefusals) this.refusals.clear();
    this.refusals.set(message, causes);
  }

  /** Returns the failure of the run, with the device that failed the step, and the causes that the planner gave. */
  failureOf(result: EngineResult & { kind: 'failed' }): Failure {
    const equipmentID = this.failedDevices.get(result.step.id);
    const { reason: message, ...failure } = failureOfResult(result);
    const { message: reason, ...causes } = this.withCauses({ message });
    return { ...failure, reason, ...causes, ...(equipmentID === undefined ? {} : { equipmentID }) };
  }

  /** Adds the causes of a refused move to what its message failed. */
  private withCauses<T extends { readonly message: string }>(failed: T): T & Pick<Failure, 'causes'> {
    const causes = this.refusals.get(failed.message);
    return causes ? { ...failed, causes: [...causes] } : failed;
  }

  /** Records a failure that the run survives, and its end, in the run's journal. */
  note(event: 'failed' | 'recovered', data?: unknown): void {
    this.journal.append(event, data === undefined ? {} : { data });
  }

  /** Publishes changes of the machine's clock during the run, for clients that use that clock. */
  followClock(): void {
    const setByMS = Math.round(this.core.clock.wallNow().getTime() - this.journal.now().getTime());
    if (Math.abs(setByMS - this.clockSetByMS) < noticedMS) return;
    this.clockSetByMS = setByMS;
    this.core.store.update((state) => {
      if (state.run?.id === this.id) state.run.clockSetByMS = setByMS;
    });
  }

  /** Writes the end into journal, row and state. */
  end(status: RunStatus, failure: Failure | null, stop: RunStop | null = null): void {
    this.journal.append('runEnded', { result: status, ...dataOfEnd(failure, stop) });
    this.change({ status, failure, stop, endedAt: this.journal.now().toISOString() });
    this.showPauseReason(null);
    this.journal.flush();
  }

  /** Writes the events of the engine to the journal and the state, in order. */
  observe(onHalted: (halt: Halt) => void): EngineObserver {
    return {
      stepStarted: (step, thread) => {
        this.journal.append('stepStarted', { thread, ...describeStep(step) });
        this.steps.start(step, thread);
        this.showCurrentStep();
      },
      stepEnded: (step, thread, outcome) => {
        const data = outcome.kind === 'failed' ? { data: { failure: this.withCauses(outcome) } } : {};
        this.journal.append('stepEnded', { thread, ...describeStep(step), result: outcome.kind, ...data });
        this.steps.end(step, thread);
        this.showCurrentStep();
      },
      stepVariable: (step, name, value) => this.steps.setVariable(step.id, name, value),
      stepWarning: (step, message) => this.warn(step, message),
      cycleEnded: (cycleCount) => {
        const now = this.core.clock.now();
        const cycleTimeSeconds = (now - this.cycleStartedAt) / 1000;
        this.cycleStartedAt = now;
        this.change({ cycleCount, cycleTimeSeconds });
      },
      halted: onHalted,
    };
  }

  private showCurrentStep(): void {
    this.core.store.contributeLater(this.contributeCurrentStep);
  }

  private readonly contributeCurrentStep = (state: RobotSessionState): void => {
    if (state.run?.id !== this.id) return;
    const step = this.steps.current();
    state.run.currentStepID = step?.id ?? null;
    state.run.currentStepPath = step?.path ?? null;
  };

  private change(changes: Partial<Run>): void {
    this.journal.updateRun(changes);
    this.core.store.update((state) => {
      if (state.run?.id !== this.id) return;
      const { status, cycleCount, cycleTimeSeconds, distanceMeters } = this.journal.run;
      Object.assign(state.run, { status, cycleCount, cycleTimeSeconds, distanceMeters });
    });
  }
}

function dataOfEnd(failure: Failure | null, stop: RunStop | null): JournalFields {
  if (failure) return { data: { failure } };
  return stop ? { data: { stop } } : {};
}

/** The failure of the session that a failed step causes. */
function failureOfResult(result: EngineResult & { kind: 'failed' }): Failure {
  const { failure: kind, message, detail, isRecoverable, step } = result;
  const usual = recoveryOf[kind];
  const recoverable = usual === 'NotRecoverable' ? 'Recoverable' : usual;
  return {
    kind,
    reason: detail === undefined ? message : `${message}: ${detail}`,
    recoveryKind: isRecoverable ? recoverable : usual === 'Recoverable' ? 'NotRecoverable' : usual,
    stepID: step.id,
    stepPath: step.path,
  };
}

export function describeRun(run: Run): NonNullable<RobotSessionState['run']> {
  return {
    id: run.id,
    status: run.status,
    startedAt: run.startedAt,
    currentStepID: run.interruptedIn?.stepID ?? null,
    currentStepPath: run.interruptedIn?.stepPath ?? null,
    cycleCount: run.cycleCount,
    isStoppingAfterCycle: false,
    pauseReason: null,
    waitingFor: null,
    isInterrupted: run.status === 'interrupted',
    cycleTimeSeconds: run.cycleTimeSeconds,
    distanceMeters: run.distanceMeters,
  };
}
