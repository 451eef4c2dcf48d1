import type { FailureKind, VariableValue } from '@cellwright/domain';
import type { StepPorts } from './ports.ts';

/** What a step ended in. 'stopped' means a stop ended it; loop control travels to the nearest Loop. */
export type StepOutcome =
  | { readonly kind: 'completed' }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'failed';
      readonly failure: FailureKind;
      readonly message: string;
      readonly isRecoverable?: boolean;
    }
  | { readonly kind: 'loopControl'; readonly action: 'break' | 'continue' };

export interface ChildStep {
  readonly id: string;
  readonly stepKind: string;
  readonly args: unknown;
  readonly isDisabled: boolean;
}

/** What a step's behaviour gets. */
export interface StepContext<Args, Variables extends Record<string, VariableValue> = Record<string, VariableValue>> {
  readonly stepID: string;
  readonly args: Args;
  readonly ports: StepPorts;
  /** Aborts on stop; every wait takes it. */
  readonly signal: AbortSignal;
  /** The step's own variables, visible to expressions and clients. */
  setVariable<K extends keyof Variables & string>(name: K, value: Variables[K]): void;
  /** Direct children, in order (disabled ones included, marked). */
  readonly children: readonly ChildStep[];
  /** Plays all enabled children in order; anything but 'completed' ends it early. */
  playChildren(): Promise<StepOutcome>;
  /** Plays one child as a step of its own (journal, state, limits), e.g. the I/O children of a move. */
  playChild(stepID: string): Promise<StepOutcome>;
  /** Reports a child as started and ended without running it: how MoveArmToV2 shows its Waypoints while it moves. */
  enterChild(stepID: string): {
    setVariable(name: string, value: VariableValue): void;
    leave(outcome: StepOutcome): void;
  };
  /** Tells the engine that one cycle of this loop ended: counts, and stop-after-cycle ends here. True means: stop now. */
  endCycle(): boolean;
}

export interface StepRuntime<Args, Variables extends Record<string, VariableValue> = Record<string, VariableValue>> {
  run(context: StepContext<Args, Variables>): Promise<StepOutcome>;
}
