import type { GlobalVariable, Problem, Routine, SpaceItem } from '@cellwright/domain';
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
      }[]
    | undefined;
}

/** Every problem of the routine in this cell. */
export function checkRoutine(routine: Routine, cell: CellInventory): Problem[] {
  const { globalVariables, globalSpaceItems, equipment } = cell;
  return validateRoutine(routine, { globalVariables, spaceItems: globalSpaceItems, equipment });
}

export function compileSteps(routine: Routine): readonly ProgramStep[] {
  return compileProgram(routine);
}
