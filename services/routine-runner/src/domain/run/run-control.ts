import { realTimeOf, type VariableValue } from '@cellwright/domain/basics';
import { robotMessages, runMessages } from '@cellwright/domain/messages';
import type { JointAngles } from '@cellwright/domain/robot';
import type { RunStop } from '@cellwright/domain/run';
import type { EngineResult, GoOn, Halt } from '@cellwright/steps/engine';
import { type Answer, accept, accepted, refuse } from '../answer.ts';
import type { PauseGate } from '../arm/pause-gate.ts';
import { describeToolDifference } from '../arm/tool-change.ts';
import { checkMayMove } from '../core/session-core.ts';
import { describeStateRefusal } from '../core/session-words.ts';
import type { ToolModel } from '../planner.ts';
import { type LoadedRoutine, setRoutineVariable } from './loaded-routine.ts';
import { OperatorPrompts } from './operator-prompts.ts';
import { prepareProgram } from './prepare-program.ts';
import { prepareScripts } from './prepare-scripts.ts';
import { checkResume, type PausePoint } from './resume-guard.ts';
import type { ResumeOrder } from './resume-order.ts';
import { RoutineLoading } from './routine-loading.ts';
import type { RunDebugger } from './run-debugger.ts';
import { crashed, type Ending, endingOf, refusedStart } from './run-ending.ts';
import { type Playing, type PreparedRun, prepareRun, type RunParts, saveGlobalVariable } from './run-factory.ts';
import { RunPlaces } from './run-places.ts';
import { checkPlayable, checkStart, type PlayOptions } from './start-check.ts';
import { continueAfterCycle, showStopAfterCycle, stopAfterCycle } from './stop-after-cycle.ts';
import { checkTcps } from './tcp-check.ts';

/** Maximum time of a drain for the end and the last writes of a run, ms. */
const settleTimeoutMS = 2000;

const aStopCame = 'A stop was requested first. Nothing was started';

/** Loads routines and plays them: one run at a time, paused and resumed under checks, ended by the first cause. */
export class RunControl {
  private playing: Playing | undefined;
  /** The last run; its journal may still be being written. */
  private last: PreparedRun | undefined;
  private pausePoint: PausePoint | undefined;
  private isResuming = false;
  /** Place in the last run with an outside effect of unknown outcome. */
  private unknownEffect: string | undefined;
  /** True if the run began at its first step, at the speed of a test run. */
  private isTestRun = false;
  readonly debug: RunDebugger;
  /** Places at which unfinished runs can be continued. */
  readonly places: RunPlaces;
  readonly loading: RoutineLoading;
  private readonly parts: RunParts;
  private readonly gate: PauseGate;
  readonly prompts: OperatorPrompts;

  constructor(parts: RunParts, gate: PauseGate, debug: RunDebugger) {
    this.parts = parts;
    this.gate = gate;
    this.debug = debug;
    const { core, programs, loadedRoutines: store, noteQuestion } = parts;
    this.places = new RunPlaces(core);
    this.loading = new RoutineLoading({
      core,
      programs,
      store,
      isPlaying: () => this.playing !== undefined,
      onLoaded: (routine) => {
        this.debug.noteLoaded(routine);
        void prepareScripts(routine.program, parts.scripts, core.clock);
      },
      onUnloaded: () => this.debug.noteUnloaded(),
    });
    this.prompts = new OperatorPrompts({
      store: core.store,
      hold: () => {
        core.arm.pause();
        this.hold();
      },
      noteQuestion: (prompt) => noteQuestion?.(prompt, this.loaded?.program.routineID ?? null),
    });
  }

  get loaded(): LoadedRoutine | undefined {
    return this.loading.routine;
  }

  get isActive(): boolean {
    return this.playing !== undefined;
  }

  get isPaused(): boolean {
    return this.playing !== undefined && this.gate.isClosed;
  }

  /** Place where a paused run will continue. */
  get pausedAt(): PausePoint | undefined {
    return this.isPaused ? this.pausePoint : undefined;
  }

  /** Makes the next play ask for confirmation: the outside effects of the interrupted run are unknown. */
  askBecauseOf(place: string): void {
    this.unknownEffect = place;
  }

  load(routineID: string, version: number): Promise<Answer<{ routineID: string; version: number }>> {
    return this.loading.load(routineID, version);
  }

