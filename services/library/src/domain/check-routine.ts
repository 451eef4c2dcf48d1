import type { CodeBlock, FlagName, GlobalVariable, Problem, Routine, SpaceItem } from '@cellwright/domain';
import { compileProgram, validateRoutine } from '@cellwright/steps/contracts';
import type { ProgramStep } from '@cellwright/steps/framework';

/** What the cell has, as far as routines refer to it. */
export interface CellInventory {
  readonly globalVariables: readonly GlobalVariable[];
  readonly globalSpaceItems: readonly SpaceItem[];
  /** Enabled equipment; undefined when nobody could be asked. */
  readonly equipment:
    | readonly {
        readonly id: string;
        readonly kind: string;
        readonly name: string;
        readonly capabilities: readonly string[];
        /** It is the tool of a robot. */
        readonly isOnFlange: boolean;
      }[]
    | undefined;
  /** Full names of the outputs that the safety rules speak through. */
  readonly safetyOutputs: readonly string[];
  /** The code blocks that the routine names, as far as the cell has them. */
  readonly codeBlocks: readonly CodeBlock[];
  readonly hasDeveloperAPI: boolean;
  /** Feature flags that are on for the whole cell. */
  readonly flagsOn: readonly FlagName[];
}

/** The same as stored texts: they are parsed where the routine is, in the document thread. */
export interface CellTexts {
  readonly variables: readonly string[];
  readonly spaceItems: readonly string[];
  readonly codeBlocks: readonly string[];
  readonly hasDeveloperAPI: boolean;
  readonly equipment: CellInventory['equipment'];
  /** The safety settings; undefined before anybody set them. */
  readonly safety: string | undefined;
  readonly flagsOn: CellInventory['flagsOn'];
}

/** Every problem of the routine in this cell. */
export function checkRoutine(routine: Routine, cell: CellInventory): Problem[] {
  const { globalSpaceItems, ...others } = cell;
  return validateRoutine(routine, { ...others, spaceItems: globalSpaceItems });
}

export function compileSteps(routine: Routine): readonly ProgramStep[] {
  return compileProgram(routine);
}
