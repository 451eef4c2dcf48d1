import type { FlagName } from '@cellwright/domain/cell';
import type { CodeBlock, GlobalVariable, Problem, Routine } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import { compileProgram, validateRoutine } from '@cellwright/steps/contracts';
import type { CellEquipment, ProgramStep } from '@cellwright/steps/framework';

/** The content of the cell that the routine refers to. */
export interface CellInventory {
  readonly globalVariables: readonly GlobalVariable[];
  readonly globalSpaceItems: readonly SpaceItem[];
  /** Enabled equipment; undefined if the equipment service did not respond. */
  readonly equipment: readonly CellEquipment[] | undefined;
  /** Full names of the outputs of safety rules. */
  readonly safetyOutputs: readonly string[];
  /** Code blocks that the routine names and the cell has. */
  readonly codeBlocks: readonly CodeBlock[];
  readonly hasDeveloperAPI: boolean;
  /** Feature flags that are on for the whole cell. */
  readonly flagsOn: readonly FlagName[];
}

/** The inventory as stored texts, which the document thread parses with the routine. */
export interface CellTexts {
  readonly variables: readonly string[];
  readonly spaceItems: readonly string[];
  readonly codeBlocks: readonly string[];
  readonly hasDeveloperAPI: boolean;
  readonly equipment: CellInventory['equipment'];
  /** The safety settings; undefined until they are set for the first time. */
  readonly safety: string | undefined;
  readonly flagsOn: CellInventory['flagsOn'];
}

/** Returns every problem of the routine in this cell. */
export function checkRoutine(routine: Routine, cell: CellInventory): Problem[] {
  const { globalSpaceItems, ...others } = cell;
  return validateRoutine(routine, { ...others, spaceItems: globalSpaceItems });
}

export function compileSteps(routine: Routine): readonly ProgramStep[] {
  return compileProgram(routine);
}
