import type { CellClient } from '@cellwright/client';
import type { Problem } from '@cellwright/domain';

/** Every problem of that version of a stored routine, in the cell as it is now. */
export async function validateVersion(
  { routines }: Pick<CellClient, 'routines'>,
  id: string,
  version: number,
  signal?: AbortSignal,
): Promise<Problem[]> {
  // By its id the cell judges the newest version only: an earlier one is sent back to it as a file.
  const stored = await routines.get(id, { version, ...(signal && { signal }) });
  const { version: _, updatedByID, updatedByName, ...routine } = stored;
  return routines.validateUnsaved(routine, signal);
}
