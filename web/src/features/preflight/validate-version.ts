import { validateRoutineFile } from '@cellwright/calls';
import { type CellClient, fileOf } from '@cellwright/client';
import type { Problem } from '@cellwright/domain';

/** Lists all problems that a version of a stored routine has in the cell as it is now. */
export async function validateVersion(
  { routines, call }: Pick<CellClient, 'routines' | 'call'>,
  id: string,
  version: number,
  signal?: AbortSignal,
): Promise<Problem[]> {
  // By its id the cell judges the newest version only: an earlier one is sent back to it as a file.
  const stored = await routines.get(id, { version, ...(signal && { signal }) });
  const { version: _, updatedByID, updatedByName, ...routine } = stored;
  const document = fileOf(routine);
  return (await call(validateRoutineFile, {}, { document, ...(signal && { signal }) })).problems;
}
