import type { FlagName } from '@cellwright/domain/cell';
import type { Problem } from '@cellwright/domain/routine';
import type { CellTexts } from './check-routine.ts';

/** Items that can be removed from the cell. */
export interface Removables {
  /** IDs of devices. */
  readonly equipment: readonly string[];
  readonly flags: readonly FlagName[];
}

/** The cell without one of the items, for each of them. */
export function cellsWithout(
  cell: CellTexts,
  { equipment, flags }: Removables,
): readonly { readonly id: string; readonly cell: CellTexts }[] {
  return [
    ...equipment.map((id) => ({
      id,
      cell: { ...cell, equipment: cell.equipment?.filter((device) => device.id !== id) },
    })),
    ...flags.map((id) => ({ id, cell: { ...cell, flagsOn: cell.flagsOn.filter((flag) => flag !== id) } })),
  ];
}

/** True if some problems are not among those that there were before. */
export function hasNewProblem(before: readonly Problem[], after: readonly Problem[]): boolean {
  const known = new Set(before.map(placeOf));
  return after.some((problem) => !known.has(placeOf(problem)));
}

function placeOf({ stepPath = '', fieldId = '', message }: Problem): string {
  return JSON.stringify([stepPath, fieldId, message]);
}