  /** Plays the loaded routine. Accepted once the start is committed, and the first step is running. */
  async play(options: PlayOptions): Promise<Answer<{ runID: string }>> {
    const { core } = this.parts;
    const { loaded: routine } = this;
    if (!routine) return refuse('cannot_play_routine', runMessages.noneLoaded);
    const { current: epoch } = core.epochs;
    const { fromStepID, goOn = { kind: 'continue' }, resume } = options;
    const onEngineHalted = (halt: Halt) => this.takeHalt(halt);
    const controls = { operator: this.prompts, gate: this.gate, onEngineHalted };
    const playing: Playing = prepareRun(this.parts, routine, controls, resume);
    const prepared = await prepareProgram(routine.program, this.parts);
    if (!prepared.ok) return prepared;
    if (core.epochs.current !== epoch) return refuse('cannot_play_routine', aStopCame);
    if (routine !== this.loaded) return refuse('cannot_play_routine', runMessages.otherLoaded);
    const playable = checkPlayable(core, this.isActive);
    if (!playable.ok) return playable;
    const checked = checkStart(playing.engine, routine, options, this.unknownEffect);
    if (!checked.ok) return checked;
    // The machine leaves Idle before any await, so that exactly one of many plays starts.
    const fired = core.machine.fire('routineStarted');
    if (!fired.ok) return refuse('cannot_play_routine', fired.reason);
    this.playing = playing;
    this.last = playing;
    playing.run.show();
    this.debug.begin(playing.engine);
    const begun = await this.begin(playing, resume);
    if (!begun.ok) {
      this.close(playing, playing.ending ?? refusedStart(begun.refusal.message));
      return begun;
    }
    this.unknownEffect = undefined;
    this.isTestRun = fromStepID === undefined && !resume && core.store.state.testRunSpeed !== null;
    const start = resume ? { resumeFrom: resume.from } : fromStepID === undefined ? {} : { fromStepID };
    playing.engine.play({ ...start, goOn }).then(
      (result) => this.finish(playing, result),
      (error: unknown) => this.crash(playing, error),
    );
    return accept({ runID: playing.run.id });
  }

  /** Prepares the first step: reads the tool, and commits the start of the run. */
  private async begin(playing: Playing, resume: ResumeOrder | undefined): Promise<Answer> {
    const { core } = this.parts;
    const tool = await core.refreshTool();
    if (!tool.ok) return tool;
    const tcps = checkTcps(this.loaded?.program.steps ?? [], core.tools.current);
    if (!tcps.ok) return tcps;
    const { routineID, routineVersion: version } = playing.run.journal.run;
    const resumed = resume && { resumedFrom: { runID: resume.runID, at: resume.from.places, answers: resume.answers } };
    playing.progress.start();
    this.places.noteStart(resume?.runID);
    const committed = await playing.run.journal.commit('runStarted', { data: { routineID, version, ...resumed } });
    if (playing.ending) return refuse('cannot_play_routine', aStopCame);
    return committed.ok ? accepted : refuse('unavailable', committed.message);
  }

  private async finish(playing: Playing, result: EngineResult): Promise<void> {
    const { core } = this.parts;
    playing.ending ??= endingOf(playing.run, result, playing.stopAfterCycle);
    if (core.arm.isMoving && result.kind !== 'completed') await core.arm.waitForStandstill();
    this.close(playing, playing.ending);
  }

  private crash(playing: Playing, error: unknown): void {
    const { core } = this.parts;
    core.log.error('the run ended unexpectedly', { error });
    playing.ending ??= crashed();
    this.close(playing, playing.ending);
  }

  private close(playing: Playing, { status, failure, stop, isRefused = false }: Ending): void {
    const { core } = this.parts;
    playing.run.end(status, failure, stop);
    this.places.noteEnd(playing.run.journal.run, playing.progress.at);
    const isTestRun = this.isTestRun && core.store.state.testRunSpeed !== null;
    this.playing = undefined;
    this.pausePoint = undefined;
    this.gate.open();
    this.debug.end();
    core.store.update((state) => {
      state.isPaused = false;
      state.motionActivity = 'none';
      if (isTestRun && status === 'completed')
        state.preflight = { result: 'passed', at: core.clock.wallNow().toISOString(), reason: null, byName: null };
    });
    if (failure && !isRefused && core.machine.state !== 'Failure' && core.machine.state !== 'Recovering')
      core.fail(failure);
    else if (core.machine.state === 'RoutineRunning') core.machine.fire('routineEnded');
    core.handleRunEnded();
  }

