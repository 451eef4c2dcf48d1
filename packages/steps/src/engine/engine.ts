import { messages, ProductError, recoveryOf } from '@cellwright/domain';
import { completed, failed, type ProgramStep, type StepOutcome, type StepPorts, stopped } from '../framework/index.ts';
import { refuseKind } from '../step-contracts.ts';
import { Gate } from './gate.ts';
import { buildTree, type ProgramNode, type ProgramTree } from './program.ts';
import { RunClock } from './run-clock.ts';
import { checkStart, initialVariables, pathToStart } from './start.ts';
import { type FrameHost, StepFrame } from './step-frame.ts';
import type { Engine, EngineOptions, EngineResult, StartCheck } from './types.ts';

/** Steps that never wait hand the event loop back this often, so that heartbeats and stops are not held up. */
const yieldAfterMS = 10;

const mainThread = 'main';

/** Plays one program once. */
export function createEngine(options: EngineOptions): Engine {
  return new ProgramEngine(options);
}

type Failed = StepOutcome & { kind: 'failed' };

class ProgramEngine implements Engine, FrameHost {
  readonly ports: StepPorts;
  readonly baseClock: EngineOptions['clock'];
  readonly observer: EngineOptions['observer'];
  readonly #clock: RunClock;
  readonly #tree: ProgramTree;
  readonly #mainLoopStepID: string | undefined;
  readonly #gate = new Gate();
  readonly #frames = new Set<StepFrame>();
  #startChildren = new Map<string | null, string>();
  #failure: { readonly step: ProgramStep; readonly outcome: Failed } | undefined;
  #isStopped = false;
  /** 'step': pauses when the step that plays has ended. 'pauseNext': that step has ended. */
  #stepping: 'off' | 'step' | 'pauseNext' = 'off';
  #isStoppingAfterCycle = false;
  #cycleCount = 0;
  #yieldedAt = 0;

