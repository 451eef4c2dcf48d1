import type { VersionName } from '@cellwright/domain/routine';
import { useQuery } from '@tanstack/react-query';
import { cell } from '../../../api/cell.ts';
import { findAll } from '../../../api/find-all.ts';

export type StoredVersionName = Awaited<ReturnType<typeof cell.versionNames.get>>;

const none: ReadonlyMap<number, StoredVersionName> = new Map();

/** Returns the names of a routine's versions by version, newest first. Empty until the cell has answered. */
export function useVersionNames(routineID: string): ReadonlyMap<number, StoredVersionName> {
  const { data } = useQuery({
    queryKey: ['versionNames', routineID],
    queryFn: ({ signal }) => findAll((page) => cell.versionNames.find({ ...page, routineID }, signal)),
    select: (items) => new Map(items.map((named) => [named.routineVersion, named])),
  });
  return data ?? none;
}

/** Names a version, or changes its name and note. */
export async function saveVersionName(
  named: StoredVersionName | undefined,
  wanted: Pick<VersionName, 'routineID' | 'routineVersion' | 'name' | 'note'>,
): Promise<void> {
  const { name, note } = wanted;
  if (named) await cell.versionNames.patch(named.id, { name, note }, named.version);
  else await cell.versionNames.create(wanted);
}
