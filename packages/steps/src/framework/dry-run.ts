import type { CodeBlock, EnvironmentVariable, Expression, GlobalVariable } from '@cellwright/domain/routine';

/** The variables and code blocks of the cell that a step may refer to. */
export interface VariableSurroundings {
  readonly variables: readonly Pick<EnvironmentVariable | GlobalVariable, 'id' | 'name'>[];
  readonly codeBlocks: readonly Pick<CodeBlock, 'id' | 'source'>[];
}

/** A place on a pallet that a step moves to. */
export interface PalletUse {
  /** Id of the boxes. */
  readonly boxesID: string;
  readonly palletBaseID: string;
  readonly tcpOption: string;
  readonly isApproach: boolean;
}

/** A single box on a pallet that a step moves to, shows or hides. */
export interface BoxUse {
  /** Id of the boxes. */
  readonly boxesID: string;
  /** Number in its layer, from 1. */
  readonly boxIndex: number | Expression;
}

/**
 * Properties of a step kind that a dry run uses to explain the steps that it did not reach. Everything is optional:
 * without it, the step reads only its arguments, sets nothing and plays its children once.
 */
export interface DryRunFacts<Args> {
  /** True if its variables, and those it sets, hold an operator's answer or a device's reading: a dry run cannot know them. */
  readonly answersFromOutside?: boolean;
  /** True if it asks the operator. */
  readonly asksOperator?: boolean;
  /** Ids of the variables of the routine and the cell that the step sets. */
  setsVariables?(args: Args, surroundings: VariableSurroundings): readonly string[];
  /** Present if the steps inside are one of several branches. */
  readonly branches?: {
    /** True if the branch is another case of the step before it, so that that step decides as well. */
    continuesPrevious(args: Args): boolean;
  };
  /** True if it repeats the steps inside until something stops it. */
  isEndless?(args: Args): boolean;
  /** True if expressions, or the position of the arm, decide where it moves. */
  hasComputedTarget?(args: Args): boolean;
  palletUse?(args: Args): PalletUse | undefined;
  boxUse?(args: Args): BoxUse | undefined;
  /** Returns the id of the space item that it shows; undefined if it hides one. */
  showsSpaceItem?(args: Args): string | undefined;
}