  /** Ends the run, if any; the arm has been stopped already. */
  stop(ending: Ending): void {
    const { playing } = this;
    if (!playing || playing.ending) return;
    playing.ending = ending;
    showStopAfterCycle(this.parts.core.store, false);
    playing.engine.stop();
  }

  /** Pauses. @param reason reason and remedy of a pause without a user's request. */
  pause(reason?: string): Answer {
    const { core } = this.parts;
    const { playing } = this;
    if (!playing || playing.ending || core.machine.state !== 'RoutineRunning') {
      return refuse('routine_must_be_playing', runMessages.nonePlaying);
    }
    if (this.isPaused && !this.isResuming) return refuse('routine_must_be_playing', runMessages.alreadyPaused);
    core.arm.pause();
    if (this.isPaused) this.isResuming = false;
    else this.hold(reason);
    return accepted;
  }

  /** Pauses the run where it is, after any stop of the arm. */
  hold(reason?: string): void {
    if (!this.playing || this.playing.ending || this.isPaused) return;
    this.playing.engine.pause();
    this.markPaused(reason);
  }

  /** Handles a halt of the engine; parallel motion is paused, too. */
  private takeHalt(halt: Halt): void {
    this.parts.core.arm.pause();
    this.markPaused(undefined, halt);
  }

  /** Handles another tool on the flange: a move that was planned with the former one is paused. */
  takeTool(tool: ToolModel): void {
    if (!this.playing || (this.isPaused && !this.isResuming)) return;
    const [difference] = this.parts.mover.toolsUnderWay.flatMap((before) => describeToolDifference(before, tool) ?? []);
    if (difference === undefined) return;
    this.pause(runMessages.toolChangedDuringMove(difference));
  }

  /** Continues a paused run, if the cell is unchanged. */
  async resume(goOn: GoOn = { kind: 'continue' }): Promise<Answer<{ runID: string }>> {
    const { current } = this.prompts;
    if (current === undefined) return this.goOn(goOn);
    return refuse('cannot_play_routine', runMessages.promptShown(current.message));
  }

  /** Answers the prompt of a step, and resumes; if that is refused, the prompt stays. */
  async confirm(stepID: string, input: string | undefined): Promise<Answer> {
    const checked = this.prompts.check(stepID, input);
    if (!checked.ok) return checked;
    const resumed = await this.goOn({ kind: 'asBefore' }, input);
    if (!resumed.ok) return resumed;
    this.prompts.answer(input);
    return accepted;
  }

  private async goOn(goOn: GoOn, answer?: string): Promise<Answer<{ runID: string }>> {
    const { core } = this.parts;
    const { playing } = this;
    if (!playing || playing.ending || !this.isPaused) return refuse('routine_must_be_running', runMessages.nonePaused);
    if (core.machine.state !== 'RoutineRunning') {
      return refuse('robot_not_idle', describeStateRefusal(core.machine.state, 'The run cannot be resumed'));
    }
    if (this.isResuming) return refuse('robot_not_idle', runMessages.beingResumed);
    this.isResuming = true;
    const resumed = await this.resumeArm(playing);
    if (!resumed.ok) {
      this.isResuming = false;
      return resumed;
    }
    if (!this.isResuming || playing.ending) {
      // A pause or a stop came first: undo the resume of the arm.
      if (!playing.ending) core.arm.pause();
      this.isResuming = false;
      return refuse('cannot_play_routine', runMessages.pauseOrStopFirst);
    }
    this.isResuming = false;
    this.markResumed(playing, answer);
    playing.engine.resume(goOn);
    return accept({ runID: playing.run.id });
  }

