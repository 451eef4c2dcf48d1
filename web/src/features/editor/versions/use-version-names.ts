import type { VersionName } from '@cellwright/domain/routine';
import { versionNames } from '@cellwright/entities';
import { useQuery } from '@tanstack/react-query';
import { createClientOf } from '../../../api/cell.ts';
import { findAll } from '../../../api/find-all.ts';

export const names = createClientOf(versionNames);
export type StoredVersionName = Awaited<ReturnType<typeof names.get>>;

const none: ReadonlyMap<number, StoredVersionName> = new Map();

/** Returns the names of a routine's versions by version, newest first. Empty until the cell has answered. */
export function useVersionNames(routineID: string): ReadonlyMap<number, StoredVersionName> {
  const { data } = useQuery({
    queryKey: ['versionNames', routineID],
    queryFn: ({ signal }) => findAll((page) => names.find({ ...page, routineID }, signal)),
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
  if (named) await names.patch(named.id, { name, note }, named.version);
  else await names.create(wanted);
}
