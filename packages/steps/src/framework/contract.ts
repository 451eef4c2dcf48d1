import { checkMigrations, type VariableValue, type Versioned } from '@cellwright/domain/basics';
import type { FlagName } from '@cellwright/domain/cell';
import type {
  CodeBlock,
  EnvironmentVariable,
  Expression,
  GlobalVariable,
  Problem,
  StepKind,
  StepSection,
} from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import type { CapabilityDescriptions } from '@cellwright/equipment/capabilities';
import type * as z from 'zod';
import type { DryRunFacts } from './dry-run.ts';
import type { PortFault } from './provocation.ts';
import type { Say } from './say.ts';

export interface ChildrenRule {
  readonly policy: 'forbidden' | 'required' | 'optional';
  /** Only kinds allowed directly inside. Absent means any kind. */
  readonly allowedKinds?: readonly StepKind[];
  /** Kinds not allowed inside at any depth. */
  readonly neverInside?: readonly StepKind[];
  /**
   * Order in which the steps inside are played, unless once and in order: in rounds that break and continue can leave, or beside
   * the following steps.
   */
  readonly played?: 'inRounds' | 'beside';
}

/** A step as a check sees it: itself, its ancestors (nearest first, through `parent`) and its children. */
export interface CheckedStep {
  readonly id: string;
  readonly stepKind: string;
  readonly path: string;
  readonly args: unknown;
  readonly isDisabled: boolean;
  /** Position among its siblings, 0-based. */
  readonly index: number;
  readonly parent: CheckedStep | undefined;
  /** Nearest enabled sibling before it. */
  readonly previous: CheckedStep | undefined;
  readonly children: readonly CheckedStep[];
  /** Its siblings in order, itself included. */
  readonly siblings: readonly CheckedStep[];
}

/** A device of the cell as checks see it. */
export interface CellEquipment {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly capabilities: readonly string[];
  /** True if it is the tool of a robot; absent if unknown, and for devices that are not tools. */
  readonly isOnFlange?: boolean;
  /** Numeric limits of its capabilities; absent if unknown. */
  readonly descriptions?: CapabilityDescriptions;
  /** Full names of the ports that only this device sets; absent if unknown. */
  readonly drivenPorts?: readonly string[] | undefined;
}

/** A code block of the cell as checks see it. */
export type KnownCodeBlock = Pick<CodeBlock, 'id' | 'name'> & { readonly source?: string | undefined };

/** Parts of the cell that a check needs. */
export interface CheckEnvironment {
  readonly environmentVariables: ReadonlyMap<string, EnvironmentVariable | GlobalVariable>;
  readonly spaceItems: ReadonlyMap<string, SpaceItem>;
  /** Enabled equipment with its capabilities; undefined when the cell is unknown (a routine file without a cell). */
  readonly equipment: readonly CellEquipment[] | undefined;
  /** Full names of the outputs that the cell's safety rules use; empty if unknown. */
  readonly safetyOutputs: ReadonlySet<string>;
  /** Code blocks of the cell that are referenced; undefined if unknown. */
  readonly codeBlocks: ReadonlyMap<string, KnownCodeBlock> | undefined;
  /** Maximum distance of any tool of the arm from the base, m; undefined if the arm is unknown. */
  readonly reachMeters?: number | undefined;
  /** True if programs may use the developer API. */
  readonly hasDeveloperAPI: boolean;
  /** False for a routine file without a cell. */
  readonly areFlagsKnown: boolean;
  readonly isFlagOn: (flag: FlagName) => boolean;
  readonly findStep: (stepID: string) => CheckedStep | undefined;
  /** Returns the step that a script names: by its id, or by a description that only one step has. */
  readonly findStepNamed: (name: string) => CheckedStep | undefined;
  /** True if the step's kind has such a variable; always true for kinds that are not built. */
  readonly hasStepVariable: (stepID: string, name: string) => boolean;
  /** Returns why a variable of a step can never equal a value; undefined if it can. */
  readonly refuseComparison: (stepID: string, name: string, value: VariableValue) => string | undefined;
  /** Returns the nearest step around it that plays in rounds and is in the same thread. */
  readonly findLoopAround: (step: CheckedStep) => CheckedStep | undefined;
}

export type FieldProblem = Pick<Problem, 'kind' | 'message' | 'fieldId'>;

/** Time limit of a step, ms of its own time: without its children's time and pauses. */
export interface StepTimeLimit {
  /** Limit of the specification; null means the step has none. */
  readonly limitMS: number | null;
  /** Time of the warning in the specification; null means 75 % of the limit. */
  readonly warningMS: number | null;
  /** Time that the step takes by design (the duration of a wait); the limit is at least 250 ms more. Default 0. */
  readonly nominalMS?: number;
}

