import { validateRoutineFile } from '@cellwright/calls';
import { type CellClient, fileOf } from '@cellwright/client';
import type { Problem } from '@cellwright/domain/routine';

/** Returns all problems of a version of a stored routine in the present cell. */
export async function validateVersion(
  { routines, call }: Pick<CellClient, 'routines' | 'call'>,
  id: string,
  version: number,
  signal?: AbortSignal,
): Promise<Problem[]> {
  // By id the cell validates the newest version only: an earlier one is sent back as a file.
  const stored = await routines.get(id, { version, ...(signal && { signal }) });
  const { version: _, updatedByID, updatedByName, ...routine } = stored;
  const document = fileOf(routine);
  return (await call(validateRoutineFile, {}, { document, ...(signal && { signal }) })).problems;
}
