import type { Expression } from '@cellwright/domain';
import { evaluateCondition, type StepOutcome, type StepPorts } from '../framework/index.ts';
import type { ProgramNode } from './program.ts';
import { type Breakpoint, type GoOn, type Halt, mainThread } from './types.ts';

/** What the debugger needs of the engine that it halts. */
export interface DebuggerHost {
  readonly isPaused: boolean;
  readonly isEnding: boolean;
  portsOf(thread: string): StepPorts;
  /** Pauses the run and says where and why. */
  halt(halt: Halt): void;
  holdWhilePaused(): Promise<void>;
  /** The innermost step that plays in a thread. */
  findPlaying(thread: string): ProgramNode | undefined;
}

/** What a run that goes on is to halt at, besides breakpoints. */
type Stepping =
  | { readonly kind: 'once'; readonly isDone: boolean }
  /** Before the next step of the thread that stands no deeper. */
  | { readonly kind: 'step'; readonly thread: string; readonly depth: number }
  | { readonly kind: 'to'; readonly stepID: string };

interface Place {
  readonly node: ProgramNode;
  readonly thread: string;
}

type Reason = Pick<Halt, 'reason' | 'problem'>;

/**
 * Decides where a run halts: at breakpoints, and where somebody steps or runs to. A halt is a pause of the whole run, in
 * whichever thread it happens; of several threads that are to halt, each halts in turn.
 */
export class Debugger {
  /** Whether there is anything to halt at; while there is not, a step costs this look. */
  isOn = false;
  readonly #host: DebuggerHost;
  readonly #breakpoints = new Map<string, Breakpoint[]>();
  #disabled: ReadonlySet<string> = new Set();
  #stepping: Stepping | undefined;
  /** Where the run halted last. */
  #haltedAt: Place | undefined;
  /** The steps that a pause by somebody else holds back, by thread. */
  readonly #heldBack = new Map<string, ProgramNode>();
  /** A step that was held back and that somebody steps on from. */
  #leaving: ProgramNode | undefined;

  constructor(host: DebuggerHost) {
    this.#host = host;
  }

  setBreakpoints(breakpoints: readonly Breakpoint[]): void {
    this.#breakpoints.clear();
    for (const breakpoint of breakpoints) {
      const others = this.#breakpoints.get(breakpoint.stepID) ?? [];
      this.#breakpoints.set(breakpoint.stepID, [...others, breakpoint]);
    }
    this.#look();
  }

  setDisabledSteps(stepIDs: Iterable<string>): void {
    this.#disabled = new Set(stepIDs);
  }

  isDisabled({ step }: ProgramNode): boolean {
    return step.isDisabled || this.#disabled.has(step.id);
  }

  /** How the run goes on from where it is paused, or from its beginning. */
  goOn(how: GoOn): void {
    if (how.kind !== 'asBefore') this.#stepping = this.#begin(how);
    this.#haltedAt = undefined;
    this.#look();
  }

  /** The run pauses; where it halts by itself, that is noted after this. */
  notePaused(): void {
    this.#haltedAt = undefined;
  }

  /** Waits before a step while the run is paused. */
  async holdBack(node: ProgramNode, thread: string): Promise<void> {
    this.#heldBack.set(thread, node);
    await this.#host.holdWhilePaused();
    this.#heldBack.delete(thread);
  }

  /** Before a step: halts here where it is to. */
  async arrive(node: ProgramNode, thread: string): Promise<void> {
    if (this.#leaving === node) {
      this.#leaving = undefined;
      return;
    }
    await this.#haltWhile(node, thread, 'before', async () => this.#steps(node, thread) ?? this.#breaks(node, thread));
  }