  /** Checks that nothing has changed, then resumes a paused trajectory. */
  private async resumeArm(playing: Playing): Promise<Answer> {
    const { core } = this.parts;
    const mayMove = checkMayMove(core, 'cannot_play_routine');
    if (!mayMove.ok) return mayMove;
    if (!(await core.arm.waitForStandstill())) return refuse('cannot_play_routine', robotMessages.armNotStopped);
    const tool = await core.refreshTool();
    if (!tool.ok) return tool;
    const now = this.describePresent();
    if (this.pausePoint && now) {
      const guard = checkResume(this.pausePoint, now);
      if (!guard.ok) return guard;
    }
    if (!this.isResuming || playing.ending || !core.arm.isHolding) return accepted;
    return core.arm.command((driver, epoch) => driver.resume({ epoch }));
  }

  /** Steps on from the pause, or from the start when nothing plays, and halts there. */
  step(goOn: GoOn, options: PlayOptions): Promise<Answer<{ runID: string }>> {
    return this.isPaused ? this.resume(goOn) : this.play({ ...options, goOn });
  }

  /** Continues to a step, or plays from the start to it. */
  async runTo(stepID: string, options: PlayOptions): Promise<Answer<{ runID: string }>> {
    const reachable = this.loaded ? this.debug.checkTarget(stepID) : accepted;
    return reachable.ok ? this.step({ kind: 'runTo', stepID }, options) : reachable;
  }

  stopAfterCycle(stop: RunStop): Answer {
    return stopAfterCycle(this.parts.core, this.playing, stop);
  }

  continueAfterCycle(): Answer {
    return continueAfterCycle(this.parts.core, this.playing);
  }

  /** Sets a variable of the loaded routine by id; one of the cell reaches the library too. */
  setVariable(id: string, value: VariableValue): Answer {
    const { parts } = this;
    const set = setRoutineVariable(this.loaded, id, value, (...changed) => saveGlobalVariable(parts, ...changed));
    if (set.ok) this.debug.look();
    return set;
  }

  /** Resolves when no run is active and its journal is complete, or at a time limit. */
  async settle(): Promise<void> {
    const clock = realTimeOf(this.parts.core.clock);
    for (const end = clock.now() + settleTimeoutMS; this.playing && clock.now() < end; ) await clock.sleep(20);
    await this.last?.run.journal.drain(settleTimeoutMS);
  }

  /** Another runner writes the journals now, so the last entries of this one are dropped. */
  abandonJournal(): void {
    this.last?.run.journal.abandon();
  }

  /** The run under way. */
  get run(): Playing['run'] | undefined {
    return this.playing?.run;
  }

  private markPaused(reason?: string, halt?: Halt): void {
    const { core, mover } = this.parts;
    const { playing } = this;
    if (!playing) return;
    this.gate.close();
    this.pausePoint = undefined;
    playing.run.setPaused(true, { reason, halt });
    this.debug.showPaused(halt, playing.run.steps.current());
    core.store.update((state) => {
      state.isPaused = true;
    });
    mover.showActivity();
    // A paused move continues with the tool and base of its plan, even if others are current.
    const [tool = core.tools.current] = mover.toolsUnderWay;
    const { base } = core.store.state;
    void core.arm.waitForStandstill().then(() => {
      if (this.playing !== playing || !this.isPaused || this.pausePoint) return;
      const present = this.describePresent();
      this.pausePoint = present && { ...present, tool, base };
    });
  }

  /** Adopts the base that the run itself moved while it was paused. */
  adoptBase(): void {
    const { base } = this.parts.core.store.state;
    if (this.pausePoint) this.pausePoint = { ...this.pausePoint, base };
  }

  private markResumed(playing: Playing, answer?: string): void {
    this.gate.open();
    this.pausePoint = undefined;
    playing.run.setPaused(false, { answer });
    this.debug.showResumed();
    this.parts.core.store.update((state) => {
      state.isPaused = false;
    });
    this.parts.mover.showActivity();
  }

  private describePresent(): PausePoint | undefined {
    const { joints } = this.parts.core.arm;
    const program = this.loaded?.program;
    if (!joints || !program) return undefined;
    return { ...this.describeHere(joints), routineID: program.routineID, routineVersion: program.version };
  }

  /** Returns the conditions of continuing at the current place, for any routine. */
  describeHere(joints: JointAngles): Omit<PausePoint, 'routineID' | 'routineVersion'> {
    const { store, tools } = this.parts.core;
    const { payload, base } = store.state;
    return { joints, tool: tools.current, payloadMassKg: payload.mass, base };
  }
}
