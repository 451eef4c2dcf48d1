import { runMessages } from '@cellwright/domain/messages';
import {
  type Breakpoint,
  type DebugState,
  type KeptBreakpoint,
  nothingDebugged,
  type PausePlace,
  type Watch,
  type Watched,
} from '@cellwright/domain/run';
import type { Engine, Halt } from '@cellwright/steps/engine';
import { createExpressionPort, type ExpressionSources, type ProgramStep } from '@cellwright/steps/framework';
import { type Answer, accept, accepted, refuse } from '../answer.ts';
import type { SessionCore } from '../core/session-core.ts';
import type { LoadedRoutine } from './loaded-routine.ts';

/** Interval at which watches are evaluated during a run, ms. */
const watchIntervalMS = 500;

type Debugged = Pick<Engine, 'setBreakpoints' | 'setDisabledSteps'>;

/**
 * Debugging state of a session: the breakpoints of one routine, the disabled steps, the watches, and the place of a
 * pause. All of it is in the state, for every client.
 */
export class RunDebugger {
  private readonly core: Pick<SessionCore, 'clock' | 'store'>;
  private readonly sources: () => ExpressionSources;
  /** Steps of the loaded routine, by id. */
  private steps: ReadonlyMap<string, ProgramStep> = new Map();
  private loadedID: string | undefined;
  private engine: Debugged | undefined;
  private pauseCount = 0;
  private isLooking = false;
  private mustLookAgain = false;
  private cancelLook: () => void = () => undefined;

  constructor(core: Pick<SessionCore, 'clock' | 'store'>, sources: () => ExpressionSources) {
    this.core = core;
    this.sources = sources;
  }

  private get state(): DebugState {
    return this.core.store.state.debug;
  }

  /** Another routine takes the place of what was debugged; another version of the same one keeps it. */
  noteLoaded({ program }: LoadedRoutine): void {
    this.steps = new Map(program.steps.map((step) => [step.id, step]));
    this.loadedID = program.routineID;
    const { routineID, breakpoints, watches } = this.state;
    const isSame = routineID === program.routineID;
    this.change({
      ...nothingDebugged,
      routineID: program.routineID,
      breakpoints: isSame ? this.verify(breakpoints) : [],
      watches: isSame || routineID === null ? watches : [],
    });
    this.look();
  }

  /** Clears the debugging state: no routine is loaded. */
  noteUnloaded(): void {
    this.steps = new Map();
    this.loadedID = undefined;
    this.change(nothingDebugged);
  }

  setBreakpoints(routineID: string, breakpoints: readonly Breakpoint[]): Answer<{ breakpoints: KeptBreakpoint[] }> {
    if (this.engine && routineID !== this.loadedID) {
      return refuse('robot_not_idle', 'Another routine is running. Set its breakpoints, or stop it first');
    }
    const isSame = routineID === this.state.routineID;
    const kept = this.verify(breakpoints, routineID);
    this.change({ routineID, breakpoints: kept, ...(isSame ? {} : { watches: [], disabledStepIDs: [] }) });
    this.arm();
    return accept({ breakpoints: kept });
  }

  setStepDisabled(stepID: string, isDisabled: boolean): Answer<{ disabledStepIDs: string[] }> {
    const step = this.steps.get(stepID);
    if (!step) return refuse('request_failed_validation', noSuchStep);
    if (step.isDisabled) return refuse('cannot_play_routine', runMessages.stepDisabledInRoutine);
    const others = this.state.disabledStepIDs.filter((id) => id !== stepID);
    const disabledStepIDs = isDisabled ? [...others, stepID] : others;
    this.change({ disabledStepIDs });
    this.arm();
    return accept({ disabledStepIDs });
  }

  async setWatches(watches: readonly Watch[]): Promise<Answer<{ watches: Watched[] }>> {
    const evaluated: Watched[] = [];
    for (const watch of watches) evaluated.push(await this.evaluate(watch));
    this.change({ watches: evaluated });
    this.lookLater();
    return accept({ watches: evaluated });
  }

