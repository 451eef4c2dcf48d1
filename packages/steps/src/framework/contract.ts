import {
  type CodeBlock,
  checkMigrations,
  type EnvironmentVariable,
  type Expression,
  type FlagName,
  type GlobalVariable,
  type Problem,
  type SpaceItem,
  type StepKind,
  type StepSection,
  type VariableValue,
  type Versioned,
} from '@cellwright/domain';
import type { CapabilityDescriptions } from '@cellwright/equipment/capabilities';
import type * as z from 'zod';
import type { DryRunFacts } from './dry-run.ts';
import type { PortFault } from './provocation.ts';
import type { Say } from './say.ts';

export interface ChildrenRule {
  readonly policy: 'forbidden' | 'required' | 'optional';
  /** The only kinds that may stand directly inside. Absent means any kind. */
  readonly allowedKinds?: readonly StepKind[];
  /** Kinds that may not stand inside, however deep. */
  readonly neverInside?: readonly StepKind[];
  /** How they are played, where not once and in order: in rounds that break and continue lead out of, or beside what follows. */
  readonly played?: 'inRounds' | 'beside';
}

/** A step seen by a check: itself, its ancestors (nearest first, through `parent`) and its children. */
export interface CheckedStep {
  readonly id: string;
  readonly stepKind: string;
  readonly path: string;
  readonly args: unknown;
  readonly isDisabled: boolean;
  /** Position among its siblings, 0-based. */
  readonly index: number;
  readonly parent: CheckedStep | undefined;
  /** The nearest step before it among its siblings that is not disabled. */
  readonly previous: CheckedStep | undefined;
  readonly children: readonly CheckedStep[];
  /** The steps beside it, itself included, in order. */
  readonly siblings: readonly CheckedStep[];
}

/** A device of the cell as checks see it. */
export interface CellEquipment {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly capabilities: readonly string[];
  /** It is the tool of a robot; absent where nobody knows, and of what is no tool. */
  readonly isOnFlange?: boolean;
  /** What it can do by its capabilities, in numbers; absent where nobody knows. */
  readonly descriptions?: CapabilityDescriptions;
  /** Full names of the ports that it alone sets; absent where nobody knows. */
  readonly drivenPorts?: readonly string[] | undefined;
}

/** A code block of the cell as checks see it. */
export type KnownCodeBlock = Pick<CodeBlock, 'id' | 'name'> & { readonly source?: string | undefined };

/** What the cell offers to a check. */
export interface CheckEnvironment {
  readonly environmentVariables: ReadonlyMap<string, EnvironmentVariable | GlobalVariable>;
  readonly spaceItems: ReadonlyMap<string, SpaceItem>;
  /** Enabled equipment with its capabilities; undefined when the caller does not know the cell (a file on a desk). */
  readonly equipment: readonly CellEquipment[] | undefined;
  /** Full names of the outputs that the cell's safety rules speak through; none where nobody knows. */
  readonly safetyOutputs: ReadonlySet<string>;
  /** The cell's code blocks, as far as they are named; undefined where nobody knows. */
  readonly codeBlocks: ReadonlyMap<string, KnownCodeBlock> | undefined;
  /** Distance from the base that no tool of the arm is ever beyond, m; undefined where the arm is not known. */
  readonly reachMeters?: number | undefined;
  /** Whether programs may act through the developer API. */
  readonly hasDeveloperAPI: boolean;
  /** False for a file on a desk. */
  readonly areFlagsKnown: boolean;
  readonly isFlagOn: (flag: FlagName) => boolean;
  readonly findStep: (stepID: string) => CheckedStep | undefined;
  /** The step with this id, or the only one with this description: what scripts call steps by. */
  readonly findStepNamed: (name: string) => CheckedStep | undefined;
  /** Whether the step's kind has such a variable; kinds that are not built have any. */
  readonly hasStepVariable: (stepID: string, name: string) => boolean;
  /** Why a variable of a step can never be equal to a value; undefined when it can. */
  readonly refuseComparison: (stepID: string, name: string, value: VariableValue) => string | undefined;
  /** The nearest step around it that plays in rounds and is in the same thread. */
  readonly findLoopAround: (step: CheckedStep) => CheckedStep | undefined;
}

export type FieldProblem = Pick<Problem, 'kind' | 'message' | 'fieldId'>;

