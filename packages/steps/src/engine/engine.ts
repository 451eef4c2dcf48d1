import { ProductError } from '@cellwright/domain/basics';
import { runMessages } from '@cellwright/domain/messages';
import {
  completed,
  failed,
  type LeavePorts,
  type ProgramStep,
  type StepOutcome,
  type StepPorts,
  stopped,
} from '../framework/index.ts';
import { refuseKind } from '../step-contracts.ts';
import { Debugger, type DebuggerHost } from './debugger.ts';
import { Gate } from './gate.ts';
import { type PlaceTracker, planResume, type ResumePlan } from './places.ts';
import { buildTree, isMainLoop, type ProgramNode, type ProgramTree } from './program.ts';
import { type Failed, refuseStrayLoopControl, resultOf } from './results.ts';
import { RunClock } from './run-clock.ts';
import { RunPlaces } from './run-places.ts';
import { checkStart, initialVariables, pathToStart } from './start.ts';
import { type FrameHost, StepFrame } from './step-frame.ts';
import { Threads } from './threads.ts';
import {
  type Breakpoint,
  type Engine,
  type EngineOptions,
  type EngineResult,
  type GoOn,
  type Halt,
  mainThread,
  type Place,
  type ResumeFrom,
  type StartCheck,
} from './types.ts';

/** Interval at which steps that never wait yield to the event loop, so that heartbeats and stops are not delayed. */
const yieldAfterMS = 10;

/** Creates an engine that plays one program once. */
export function createEngine(options: EngineOptions): Engine {
  return new ProgramEngine(options);
}

class ProgramEngine implements Engine, FrameHost, DebuggerHost {
  readonly baseClock: EngineOptions['clock'];
  readonly observer: EngineOptions['observer'];
  readonly #clock: RunClock;
  readonly #tree: ProgramTree;
  readonly #mainLoopStepID: string | undefined;
  readonly #gate = new Gate();
  readonly #frames = new Set<StepFrame>();
  readonly #portsOf: EngineOptions['portsOf'];
  readonly #leavePortsOf: (thread: string) => Omit<LeavePorts, 'clock'>;
  readonly #ports = new Map<string, StepPorts>();
  readonly #threads = new Threads();
  readonly #debugger = new Debugger(this);
  /** Steps that an earlier step has already played. */
  readonly #playedBefore = new Set<ProgramNode>();
  /** Failed step by its outcome; the steps around it pass the outcome on. */
  readonly #failedSteps = new WeakMap<StepOutcome, ProgramStep>();
  #startIndexes = new Map<string | null, number>();
  #continued = new Set<string>();
  readonly #places = new RunPlaces((thread) => this.#findFrame(thread));
  /** Failure of a thread beside the routine, which fails the run. */
  #failureBeside: Failed | undefined;
  #isStopped = false;
  /** True when the routine has ended, so that threads beside it end, too. */
  #isOver = false;
  #isStoppingAfterCycle = false;
  #cycleCount = 0;
  #yieldedAt = 0;

  constructor({ program, portsOf, leavePortsOf = portsOf, findKind, clock, observer }: EngineOptions) {
    this.#clock = new RunClock(clock);
    this.#tree = buildTree(program, findKind);
    this.#mainLoopStepID = program.mainLoopStepID;
    this.#portsOf = portsOf;
    this.#leavePortsOf = leavePortsOf;
    this.baseClock = clock;
    this.observer = observer;
  }

  get isPaused(): boolean {
    return this.#gate.isClosed;
  }