export interface StepExample {
  readonly title: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A message of the kind, with arguments and surroundings that provoke it; the catalogue test runs all of them. */
export interface DocumentedMessage {
  readonly message: string;
  readonly provokedBy: Provocation;
}

/**
 * A step and its surroundings that provoke a message. Without `played` the check reports the message, otherwise playing
 * does.
 */
export interface Provocation {
  readonly args: Readonly<Record<string, unknown>>;
  /** Kinds of the steps around it, outermost first. */
  readonly inside?: readonly StepKind[];
  readonly childKinds?: readonly StepKind[];
  /** Siblings before it. */
  readonly after?: readonly StepKind[];
  readonly variables?: readonly EnvironmentVariable[];
  readonly spaceItems?: readonly SpaceItem[];
  readonly equipment?: readonly CellEquipment[];
  /** Full names of outputs that are the cell's safety outputs. */
  readonly safetyOutputs?: readonly string[];
  readonly codeBlocks?: readonly KnownCodeBlock[];
  readonly hasDeveloperAPI?: boolean;
  /** Feature flags that are on. */
  readonly flagsOn?: readonly FlagName[];
  readonly played?: { readonly faults: readonly PortFault[] };
}

/** Content of a new step, if the defaults of its arguments are not enough. */
export interface NewStep {
  readonly args?: Readonly<Record<string, unknown>>;
  /** Kind of the first step inside. */
  readonly child?: StepKind;
}

/** An expression among a step's arguments; conditions must give true or false. */
export interface ExpressionUse {
  readonly fieldId: string;
  readonly expression: Expression;
}

/**
 * Rule for a run that was interrupted in a step or inside it. By default the step is played again from its beginning.
 */
export interface ResumeRule<Args> {
  /** Reason why it cannot continue, and what to do. */
  readonly refusal?: string;
  /** It moves to a target of its own before its children play. */
  readonly movesFirst?: boolean;
  /**
   * True if it starts from the arm's current position, so that a run that was interrupted in it continues with the step
   * before it.
   */
  startsWhereArmStands?(args: Args): boolean;
}

/** Everything about a step kind except its behaviour. `version` and `migrations` are those of its stored arguments. */
export interface StepContract<
  Args,
  Variables extends Record<string, VariableValue> = Record<string, VariableValue>,
  Kind extends StepKind = StepKind,
> extends Versioned,
    DryRunFacts<Args> {
  readonly kind: Kind;
  readonly label: string;
  readonly section: StepSection;
  readonly description: string;
  readonly args: z.ZodType<Args>;
  readonly children: ChildrenRule;
  readonly newStep?: NewStep;
  /** Feature flag that editors need to offer the kind and cells need to play it. */
  readonly offeredWith?: FlagName;
  /** Only kinds that it may be directly inside. Default: any kind that allows it. */
  readonly insideOnly?: readonly StepKind[];
  /** Initial values of the step's own variables. */
  readonly variables: Variables;
  /** True if a second execution has further effects: the intent is journaled first. */
  readonly hasOutsideEffect: boolean;
  /** Device capabilities that the cell must have for it. Default none. */
  readonly requires?: readonly string[];
  /** Question that the user must confirm before playing starts inside such a step. */
  readonly questionBeforeStartingInside?: string;
  readonly resume?: ResumeRule<Args>;
  timeLimit(args: Args): StepTimeLimit;
  /** Returns the code block that it runs and the field that names it. Its code is checked like an expression. */
  codeBlockOf?(args: Args): { readonly fieldId: string; readonly id: string };
  /**
   * Returns every expression in the arguments; variables, steps and languages are checked in one place for all kinds.
   */
  expressions(args: Args): readonly ExpressionUse[];
  /** Runs the checks beyond the schema, with messages of the specification. */
  check(step: CheckedStep & { readonly args: Args }, environment: CheckEnvironment): FieldProblem[];
  /** Returns why a variable of the step can never equal a value, for conditions that compare them. */
  refuseComparison?(args: Args, variable: string, value: VariableValue): string | undefined;
  /** Returns why this build cannot play a valid step; undefined if it can. Called before anything moves. */
  refuseToPlay?(args: Args, findSpaceItem: (id: string) => SpaceItem | undefined): string | undefined;
  /** Returns the sentence that the editor shows for the step. */
  summarize(args: Args, names: SummaryNames): string;
  readonly examples: readonly StepExample[];
  readonly messages: readonly DocumentedMessage[];
}

/** Texts of a summary and names for the ids in it. */
export interface SummaryNames {
  /** Translates the sentence and every phrase in it. */
  readonly say: Say;
  /** Name of a code block; absent when the cell's code blocks are unknown. */
  codeBlock?(id: string): string;
  /** Name of an action of a device; absent when the cell's devices are unknown. */
  deviceAction?(equipmentID: string, action: string): string;
  /** Name of a sensor of a device, with its device; absent when the cell's devices are unknown. */
  deviceSensor?(equipmentID: string, sensorID: string): string;
  spaceItem(id: string): string;
  variable(id: string): string;
  step(id: string): string;
}

/** A contract of any kind. */
export type AnyStepContract = StepContract<unknown>;

/**
 * Declares a step kind: infers the types of its arguments and variables, and checks the examples against the schema.
 */
export function defineContract<
  Args,
  Input extends Readonly<Record<string, unknown>>,
  Variables extends Record<string, VariableValue>,
  Kind extends StepKind,
>(
  definition: StepContract<Args, Variables, Kind> & {
    readonly args: z.ZodType<Args, Input>;
    readonly newStep?: { readonly args?: Input };
    readonly examples: readonly { readonly title: string; readonly args: Input }[];
  },
): StepContract<Args, Variables, Kind> {
  return checkMigrations(`The step kind ${definition.kind}`, definition);
}
