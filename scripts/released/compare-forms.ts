import type { StoredKind } from './stored-kinds.ts';

/** Returns problems of today's forms compared with those of a release, each with what to do. */
export function compareForms(
  release: string,
  released: readonly Omit<StoredKind, 'documents'>[],
  current: readonly Omit<StoredKind, 'documents'>[],
): string[] {
  const now = new Map(current.map((kind) => [kind.kind, kind]));
  return released.flatMap(({ kind, version, form }) => {
    const found = now.get(kind);
    if (!found) {
      return [`${kind} is stored by ${release}, but is gone. Keep its definition, so that its documents can be read`];
    }
    if (found.version < version) {
      return [`${kind} is at version ${version} in ${release}, now at ${found.version}. A version never goes back`];
    }
    if (found.version > version || found.form === form) return [];
    const todo = `Add a migration to version ${version + 1} in its definition (docs/versions.md)`;
    return [`The stored form of ${kind} changed since ${release}, but its version is still ${version}. ${todo}`];
  });
}