  constructor({ program, ports, clock, observer }: EngineOptions) {
    this.#clock = new RunClock(clock);
    this.#tree = buildTree(program);
    this.#mainLoopStepID = program.mainLoopStepID;
    this.ports = { ...ports, clock: this.#clock };
    this.baseClock = clock;
    this.observer = observer;
  }

  get isPaused(): boolean {
    return this.#gate.isClosed;
  }

  checkStart(fromStepID: string | undefined): StartCheck {
    return checkStart(this.#tree, fromStepID, (id) => this.ports.space.find(id));
  }

  async play(options: { fromStepID?: string; pauseAfterFirstStep?: boolean } = {}): Promise<EngineResult> {
    const check = this.checkStart(options.fromStepID);
    if (check.kind === 'unknownStep') throw new ProductError('not_found', 'There is no such step in the routine');
    if (check.kind === 'disabledStep') throw new ProductError('cannot_play_routine', 'The step is disabled');
    if (check.kind === 'refused') return resultOf(check.step, failed('StepPlayFailure', check.message));
    this.#startChildren = pathToStart(this.#tree, options.fromStepID);
    this.#stepping = options.pauseAfterFirstStep ? 'step' : 'off';
    this.#yieldedAt = this.baseClock.now();
    // A step that has not played yet has its variables all the same, where something reads them.
    for (const { step, name, value } of initialVariables(this.#tree)) this.observer.stepVariable(step, name, value);
    return this.#resultOf(await this.#playRoots());
  }

  pause(): void {
    this.#stepping = 'off';
    this.#clock.pause();
    this.#gate.close();
  }

  resume(): void {
    this.#stepping = 'off';
    this.#letGo();
  }

  stepOnce(): void {
    if (!this.isPaused) return;
    this.#stepping = 'step';
    this.#letGo();
  }

  stop(): void {
    this.#isStopped = true;
    // Inner steps first, so that an outer one sees them end.
    for (const frame of [...this.#frames].reverse()) frame.abort('stop');
    this.#gate.open();
  }

  stopAfterCycle(): void {
    this.#isStoppingAfterCycle = true;
  }

  async playStep(node: ProgramNode, thread: string, isPartOfParent = false): Promise<StepOutcome> {
    const { step, kind } = node;
    if (step.isDisabled) {
      this.skipStep(node, thread);
      return completed;
    }
    if (!(await this.#mayStart())) return stopped;
    this.startStep(node, thread);
    if (kind === undefined) return this.#endUnplayable(node, thread);
    const frame = new StepFrame(this, node, kind, thread);
    this.#frames.add(frame);
    const outcome = refuseStrayLoopControl(node, await frame.run());
    this.#frames.delete(frame);
    this.endStep(node, thread, outcome);
    if (this.#stepping === 'step' && !frame.playedChildren && !isPartOfParent) this.#stepping = 'pauseNext';
    return outcome;
  }

  async holdWhilePaused(): Promise<void> {
    await this.#gate.pass();
  }

  startStep(node: ProgramNode, thread: string): void {
    this.observer.stepStarted(node.step, thread);
  }

  endStep({ step }: ProgramNode, thread: string, outcome: StepOutcome): void {
    // A container passes its child's outcome on: the child is where it failed.
    if (outcome.kind === 'failed' && outcome !== this.#failure?.outcome) this.#failure = { step, outcome };
    this.observer.stepEnded(step, thread, outcome);
  }

  skipStep(node: ProgramNode, thread: string): void {
    this.observer.stepEnded(node.step, thread, { kind: 'skipped' });
  }

  findNode(stepID: string): ProgramNode | undefined {
    return this.#tree.nodes.get(stepID);
  }

  takeStartChild(stepID: string): string | undefined {
    if (this.#startChildren.size === 0) return undefined;
    const childID = this.#startChildren.get(stepID);
    this.#startChildren.delete(stepID);
    return childID;
  }

  endCycle(node: ProgramNode): boolean {
    if (!this.#isMainLoop(node)) return false;
    this.#countCycle();
    return this.#isStoppingAfterCycle;
  }

  async #playRoots(): Promise<StepOutcome> {
    const { roots } = this.#tree;
    const startID = this.#startChildren.get(null);
    this.#startChildren.delete(null);
    const first = startID === undefined ? 0 : roots.findIndex(({ step }) => step.id === startID);
    for (let index = first; index < roots.length; index++) {
      const node = roots[index];
      const outcome = node === undefined ? completed : await this.playStep(node, mainThread);
      if (outcome.kind !== 'completed') return outcome;
    }
    if (this.#cycleCount === 0) this.#countCycle();
    return completed;
  }

  /** Waits while the run is paused; false when it was stopped meanwhile. */
  async #mayStart(): Promise<boolean> {
    if (this.#stepping === 'pauseNext') {
      this.pause();
      this.observer.paused?.();
    }
    await this.#gate.pass();
    if (this.#isStopped) return false;
    const awakeSince = Math.max(this.#yieldedAt, this.#clock.wokeAt);
    if (this.baseClock.now() - awakeSince > yieldAfterMS) await this.#yield();
    return !this.#isStopped;
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

  #letGo(): void {
    this.#clock.resume();
    this.#gate.open();
  }

  #isMainLoop(node: ProgramNode): boolean {
    return this.#mainLoopStepID === undefined ? !isInsideLoop(node) : node.step.id === this.#mainLoopStepID;
  }

  #countCycle(): void {
    this.#cycleCount += 1;
    this.observer.cycleEnded(this.#cycleCount);
  }

  #resultOf(outcome: StepOutcome): EngineResult {
    if (this.#isStopped || outcome.kind === 'stopped') return { kind: 'stopped' };
    if (outcome.kind === 'failed' && this.#failure !== undefined) return resultOf(this.#failure.step, outcome);
    return { kind: 'completed' };
  }
}

function isInsideLoop(node: ProgramNode): boolean {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (outer.step.stepKind === 'Loop') return true;
  }
  return false;
}

/** Break and continue travel to the nearest loop; where there is none they are a mistake of the routine. */
function refuseStrayLoopControl(node: ProgramNode, outcome: StepOutcome): StepOutcome {
  if (outcome.kind !== 'loopControl' || isInsideLoop(node)) return outcome;
  return failed('ExecutionFailure', messages.loopControlOutsideLoop(outcome.action));
}

function resultOf(step: ProgramStep, { failure, message, detail, isRecoverable }: Failed): EngineResult {
  const mayRecover = isRecoverable ?? recoveryOf[failure] === 'Recoverable';
  return { kind: 'failed', failure, message, detail, isRecoverable: mayRecover, step };
}
