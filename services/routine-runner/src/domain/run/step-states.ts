import { explainBroken, explainNumber, type VariableValue } from '@cellwright/domain/basics';
import type { LoopRound, RobotSessionState } from '@cellwright/domain/run';
import { findStepContract } from '@cellwright/steps/contracts';
import type { ProgramStep } from '@cellwright/steps/framework';
import type { StateContributor } from '../state/state-store.ts';

type StepState = RobotSessionState['steps'][string];
type State = StepState['state'];

/** More step states in one patch would hold up heartbeats and stops. */
const changesPerPatch = 500;

interface Entry {
  state: State;
  readonly variables: Map<string, VariableValue>;
}

/**
 * States and variables of the steps that have played. Changes gather here and reach the clients' state with the next
 * patch, so that a routine of quick steps costs one patch per interval, not one per step.
 */
export class StepStates {
  private readonly entries = new Map<string, Entry>();
  private readonly changed = new Set<string>();
  /** Steps whose variables changed since they were taken. */
  private readonly untaken = new Set<string>();
  private readonly running = new Map<string, ProgramStep[]>();
  private readonly onChange: () => void;
  private isPaused = false;

  constructor(onChange: () => void) {
    this.onChange = onChange;
  }

  /** The innermost step that plays in a thread; the last one entered. */
  current(thread = 'main'): ProgramStep | undefined {
    return this.running.get(thread)?.at(-1);
  }

  /** The rounds of the loops that play in a thread, outermost first. */
  rounds(thread = 'main'): LoopRound[] {
    return (this.running.get(thread) ?? []).flatMap(({ id, path, stepKind }) => {
      if (findStepContract(stepKind)?.children.played !== 'inRounds') return [];
      const completed = this.getVariable(id, 'completedCount');
      return typeof completed === 'number' ? [{ stepPath: path, round: completed + 1 }] : [];
    });
  }

  start(step: ProgramStep, thread: string): void {
    const stack = this.running.get(thread) ?? [];
    stack.push(step);
    this.running.set(thread, stack);
    this.startCounting(step);
    this.put(step.id, this.isPaused ? 'paused' : 'playing');
  }

  /** A count is shown from the first start on, not from the first completion. */
  private startCounting({ id, stepKind }: ProgramStep): void {
    const count = findStepContract(stepKind)?.variables.completedCount;
    const { variables } = this.entry(id);
    if (count !== undefined && !variables.has('completedCount')) variables.set('completedCount', count);
  }

  end(step: ProgramStep, thread: string): void {
    const stack = this.running.get(thread);
    const index = stack?.findLastIndex(({ id }) => id === step.id) ?? -1;
    if (index >= 0) stack?.splice(index, 1);
    if (stack?.length === 0) this.running.delete(thread);
    if (this.entries.has(step.id)) this.put(step.id, 'stopped');
  }

  /** Shows active steps as paused, and the reverse. */
  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    for (const stack of this.running.values()) {
      for (const { id } of stack) this.put(id, isPaused ? 'paused' : 'playing');
    }
  }

  /** @throws Error for a value that no client could be sent; the step that set it fails with it. */
  setVariable(stepID: string, name: string, value: VariableValue): void {
    const reason = typeof value === 'number' ? explainNumber(value) : explainBroken(value);
    if (reason !== undefined) throw new Error(`The step variable '${name}' cannot be ${reason}`);
    this.entry(stepID).variables.set(name, value);
    this.untaken.add(stepID);
    this.mark(stepID);
  }

  /** The variables of the steps that had some set since this was asked last. */
  *takeChanges(): Generator<[stepID: string, variables: Readonly<Record<string, VariableValue>>]> {
    for (const id of this.untaken) yield [id, Object.fromEntries(this.entry(id).variables)];
    this.untaken.clear();
  }

  getVariable(stepID: string, name: string): VariableValue | undefined {
    return this.entries.get(stepID)?.variables.get(name);
  }

  /** Writes the changes since the last time; of many changes only a part, and the rest with the next patch. */
  readonly contribute: StateContributor = (_state, putStep) => {
    let room = changesPerPatch;
    for (const id of this.changed) {
      if (room-- === 0) {
        this.onChange();
        return;
      }
      const { state, variables } = this.entry(id);
      putStep(id, { state, variables: Object.fromEntries(variables) });
      this.changed.delete(id);
    }
  };

  private put(stepID: string, state: State): void {
    const entry = this.entry(stepID);
    if (entry.state === state) return;
    entry.state = state;
    this.mark(stepID);
  }

  private entry(stepID: string): Entry {
    let entry = this.entries.get(stepID);
    if (!entry) {
      entry = { state: 'stopped', variables: new Map() };
      this.entries.set(stepID, entry);
    }
    return entry;
  }

  private mark(stepID: string): void {
    this.changed.add(stepID);
    this.onChange();
  }
}