  /** Checks that the run can reach a step. */
  checkTarget(stepID: string): Answer {
    const step = this.steps.get(stepID);
    if (!step) return refuse('request_failed_validation', noSuchStep);
    if (!step.isDisabled && !this.state.disabledStepIDs.includes(stepID)) return accepted;
    return refuse('cannot_play_routine', runMessages.stepDisabled);
  }

  /** A run begins. */
  begin(engine: Debugged): void {
    this.engine = engine;
    this.pauseCount = 0;
    this.arm();
    this.lookLater();
  }

  end(): void {
    this.engine = undefined;
    this.cancelLook();
    this.change({ pausedAt: null, disabledStepIDs: [] });
    this.look();
  }

  /** @param halt where the engine halted by itself; without, the pause came from outside, while `playing` played. */
  showPaused(halt: Halt | undefined, playing: ProgramStep | undefined): void {
    const step = halt?.step ?? playing;
    this.pauseCount += 1;
    const pausedAt: PausePlace = {
      number: this.pauseCount,
      stepID: step?.id ?? null,
      stepPath: step?.path ?? null,
      thread: halt?.thread ?? 'main',
      when: halt?.when ?? 'during',
      reason: halt?.reason ?? 'pause',
      problem: halt?.problem ?? null,
    };
    // A value from before the pause must not pass for one of now.
    const watches = this.state.watches.map((watch) => ({ ...watch, value: null, problem: null }));
    this.change({ pausedAt, watches });
    this.look();
  }

  showResumed(): void {
    this.change({ pausedAt: null });
  }

  /** Evaluates the watches; also called when a variable was set manually. */
  look(): void {
    if (this.state.watches.length === 0) return;
    this.mustLookAgain = true;
    if (this.isLooking) return;
    this.isLooking = true;
    void this.lookNow().finally(() => {
      this.isLooking = false;
      this.lookLater();
    });
  }

  private async lookNow(): Promise<void> {
    while (this.mustLookAgain) {
      this.mustLookAgain = false;
      const { watches } = this.state;
      const evaluated: Watched[] = [];
      for (const watch of watches) evaluated.push(await this.evaluate(watch));
      // The watches may have changed in the meantime.
      if (this.state.watches === watches) this.change({ watches: evaluated });
    }
  }

  private lookLater(): void {
    this.cancelLook();
    if (this.engine === undefined || this.state.watches.length === 0) return;
    this.cancelLook = this.core.clock.schedule(watchIntervalMS, () => this.look());
  }

  private async evaluate({ expression }: Watch): Promise<Watched> {
    const evaluation = await createExpressionPort(this.sources()).evaluate(expression);
    if (evaluation.ok) return { expression, value: evaluation.value, problem: null };
    return { expression, value: null, problem: evaluation.message };
  }

  private arm(): void {
    const { breakpoints, disabledStepIDs } = this.state;
    this.engine?.setBreakpoints(
      breakpoints.flatMap(({ stepID, when, condition, isEnabled, isVerified }) =>
        isEnabled && isVerified ? [{ stepID, when, condition: condition ?? undefined }] : [],
      ),
    );
    this.engine?.setDisabledSteps(disabledStepIDs);
  }

  private verify(breakpoints: readonly Breakpoint[], routineID = this.loadedID): KeptBreakpoint[] {
    const isLoaded = routineID === this.loadedID;
    return breakpoints.map((breakpoint) => ({
      ...breakpoint,
      isVerified: isLoaded && this.steps.has(breakpoint.stepID),
    }));
  }

  private change(changes: Partial<DebugState>): void {
    const next = { ...this.state, ...changes };
    if (JSON.stringify(next) === JSON.stringify(this.state)) return;
    this.core.store.update((state) => {
      Object.assign(state.debug, changes);
    });
  }
}

const noSuchStep = runMessages.noSuchStep;
