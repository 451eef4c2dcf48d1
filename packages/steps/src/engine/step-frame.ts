import { type Clock, realTimeOf, timeScaleOf, type VariableValue } from '@cellwright/domain/basics';
import { messages, runMessages } from '@cellwright/domain/messages';
import {
  type ChildStep,
  completed,
  type EnteredChild,
  effectiveTimeLimit,
  failed,
  type LeavePorts,
  type Provided,
  type Scope,
  type StepContext,
  type StepOutcome,
  type StepPorts,
  stopped,
} from '../framework/index.ts';
import { leaveStep } from './leave-step.ts';
import { PlaceTracker } from './places.ts';
import { asChildStep, type ProgramNode } from './program.ts';
import { StepWatch } from './step-watch.ts';
import type { EngineObserver, Halt, NodeKind } from './types.ts';

/** Time after which an aborted step that does not end by itself is abandoned. */
const abandonAfterMS = 1000;

/** Functions of the engine that a frame needs. */
export interface FrameHost {
  portsOf(thread: string): StepPorts;
  /** Ports for leaving a step; a pause does not stop their clock. */
  leavePortsOf(thread: string): LeavePorts;
  /** Clock that no pause stops. */
  readonly baseClock: Clock;
  readonly observer: EngineObserver;
  /**
   * Plays a step. `outer` is the step that plays around it; `place` records its beginning and end. `isPartOfParent`:
   * step once does not halt after it.
   */
  playStep(
    node: ProgramNode,
    thread: string,
    outer: StepFrame,
    place: PlaceTracker,
    isPartOfParent?: boolean,
  ): Promise<StepOutcome>;
  holdWhilePaused(): Promise<void>;
  startStep(node: ProgramNode, thread: string): void;
  endStep(node: ProgramNode, thread: string, outcome: StepOutcome): void;
  skipStep(node: ProgramNode, thread: string): void;
  /** True if a step is skipped: disabled in the program or for this run. */
  isDisabled(node: ProgramNode): boolean;
  /** Called when a step that another step plays begins or has ended: the run may pause there. */
  passStep(node: ProgramNode, thread: string, when: Halt['when']): void;
  /** True if the run may halt between a step and its next sibling. */
  mayHaltBetween(one: ProgramNode, next: ProgramNode, thread: string): boolean;
  endCycle(node: ProgramNode, thread: string, isLast: boolean): boolean;
  /** Plays children from an index on in a thread of their own. False if the step's thread is still playing. */
  playBeside(node: ProgramNode, first: number, outer: StepFrame, onEnded: () => void): boolean;
  /** Returns the siblings of a step in order, itself included. */
  siblingsOf(node: ProgramNode): readonly ProgramNode[];
  /** Marks a step as played by an earlier step, so that it is skipped once. `false` removes the mark. */
  setPlayed(node: ProgramNode, isPlayed: boolean): void;
  findNode(stepID: string): ProgramNode | undefined;
  /**
   * Returns the index of the child to start with when the run starts inside this step; only the first call returns it.
   */
  takeStartIndex(stepID: string): number | undefined;
  /** True if the step had begun in the run that this one continues; only for the first call. */
  takeContinued(stepID: string): boolean;
}

/** One execution of one step: its context, abort signal and time limit. */
export class StepFrame implements StepContext<unknown>, Scope {
  readonly outer: StepFrame | undefined;
  readonly #host: FrameHost;
  readonly node: ProgramNode;
  readonly #kind: NodeKind;
  readonly thread: string;
  readonly #watch: StepWatch | undefined;
  readonly #entered = new Set<EnteredChild>();
  readonly #enteredFollowing = new Set<ProgramNode>();
  readonly startIndex: number | undefined;
  readonly isContinued: boolean;
  #place: PlaceTracker | undefined;
  #hasStartedInside = false;
  #abort: AbortController | undefined;
  #paused: AbortController | undefined;
  #abortedBy: 'stop' | 'limit' | undefined;
  #cancelAbandon: (() => void) | undefined;
  #isAbandonDue = false;
  #isPlayingInside = false;
  #isLeaving = false;
  #settle: (outcome: StepOutcome) => void = () => undefined;
  #childSteps: readonly ChildStep[] | undefined;
  /** True if it played its children as a container does; step once does not halt at the end of such a step. */
  playedChildren = false;

  constructor(host: FrameHost, node: ProgramNode, kind: NodeKind, thread: string, outer: StepFrame | undefined) {
    this.outer = outer;
    this.#host = host;
    this.node = node;
    this.#kind = kind;
    this.thread = thread;
    this.#watch = this.#createWatch();
    this.startIndex = host.takeStartIndex(node.step.id);
    this.isContinued = host.takeContinued(node.step.id);
  }

