import type { Expression } from '@cellwright/domain/routine';
import { evaluateCondition, type StepOutcome, type StepPorts } from '../framework/index.ts';
import type { ProgramNode } from './program.ts';
import { type Breakpoint, type GoOn, type Halt, mainThread } from './types.ts';

/** Functions of the engine that the debugger needs. */
export interface DebuggerHost {
  readonly isPaused: boolean;
  readonly isEnding: boolean;
  portsOf(thread: string): StepPorts;
  /** Pauses the run and reports the place and the reason. */
  halt(halt: Halt): void;
  holdWhilePaused(): Promise<void>;
  /** Returns the innermost step that plays in a thread. */
  findPlaying(thread: string): ProgramNode | undefined;
}

/** Target that a continued run halts at, besides breakpoints. */
type Stepping =
  | { readonly kind: 'once'; readonly isDone: boolean }
  /** Before the next step of the thread at this depth or less deep. */
  | { readonly kind: 'step'; readonly thread: string; readonly depth: number }
  | { readonly kind: 'to'; readonly stepID: string };

interface Place {
  readonly node: ProgramNode;
  readonly thread: string;
}

type Reason = Pick<Halt, 'reason' | 'problem'>;

/**
 * Decides where a run halts: at breakpoints and at the target of a step or run-to command. A halt pauses the whole run,
 * whichever thread it happens in. If several threads have to halt, they halt one after the other.
 */
export class Debugger {
  /** True if a halt is possible. If false, a step costs only this check. */
  isOn = false;
  readonly #host: DebuggerHost;
  readonly #breakpoints = new Map<string, Breakpoint[]>();
  #disabled: ReadonlySet<string> = new Set();
  #stepping: Stepping | undefined;
  /** Place of the last halt. */
  #haltedAt: Place | undefined;
  /** Steps that a pause from outside holds back, by thread. */
  readonly #heldBack = new Map<string, ProgramNode>();
  /** Step that was held back and that the user continues from. */
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

  /** Sets how the run continues from a pause or from its beginning. */
  goOn(how: GoOn): void {
    if (how.kind !== 'asBefore') this.#stepping = this.#begin(how);
    this.#haltedAt = undefined;
    this.#look();
  }

  /** Called when the run pauses. A halt of the debugger's own is recorded after this. */
  notePaused(): void {
    this.#haltedAt = undefined;
  }

  /** Waits before a step while the run is paused. */
  async holdBack(node: ProgramNode, thread: string): Promise<void> {
    this.#heldBack.set(thread, node);
    await this.#host.holdWhilePaused();
    this.#heldBack.delete(thread);
  }

  /** Halts before a step if required. */
  async arrive(node: ProgramNode, thread: string): Promise<void> {
    if (this.#leaving === node) {
      this.#leaving = undefined;
      return;
    }
    await this.#haltWhile(node, thread, 'before', async () => this.#steps(node, thread) ?? this.#breaks(node, thread));
  }

  /** Halts after a step has ended, if required. `isWhole`: a single step command plays all of it. */
  async leave(node: ProgramNode, thread: string, outcome: StepOutcome, isWhole: boolean): Promise<void> {
    if (outcome.kind === 'failed' || outcome.kind === 'stopped') return;
    if (this.#stepping?.kind === 'once' && thread === mainThread && isWhole) {
      this.#stepping = { kind: 'once', isDone: true };
    }
    if (!this.#breakpoints.has(node.step.id)) return;
    await this.#haltWhile(node, thread, 'after', () => this.#breaksAt(node, thread, 'after'));
  }

  /** Halts at a step that another step plays, such as the waypoint of a move. The other step continues to play. */
  pass(node: ProgramNode, thread: string, when: Halt['when']): void {
    const isTarget = when === 'before' && this.#isTarget(node);
    if (isTarget) this.#halt(node, thread, when, { reason: 'runTo' });
    else if (this.#breakpoints.has(node.step.id)) void this.#passBreakpoint(node, thread, when);
  }

  /** True if the run may halt between two steps, so that they cannot be one motion. */
  mayHaltBetween(one: ProgramNode, next: ProgramNode, thread: string): boolean {
    if (!this.isOn) return false;
    const stepping = this.#stepping;
    if (stepping?.kind === 'step' && stepping.thread === thread) return true;
    return this.#isTarget(next) || this.#has(next, 'before') || this.#has(one, 'after');
  }

  /** Called when a thread beside the routine has ended: stepping in it continues in the routine. */
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

  /** A condition that cannot be evaluated halts, too, with the reason: it must not be skipped silently. */
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
      // If another thread halted meanwhile, the check runs again when the run continues.
      if (isHalted || this.#host.isEnding) return;
    }
  }

  async #passBreakpoint(node: ProgramNode, thread: string, when: Halt['when']): Promise<void> {
    const reason = await this.#breaksAt(node, thread, when);
    if (reason !== undefined) this.#halt(node, thread, when, reason);
  }

  /** Halts the run. False if the run is already paused or over. */
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