  /** After a step that has ended. `isWhole`: it is what step once plays. */
  async leave(node: ProgramNode, thread: string, outcome: StepOutcome, isWhole: boolean): Promise<void> {
    if (outcome.kind === 'failed' || outcome.kind === 'stopped') return;
    if (this.#stepping?.kind === 'once' && thread === mainThread && isWhole) {
      this.#stepping = { kind: 'once', isDone: true };
    }
    if (!this.#breakpoints.has(node.step.id)) return;
    await this.#haltWhile(node, thread, 'after', () => this.#breaksAt(node, thread, 'after'));
  }

  /** A step that another plays, as a move its waypoints: the run pauses while the other goes on. */
  pass(node: ProgramNode, thread: string, when: Halt['when']): void {
    const isTarget = when === 'before' && this.#isTarget(node);
    if (isTarget) this.#halt(node, thread, when, { reason: 'runTo' });
    else if (this.#breakpoints.has(node.step.id)) void this.#passBreakpoint(node, thread, when);
  }

  /** Whether one step may not lead on into the next as one motion, since the run may halt between them. */
  mayHaltBetween(one: ProgramNode, next: ProgramNode, thread: string): boolean {
    if (!this.isOn) return false;
    const stepping = this.#stepping;
    if (stepping?.kind === 'step' && stepping.thread === thread) return true;
    return this.#isTarget(next) || this.#has(next, 'before') || this.#has(one, 'after');
  }

  /** A thread beside the routine has ended: what was stepped in it is stepped on in the routine. */
  noteThreadEnded(thread: string): void {
    if (this.#stepping?.kind === 'step' && this.#stepping.thread === thread) {
      this.#stepping = { kind: 'step', thread: mainThread, depth: Number.POSITIVE_INFINITY };
    }
  }

  #begin(how: GoOn): Stepping | undefined {
    this.#leaving = undefined;
    if (how.kind === 'runTo') return { kind: 'to', stepID: how.stepID };
    if (how.kind === 'continue' || how.kind === 'asBefore') return undefined;
    const thread = this.#haltedAt?.thread ?? mainThread;
    const heldBack = this.#haltedAt === undefined ? this.#heldBack.get(thread) : undefined;
    this.#leaving = heldBack;
    if (how.kind === 'stepOnce') return { kind: 'once', isDone: false };
    const from = this.#haltedAt?.node ?? heldBack ?? this.#host.findPlaying(thread);
    const depth = how.kind === 'stepInto' || from === undefined ? Number.POSITIVE_INFINITY : depthOf(from);
    return { kind: 'step', thread, depth };
  }

  #look(): void {
    this.isOn = this.#stepping !== undefined || this.#breakpoints.size > 0;
  }

  #isTarget({ step }: ProgramNode): boolean {
    return this.#stepping?.kind === 'to' && this.#stepping.stepID === step.id;
  }

  #has({ step }: ProgramNode, when: Halt['when']): boolean {
    return this.#breakpoints.get(step.id)?.some((breakpoint) => breakpoint.when === when) ?? false;
  }

  #steps(node: ProgramNode, thread: string): Reason | undefined {
    const stepping = this.#stepping;
    if (stepping === undefined) return undefined;
    if (stepping.kind === 'to') return this.#isTarget(node) ? { reason: 'runTo' } : undefined;
    if (stepping.kind === 'once') return stepping.isDone && thread === mainThread ? { reason: 'step' } : undefined;
    return stepping.thread === thread && depthOf(node) <= stepping.depth ? { reason: 'step' } : undefined;
  }

  #breaks(node: ProgramNode, thread: string): Promise<Reason | undefined> | undefined {
    return this.#breakpoints.has(node.step.id) ? this.#breaksAt(node, thread, 'before') : undefined;
  }

  async #breaksAt({ step }: ProgramNode, thread: string, when: Halt['when']): Promise<Reason | undefined> {
    for (const breakpoint of this.#breakpoints.get(step.id) ?? []) {
      if (breakpoint.when !== when) continue;
      const reason = breakpoint.condition === undefined ? plain : await this.#check(breakpoint.condition, thread);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  /** A condition that cannot be told halts, too, and says why: it must not be passed over unseen. */
  async #check(condition: Expression, thread: string): Promise<Reason | undefined> {
    const result = await evaluateCondition(this.#host.portsOf(thread).expressions, condition);
    if (!result.ok) return { reason: 'breakpoint', problem: result.message };
    return result.holds ? plain : undefined;
  }

  async #haltWhile(
    node: ProgramNode,
    thread: string,
    when: Halt['when'],
    findReason: () => Promise<Reason | undefined>,
  ): Promise<void> {
    for (;;) {
      const reason = await findReason();
      if (reason === undefined || this.#host.isEnding) return;
      const isHalted = this.#halt(node, thread, when, reason);
      await this.#host.holdWhilePaused();
      // Where another halted meanwhile, it is looked at again when that has gone on.
      if (isHalted || this.#host.isEnding) return;
    }
  }

  async #passBreakpoint(node: ProgramNode, thread: string, when: Halt['when']): Promise<void> {
    const reason = await this.#breaksAt(node, thread, when);
    if (reason !== undefined) this.#halt(node, thread, when, reason);
  }

  /** False when the run is paused already, or over. */
  #halt(node: ProgramNode, thread: string, when: Halt['when'], reason: Reason): boolean {
    if (this.#host.isPaused || this.#host.isEnding) return false;
    this.#stepping = undefined;
    this.#look();
    this.#host.halt({ step: node.step, thread, when, ...reason });
    this.#haltedAt = { node, thread };
    return true;
  }
}

const plain: Reason = { reason: 'breakpoint' };

function depthOf({ step }: ProgramNode): number {
  return step.path.split('.').length;
}