  get stepID(): string {
    return this.node.step.id;
  }

  get args(): unknown {
    return this.node.step.args;
  }

  get ports(): StepPorts {
    return this.#host.portsOf(this.thread);
  }

  /** Place among its children, created for the first of them. */
  get place(): PlaceTracker {
    this.#place ??= new PlaceTracker();
    return this.#place;
  }

  /** Created when a step first reads it: most steps never do. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#abortedBy !== undefined) this.#abort.abort(new StepAborted());
    return this.#abort.signal;
  }

  get pauseSignal(): AbortSignal {
    this.#paused ??= new AbortController();
    return this.#paused.signal;
  }

  get children(): readonly ChildStep[] {
    this.#childSteps ??= this.node.children.map((child) => this.#describe(child, this));
    return this.#childSteps;
  }

  get previous(): ChildStep | undefined {
    let { previous } = this.node;
    while (previous !== undefined && this.#host.isDisabled(previous)) previous = previous.previous;
    return previous && this.#describe(previous, this.outer);
  }

  get following(): Iterable<ChildStep> {
    return this.#walkFollowing();
  }

  provide<Value>(key: Provided<Value>, value: Value): void {
    key.provideIn(this, value);
  }

  find<Value>(key: Provided<Value>): Value | undefined {
    return key.findFrom(this.outer);
  }

  /** Plays the step; never rejects. */
  async run(): Promise<StepOutcome> {
    this.#watch?.start();
    const outcome = await new Promise<StepOutcome>((resolve) => {
      this.#settle = resolve;
      this.#perform().then(resolve);
    });
    this.#watch?.end();
    this.#cancelAbandon?.();
    const ended = this.#abortedBy === 'limit' ? this.#limitExceeded() : outcome;
    for (const child of this.#entered) child.leave(ended);
    const final = this.#kind.runtime.leave ? await this.#leave(ended) : ended;
    if (final.kind !== 'completed') for (const node of this.#enteredFollowing) this.#host.setPlayed(node, false);
    return final;
  }

  /** Ends the step early. A step that does not react is abandoned after a second. */
  abort(by: 'stop' | 'limit'): void {
    // A step that is being left has its own time limit.
    if (this.#abortedBy !== undefined || this.#isLeaving) return;
    this.#abortedBy = by;
    this.#abandonLater();
    this.#abort?.abort(new StepAborted());
  }

  notePaused(): void {
    this.#paused?.abort();
  }

  /** Suspends the time limit until the returned function is called. */
  suspendTimeLimit(): () => void {
    this.#watch?.suspend();
    return () => this.#watch?.resume();
  }

  setVariable(name: string, value: VariableValue): void {
    this.#host.observer.stepVariable(this.node.step, name, value);
  }

  async playChildren(): Promise<StepOutcome> {
    this.playedChildren = true;
    const { children } = this.node;
    const first = this.#takeFirstIndex();
    this.#watch?.suspend();
    let outcome = completed;
    for (let index = first; index < children.length && outcome.kind === 'completed'; index++) {
      const child = children[index];
      if (child !== undefined) outcome = await this.#playInside(child);
    }
    // A round that was left early is over: its remaining steps are not played.
    if (outcome.kind === 'loopControl') this.place.note(children.at(-1), 'after');
    this.#watch?.resume();
    return outcome;
  }

  async playChild(stepID: string): Promise<StepOutcome> {
    const child = this.#childNode(stepID);
    this.#watch?.suspend();
    const outcome = await this.#playInside(child, true);
    this.#watch?.resume();
    return outcome;
  }

  async holdWhilePaused(): Promise<void> {
    await this.#host.holdWhilePaused();
    this.signal.throwIfAborted();
  }

  skipChild(stepID: string): void {
    this.#host.skipStep(this.#childNode(stepID), this.thread);
  }

  enterChild(stepID: string): EnteredChild {
    return this.#enter(this.#childNode(stepID));
  }

  enterFollowing(stepID: string): EnteredChild {
    const node = this.#followingNode(stepID);
    this.#enteredFollowing.add(node);
    this.#host.setPlayed(node, true);
    return this.#enter(node);
  }

  #enter(node: ProgramNode): EnteredChild {
    const entered: EnteredChild = {
      setVariable: (name, value) => this.#host.observer.stepVariable(node.step, name, value),
      leave: (outcome) => {
        if (!this.#entered.delete(entered)) return;
        this.#host.endStep(node, this.thread, outcome);
        if (outcome.kind === 'completed') this.place.note(node, 'after');
        if (outcome.kind === 'completed') this.#host.passStep(node, this.thread, 'after');
      },
    };
    this.#entered.add(entered);
    this.place.note(node, 'inside');
    this.#host.startStep(node, this.thread);
    this.#host.passStep(node, this.thread, 'before');
    return entered;
  }

  endCycle(isLast = false): boolean {
    this.place.note(undefined, 'before');
    return this.#host.endCycle(this.node, this.thread, isLast);
  }

  playChildrenBeside(onEnded: () => void): boolean {
    return this.#host.playBeside(this.node, this.#takeFirstIndex(), this, onEnded);
  }

  /** Steps inside are left before this one: it is not abandoned before they have ended. */
  async #playInside(child: ProgramNode, isPartOfParent = false): Promise<StepOutcome> {
    this.#isPlayingInside = true;
    const outcome = await this.#host.playStep(child, this.thread, this, this.place, isPartOfParent);
    this.#isPlayingInside = false;
    if (this.#isAbandonDue) this.#abandonLater();
    return outcome;
  }

  #leave(outcome: StepOutcome): Promise<StepOutcome> {
    this.#isLeaving = true;
    return leaveStep({
      runtime: this.#kind.runtime,
      stepID: this.stepID,
      args: this.args,
      outcome,
      ports: this.#host.leavePortsOf(this.thread),
      clock: realTimeOf(this.#host.baseClock),
      onWarning: (message) => this.#host.observer.stepWarning(this.node.step, message),
    });
  }

  async #perform(): Promise<StepOutcome> {
    try {
      return await this.#kind.runtime.run(this);
    } catch (error) {
      if (this.#abortedBy !== undefined) return stopped;
      return failed('InternalFailure', `The step failed unexpectedly: ${String(error)}`);
    }
  }

  #createWatch(): StepWatch | undefined {
    const limits = this.#limits();
    if (limits === undefined) return undefined;
    return new StepWatch({
      clock: this.ports.clock,
      ...limits,
      onWarning: () => this.#warn(limits),
      onLimit: () => this.abort('limit'),
    });
  }

  #warn({ warningMS, limitMS }: { warningMS: number; limitMS: number }): void {
    const message = runMessages.nearLimit(Math.round(warningMS), Math.round(limitMS));
    this.#host.observer.stepWarning(this.node.step, message);
  }

  #limits() {
    return effectiveTimeLimit(this.#kind.contract.timeLimit(this.node.step.args), timeScaleOf(this.#host.baseClock));
  }

  #limitExceeded(): StepOutcome {
    return failed('StepPlayFailure', messages.timeoutReached(Math.round(this.#limits()?.limitMS ?? 0)));
  }

  #abandonLater(): void {
    this.#isAbandonDue = false;
    this.#cancelAbandon = realTimeOf(this.#host.baseClock).schedule(abandonAfterMS, () => this.#abandon());
  }

  #abandon(): void {
    this.#isAbandonDue = this.#isPlayingInside;
    if (this.#isAbandonDue) return;
    const message = runMessages.abandoned(abandonAfterMS);
    this.#host.observer.stepWarning(this.node.step, message);
    this.#settle(stopped);
  }

  #takeFirstIndex(): number {
    if (this.startIndex === undefined || this.#hasStartedInside) return 0;
    this.#hasStartedInside = true;
    return this.startIndex;
  }

  #childNode(stepID: string): ProgramNode {
    const child = this.#host.findNode(stepID);
    if (child?.parent !== this.node) throw new Error(`Step ${stepID} is not inside step ${this.node.step.path}`);
    return child;
  }

  *#walkFollowing(): Generator<ChildStep> {
    const siblings = this.#host.siblingsOf(this.node);
    let last = this.node;
    for (let index = siblings.indexOf(this.node) + 1; index < siblings.length; index++) {
      const sibling = siblings[index];
      if (sibling === undefined || this.#host.mayHaltBetween(last, sibling, this.thread)) return;
      yield this.#describe(sibling, this.outer);
      last = sibling;
    }
  }

  #describe(node: ProgramNode, scope: StepFrame | undefined): ChildStep {
    return asChildStep(node, { ports: this.ports, scope, isDisabled: this.#host.isDisabled(node) });
  }

  #followingNode(stepID: string): ProgramNode {
    const node = this.#host.findNode(stepID);
    const siblings = this.#host.siblingsOf(this.node);
    if (node === undefined || siblings.indexOf(node) <= siblings.indexOf(this.node)) {
      throw new Error(`Step ${stepID} does not follow step ${this.node.step.path}`);
    }
    return node;
  }
}

/** Error with which a wait rejects when a stop or a time limit ended its step. */
class StepAborted extends Error {
  override readonly name = 'StepAborted';
  constructor() {
    super('The step was stopped');
  }
}