/** How long a step may play, ms of its own time: not its children's, not while paused. */
export interface StepTimeLimit {
  /** The spec's limit; null means the step has none. */
  readonly limitMS: number | null;
  /** The spec's warning; null means 75 % of the limit. */
  readonly warningMS: number | null;
  /** What the step takes by its own nature (a wait's time); the limit is never less than 250 ms over it. Default 0. */
  readonly nominalMS?: number;
}

export interface StepExample {
  readonly title: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A message the kind can give, with arguments and surroundings that provoke it: the catalogue test loops over them. */
export interface DocumentedMessage {
  readonly message: string;
  readonly provokedBy: Provocation;
}

/** A step, and around it what a message needs. Without `played` the check says the message, else playing does. */
export interface Provocation {
  readonly args: Readonly<Record<string, unknown>>;
  /** Kinds of the steps around it, outermost first. */
  readonly inside?: readonly StepKind[];
  readonly childKinds?: readonly StepKind[];
  /** Steps before it among its siblings. */
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

/** Content of a new step, where the defaults of its arguments are not enough. */
export interface NewStep {
  readonly args?: Readonly<Record<string, unknown>>;
  /** Kind of a first step inside. */
  readonly child?: StepKind;
}

/** An expression among a step's arguments; conditions must give true or false. */
export interface ExpressionUse {
  readonly fieldId: string;
  readonly expression: Expression;
}

/** How a run that was interrupted in a step, or inside it, goes on there. By default the step is played from its beginning. */
export interface ResumeRule<Args> {
  /** Why it does not, and what to do. */
  readonly refusal?: string;
  /** It moves to a target of its own before its children play. */
  readonly movesFirst?: boolean;
  /** It leads from where the arm stands when it begins, so in its middle the run goes on with the step before it. */
  startsWhereArmStands?(args: Args): boolean;
}

/** Everything about a step kind but its behaviour. `version` and `migrations` are those of its stored arguments. */
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
  /** The feature flag without which editors do not offer the kind, and cells do not play it. */
  readonly offeredWith?: FlagName;
  /** The only kinds that it may stand directly inside. Default any place that takes it. */
  readonly insideOnly?: readonly StepKind[];
  /** Initial values of the step's own variables. */
  readonly variables: Variables;
  /** True when running it twice is not the same as once: journal intent first. */
  readonly hasOutsideEffect: boolean;
  /** Capabilities of devices that the cell must have for it. Default none. */
  readonly requires?: readonly string[];
  /** Starting to play inside such a step needs the person's word; this is the question. */
  readonly questionBeforeStartingInside?: string;
  readonly resume?: ResumeRule<Args>;
  timeLimit(args: Args): StepTimeLimit;
  /** The code block that it runs, with the field that names it: its code is checked where expressions are. */
  codeBlockOf?(args: Args): { readonly fieldId: string; readonly id: string };
  /** Every expression in the arguments: variables, steps and languages are checked in one place for all kinds. */
  expressions(args: Args): readonly ExpressionUse[];
  /** Checks beyond the schema, with the spec's messages. */
  check(step: CheckedStep & { readonly args: Args }, environment: CheckEnvironment): FieldProblem[];
  /** Why one of the step's variables can never be equal to a value, for conditions that compare them. */
  refuseComparison?(args: Args, variable: string, value: VariableValue): string | undefined;
  /** Why this build cannot play the step though it is valid; undefined when it can. Asked before anything moves. */
  refuseToPlay?(args: Args, findSpaceItem: (id: string) => SpaceItem | undefined): string | undefined;
  /** The sentence the editor shows for the step. */
  summarize(args: Args, names: SummaryNames): string;
  readonly examples: readonly StepExample[];
  readonly messages: readonly DocumentedMessage[];
}

/** The words of a summary, and names for the ids in it. */
export interface SummaryNames {
  /** Puts the sentence, and every phrase in it, into the reader's language. */
  readonly say: Say;
  /** Absent where nothing knows the cell's code blocks. */
  codeBlock?(id: string): string;
  /** Of an action of a device; absent where nothing knows the cell's devices. */
  deviceAction?(equipmentID: string, action: string): string;
  /** Of a sensor of a device, with its device; absent where nothing knows the cell's devices. */
  deviceSensor?(equipmentID: string, sensorID: string): string;
  spaceItem(id: string): string;
  variable(id: string): string;
  step(id: string): string;
}

/** A contract of any kind. */
export type AnyStepContract = StepContract<unknown>;

/** Declares a step kind: infers the types of its arguments and variables, and types the examples by the schema. */
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
