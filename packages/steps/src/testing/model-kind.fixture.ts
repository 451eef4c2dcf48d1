import type { StepKind } from '@cellwright/domain/routine';
import type { BuiltStepKind } from '../step-contracts.ts';

export type ModelArgs = Readonly<Record<string, unknown>>;

/** Place of a step, as far as a model uses it. */
export interface ModelPlace {
  /** Kinds of the steps around it, nearest first. */
  readonly parents: readonly string[];
  readonly state: 'good' | 'bad' | 'unconfigured' | 'misconfigured';
  /** Its configuration; empty without one. */
  readonly args: ModelArgs;
  /** Nearest enabled sibling before it. */
  readonly previous: { readonly kind: string; readonly args: ModelArgs } | undefined;
  readonly children: readonly { readonly kind: string; readonly isDisabled: boolean }[];
  /** Kinds of the steps inside it at any depth, without disabled ones and the steps inside those. */
  inside(): readonly string[];
}

/** A kind in the model of routines: valid arguments, invalid ones with the one message they give, and its place. */
export interface ModelKind {
  readonly good: ModelArgs;
  /** Other arguments that are valid in the right place. */
  readonly variants?: readonly ModelArgs[];
  readonly bad: ModelArgs;
  /** Undefined if no arguments of the kind are invalid. */
  readonly message: string | undefined;
  /** Messages for a step without any arguments. */
  readonly without: readonly string[];
  readonly children: 'forbidden' | 'required' | 'optional';
  /** Only kinds allowed directly inside. */
  readonly allowedKinds?: readonly StepKind[];
  /** Kinds not allowed inside at any depth. */
  readonly neverInside?: readonly StepKind[];
  /** A kind that is allowed inside, if not any. */
  readonly childKind?: BuiltStepKind;
  /** Returns the problems of its place and of the steps inside. */
  problemsOfPlace?(place: ModelPlace): readonly string[];
}