  checkStart(fromStepID: string | undefined): StartCheck {
    return checkStart(this.#tree, fromStepID, (id) => this.portsOf(mainThread).space.find(id));
  }

  portsOf(thread: string): StepPorts {
    let ports = this.#ports.get(thread);
    if (ports === undefined) {
      ports = { ...this.#portsOf(thread), clock: this.#clock };
      this.#ports.set(thread, ports);
    }
    return ports;
  }

  leavePortsOf(thread: string): LeavePorts {
    return { ...this.#leavePortsOf(thread), clock: this.baseClock };
  }

  places(): readonly Place[] {
    return this.#places.list();
  }

  async play(options: { fromStepID?: string; goOn?: GoOn; resumeFrom?: ResumeFrom } = {}): Promise<EngineResult> {
    const check = this.checkStart(options.fromStepID);
    if (check.kind === 'unknownStep') throw new ProductError('not_found', runMessages.noSuchStep);
    if (check.kind === 'disabledStep') throw new ProductError('cannot_play_routine', 'The step is disabled');
    if (check.kind === 'refused') return resultOf(check.step, failed('StepPlayFailure', check.message));
    const { resumeFrom } = options;
    const plan = resumeFrom && planResume(this.#tree, resumeFrom.places, resumeFrom.interrupted);
    this.#startIndexes = new Map(plan?.startIndexes ?? pathToStart(this.#tree, options.fromStepID));
    this.#continued = new Set(plan?.continued);
    this.#cycleCount = resumeFrom?.cycleCount ?? 0;
    this.#debugger.goOn(options.goOn ?? { kind: 'continue' });
    this.#yieldedAt = this.baseClock.now();
    // Publishes the variables of steps that have not played yet but are read by an expression.
    const { variables } = this.portsOf(mainThread);
    for (const { step, name, value } of initialVariables(this.#tree)) {
      if (resumeFrom && variables.getStepVariable(step.id, name) !== undefined) continue;
      this.observer.stepVariable(step, name, value);
    }
    if (resumeFrom) this.#places.restore(resumeFrom.places);
    const outcome = (await this.#playBesideAgain(plan)) ?? (await this.#playRoots());
    this.#isOver = true;
    this.#abortFrames();
    await this.#threads.settle();
    return this.#resultOf(outcome);
  }

  pause(): void {
    // A run that is ending still leaves its steps.
    if (this.isEnding) return;
    this.#debugger.notePaused();
    this.#clock.pause();
    this.#gate.close();
    for (const frame of this.#frames) frame.notePaused();
  }

  resume(goOn: GoOn = { kind: 'continue' }): void {
    this.#debugger.goOn(goOn);
    this.#clock.resume();
    this.#gate.open();
  }

  halt(halt: Halt): void {
    this.pause();
    this.observer.halted?.(halt);
  }

  setBreakpoints(breakpoints: readonly Breakpoint[]): void {
    this.#debugger.setBreakpoints(breakpoints);
  }

  setDisabledSteps(stepIDs: Iterable<string>): void {
    this.#debugger.setDisabledSteps(stepIDs);
  }

  stop(): void {
    this.#places.keep();
    this.#isStopped = true;
    this.#abortFrames();
  }

  stopAfterCycle(): void {
    this.#isStoppingAfterCycle = true;
  }

  continueAfterCycle(): boolean {
    if (this.#places.isKept) return false;
    this.#isStoppingAfterCycle = false;
    return true;
  }

  suspendTimeLimit(thread: string): () => void {
    return this.#findFrame(thread)?.suspendTimeLimit() ?? (() => undefined);
  }

  async playStep(
    node: ProgramNode,
    thread: string,
    outer: StepFrame | undefined,
    place: PlaceTracker | undefined,
    isPartOfParent = false,
  ): Promise<StepOutcome> {
    const { kind } = node;
    place?.note(node, 'before');
    if (this.#playedBefore.delete(node)) {
      place?.note(node, 'after');
      return completed;
    }
    if (this.isDisabled(node)) {
      this.skipStep(node, thread);
      place?.note(node, 'after');
      return completed;
    }
    if (!(await this.#mayStart(node, thread))) return stopped;
    this.startStep(node, thread);
    if (kind === undefined) return this.#endUnplayable(node, thread);
    const frame = new StepFrame(this, node, kind, thread, outer);
    this.#frames.add(frame);
    const outcome = refuseStrayLoopControl(node, await frame.run());
    if (outcome.kind === 'failed') this.#noteFailed(outcome, node.step);
    // The arm stopped without a stop of the run, for example by its controller: the run ends here.
    if (outcome.kind === 'stopped' && thread === mainThread) this.#places.keep();
    this.#frames.delete(frame);
    this.endStep(node, thread, outcome);
    // Break and continue also end the steps around them: the step that catches them records the place.
    if (outcome.kind === 'completed' || outcome.kind === 'loopControl') place?.note(node, 'after');
    if (this.#debugger.isOn) {
      await this.#debugger.leave(node, thread, outcome, !frame.playedChildren && !isPartOfParent);
    }
    return outcome;
  }

  async holdWhilePaused(): Promise<void> {
    await this.#gate.pass();
  }

  startStep(node: ProgramNode, thread: string): void {
    this.observer.stepStarted(node.step, thread);
  }

  endStep({ step }: ProgramNode, thread: string, outcome: StepOutcome): void {
    if (outcome.kind === 'failed') this.#noteFailed(outcome, step);
    this.observer.stepEnded(step, thread, outcome);
  }

  skipStep(node: ProgramNode, thread: string): void {
    this.observer.stepEnded(node.step, thread, { kind: 'skipped' });
  }

  isDisabled(node: ProgramNode): boolean {
    return this.#debugger.isDisabled(node);
  }

  passStep(node: ProgramNode, thread: string, when: Halt['when']): void {
    if (this.#debugger.isOn) this.#debugger.pass(node, thread, when);
  }

  mayHaltBetween(one: ProgramNode, next: ProgramNode, thread: string): boolean {
    return this.#debugger.mayHaltBetween(one, next, thread);
  }

  findPlaying(thread: string): ProgramNode | undefined {
    return this.#findFrame(thread)?.node;
  }

  /** Returns the innermost step that plays in a thread. */
  #findFrame(thread: string): StepFrame | undefined {
    return [...this.#frames].findLast((frame) => frame.thread === thread);
  }

  findNode(stepID: string): ProgramNode | undefined {
    return this.#tree.nodes.get(stepID);
  }

  takeStartIndex(stepID: string): number | undefined {
    if (this.#startIndexes.size === 0) return undefined;
    const index = this.#startIndexes.get(stepID);
    this.#startIndexes.delete(stepID);
    return index;
  }

  takeContinued(stepID: string): boolean {
    return this.#continued.size > 0 && this.#continued.delete(stepID);
  }

  playBeside(node: ProgramNode, first: number, outer: StepFrame, onEnded: () => void): boolean {
    const thread = node.step.id;
    return this.#threads.start(thread, async () => {
      const outcome = await this.#playInOrder(node.children, first, thread, outer);
      // A thread that a stop or a failure ended keeps its place.
      if (!this.isEnding) this.#places.endThread(thread);
      onEnded();
      this.#debugger.noteThreadEnded(thread);
      if (outcome.kind !== 'failed' || this.isEnding) return;
      this.#failureBeside = outcome;
      this.#abortFrames();
    });
  }

  siblingsOf(node: ProgramNode): readonly ProgramNode[] {
    return node.parent?.children ?? this.#tree.roots;
  }

  setPlayed(node: ProgramNode, isPlayed: boolean): void {
    if (isPlayed) this.#playedBefore.add(node);
    else this.#playedBefore.delete(node);
  }

  endCycle(node: ProgramNode, thread: string, isLast: boolean): boolean {
    if (thread !== mainThread || !isMainLoop(node, this.#mainLoopStepID)) return false;
    this.#countCycle();
    if (!this.#isStoppingAfterCycle) return false;
    const isBehind = (place: Place) => isLast && place.thread === thread;
    const behind: Place = { thread, stepID: node.step.id, when: 'after' };
    this.#places.keep((place) => (isBehind(place) ? behind : place));
    return true;
  }

  async #playRoots(): Promise<StepOutcome> {
    const { roots } = this.#tree;
    const first = this.#startIndexes.get(null) ?? 0;
    this.#startIndexes.delete(null);
    const outcome = await this.#playInOrder(roots, first, mainThread, undefined);
    if (outcome.kind === 'completed' && this.#cycleCount === 0) this.#countCycle();
    return outcome;
  }

  async #playInOrder(
    nodes: readonly ProgramNode[],
    first: number,
    thread: string,
    outer: StepFrame | undefined,
  ): Promise<StepOutcome> {
    const cursor = this.#places.begin(thread, nodes, first);
    if (thread === mainThread && !this.isEnding) this.#places.release();
    for (let index = first; index < nodes.length; index++) {
      const node = nodes[index];
      const outcome = node === undefined ? completed : await this.playStep(node, thread, outer, cursor);
      if (outcome.kind !== 'completed') return outcome;
    }
    return completed;
  }

  /** Restarts the background threads of the interrupted run. Returns the outcome that ended the run meanwhile, if any. */
  async #playBesideAgain(plan: ResumePlan | undefined): Promise<StepOutcome | undefined> {
    for (const { node, thread } of plan?.beside ?? []) {
      const outcome = await this.playStep(node, thread, undefined, undefined);
      if (outcome.kind !== 'completed') return outcome;
    }
    return undefined;
  }

  /** Records the failed step and all places at the first outcome of a failure. */
  #noteFailed(outcome: Failed, step: ProgramStep): void {
    if (this.#failedSteps.has(outcome)) return;
    this.#failedSteps.set(outcome, step);
    this.#places.keep();
  }

  get isEnding(): boolean {
    return this.#isStopped || this.#isOver || this.#failureBeside !== undefined;
  }

  #abortFrames(): void {
    // Inner steps first, so that an outer one sees them end.
    for (const frame of [...this.#frames].reverse()) frame.abort('stop');
    this.#gate.open();
  }

  /** Waits while the run is paused. False if it was stopped meanwhile. */
  async #mayStart(node: ProgramNode, thread: string): Promise<boolean> {
    if (this.#gate.isClosed) await this.#debugger.holdBack(node, thread);
    else await this.#gate.pass();
    if (this.#debugger.isOn) await this.#debugger.arrive(node, thread);
    // Another thread may have halted meanwhile.
    if (this.#gate.isClosed) await this.#debugger.holdBack(node, thread);
    if (this.isEnding) return false;
    if (this.baseClock.now() - Math.max(this.#yieldedAt, this.#clock.wokeAt) > yieldAfterMS) await this.#yield();
    return !this.isEnding;
  }

  async #yield(): Promise<void> {
    await this.baseClock.sleep(0);
    this.#yieldedAt = this.baseClock.now();
    await this.#gate.pass();
  }

  #endUnplayable(node: ProgramNode, thread: string): StepOutcome {
    const outcome = failed('StepPlayFailure', refuseKind(node.step.stepKind) ?? 'This step cannot be played');
    this.endStep(node, thread, outcome);
    return outcome;
  }

  #countCycle(): void {
    this.#cycleCount += 1;
    this.observer.cycleEnded(this.#cycleCount);
  }

  #resultOf(outcome: StepOutcome): EngineResult {
    if (this.#isStopped) return { kind: 'stopped' };
    const failure = this.#failureBeside ?? (outcome.kind === 'failed' ? outcome : undefined);
    const step = failure && this.#failedSteps.get(failure);
    if (failure !== undefined && step !== undefined) return resultOf(step, failure);
    return outcome.kind === 'stopped' ? { kind: 'stopped' } : { kind: 'completed' };
  }
}
