import type { SavedVersion } from '@cellwright/client';
import type { StoredVersionName } from './use-version-names.ts';
import type { ListedVersion } from './VersionRow.tsx';

/** Splits versions into named ones, also if they are older than the listed ones, and the others; both newest first. */
export function listVersions(
  saved: readonly SavedVersion[],
  names: ReadonlyMap<number, StoredVersionName>,
): { readonly named: ListedVersion[]; readonly others: ListedVersion[] } {
  const named = [...names.values()].map((given) => {
    const { routineVersion: version, savedAt, savedByName } = given;
    return { version, savedAt, savedByName, named: given };
  });
  return {
    named: named.sort((one, other) => other.version - one.version),
    others: saved.filter(({ version }) => !names.has(version)).map((listed) => ({ ...listed, named: undefined })),
  };
}
