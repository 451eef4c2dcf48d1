import type { StepKind } from '@cellwright/domain';
import type { BuiltStepKind } from '../step-contracts.ts';

export type ModelArgs = Readonly<Record<string, unknown>>;

/** Where a step stands, as far as a model looks. */
export interface ModelPlace {
  /** Kinds of the steps around it, nearest first. */
  readonly parents: readonly string[];
  readonly state: 'good' | 'bad' | 'unconfigured' | 'misconfigured';
  /** What it is configured with; nothing without a configuration. */
  readonly args: ModelArgs;
  /** The nearest step before it among its siblings that is not disabled. */
  readonly previous: { readonly kind: string; readonly args: ModelArgs } | undefined;
  readonly children: readonly { readonly kind: string; readonly isDisabled: boolean }[];
  /** Kinds of the steps inside it, however deep, without disabled ones and what stands inside those. */
  inside(): readonly string[];
}

/** What the model of routines knows of a kind: good arguments, bad ones with the one message they give, and its place. */
export interface ModelKind {
  readonly good: ModelArgs;
  /** Other arguments that are good in the right place. */
  readonly variants?: readonly ModelArgs[];
  readonly bad: ModelArgs;
  /** Undefined where no arguments of the kind are bad. */
  readonly message: string | undefined;
  /** What a step without any arguments says. */
  readonly without: readonly string[];
  readonly children: 'forbidden' | 'required' | 'optional';
  /** The only kinds that may stand directly inside. */
  readonly allowedKinds?: readonly StepKind[];
  /** Kinds that may not stand inside, however deep. */
  readonly neverInside?: readonly StepKind[];
  /** A step that may stand inside, where not any. */
  readonly childKind?: BuiltStepKind;
  /** What is wrong with where it stands, or with what stands inside it. */
  problemsOfPlace?(place: ModelPlace): readonly string[];
}
