import type {
  EnvironmentVariable,
  GlobalVariable,
  Problem,
  SpaceItem,
  StepKind,
  StepSection,
  VariableValue,
} from '@cellwright/domain';
import type { z } from 'zod';

/** How a field is shown and asked for; attached to a zod field with `.meta({ label, unit })`. */
export interface FieldMeta {
  readonly label: string;
  /** 's', 'ms', 'm', 'mm', 'N', '%', 'kg', 'rad', '°'; absent when the field has none. */
  readonly unit?: string;
  readonly help?: string;
}

export interface ChildrenRule {
  readonly policy: 'forbidden' | 'required' | 'optional';
  /** Absent means any kind. */
  readonly allowedKinds?: readonly StepKind[];
}

/** A step seen by a check: itself, its ancestors (nearest first), its siblings before it and its children. */
export interface CheckedStep {
  readonly id: string;
  readonly stepKind: string;
  readonly path: string;
  readonly args: unknown;
  readonly index: number;
  readonly parent: CheckedStep | undefined;
  readonly children: readonly CheckedStep[];
}

/** What the cell offers to a check. */
export interface CheckEnvironment {
  readonly environmentVariables: ReadonlyMap<string, EnvironmentVariable | GlobalVariable>;
  readonly spaceItems: ReadonlyMap<string, SpaceItem>;
  /** Enabled equipment with its capabilities; undefined when the caller does not know the cell (a file on a desk). */
  readonly equipment:
    | readonly {
        readonly id: string;
        readonly kind: string;
        readonly name: string;
        readonly capabilities: readonly string[];
      }[]
    | undefined;
  readonly isFlagOn: (flag: string) => boolean;
  readonly findStep: (stepID: string) => CheckedStep | undefined;
}

export type FieldProblem = Pick<Problem, 'kind' | 'message' | 'fieldId'>;

export interface StepTimeLimit {
  /** Milliseconds; null means the step has none. */
  readonly limitMS: number | null;
  readonly warningMS: number | null;
}

export interface StepExample<Args> {
  readonly title: string;
  readonly args: Args;
}

/** A message the kind's checks can give, and arguments (and surroundings) that provoke it: looped over by the catalogue test. */
export interface DocumentedMessage {
  readonly message: string;
  readonly provokedBy: unknown;
}

/** Everything about a step kind but its behaviour. */
export interface StepContract<Args, Variables extends Record<string, VariableValue> = Record<string, VariableValue>> {
  readonly kind: StepKind;
  readonly label: string;
  readonly section: StepSection;
  readonly description: string;
  readonly args: z.ZodType<Args>;
  readonly children: ChildrenRule;
  /** Initial values of the step's own variables. */
  readonly variables: Variables;
  /** True when running it twice is not the same as once: journal intent first. */
  readonly hasOutsideEffect: boolean;
  timeLimit(args: Args): StepTimeLimit;
  /** Checks beyond the schema, with the spec's messages. */
  check(step: CheckedStep & { readonly args: Args }, environment: CheckEnvironment): FieldProblem[];
  /** The sentence the editor shows for the step. */
  summarize(args: Args, names: { spaceItem(id: string): string; variable(id: string): string }): string;
  readonly examples: readonly StepExample<Args>[];
  readonly messages: readonly DocumentedMessage[];
}
