import { hashState, type PatchOperation, unescapePointer } from '@cellwright/domain/run';

/**
 * Returns the hash of a state after a patch, from the hash before it: changed parts are subtracted as they were and
 * added as they are, so the cost depends on the change, not on the state.
 */
export function updateHash(hash: number, before: unknown, after: unknown, patch: readonly PatchOperation[]): number {
  let updated = hash;
  for (const pointer of findChangedRoots(before, after, patch)) {
    updated = (updated - hashState(valueAt(before, pointer), pointer)) >>> 0;
    updated = (updated + hashState(valueAt(after, pointer), pointer)) >>> 0;
  }
  return updated;
}

/** Pointers of the changed subtrees, none of them inside another. */
function findChangedRoots(before: unknown, after: unknown, patch: readonly PatchOperation[]): string[] {
  // Computed once for each parent: a routine's ten thousand steps have the same one, and listing its keys is not free.
  const merges = new Map<string, boolean>();
  const mergesChildren = (parent: string): boolean => {
    let answer = merges.get(parent);
    if (answer === undefined) {
      answer = [valueAt(before, parent), valueAt(after, parent)].some(isArrayOrEmpty);
      merges.set(parent, answer);
    }
    return answer;
  };
  const roots = new Set(patch.map(({ path }) => widen(path, mergesChildren)));
  return [...roots].filter((root) => !hasAncestorIn(roots, root));
}

/** A change inside an array moves its neighbours, and an object that was or becomes empty is a leaf itself. */
function widen(pointer: string, mergesChildren: (parent: string) => boolean): string {
  let root = pointer;
  for (let parent = parentOf(root); parent !== undefined && mergesChildren(parent); parent = parentOf(root)) {
    root = parent;
  }
  return root;
}

function hasAncestorIn(roots: ReadonlySet<string>, pointer: string): boolean {
  for (let parent = parentOf(pointer); parent !== undefined; parent = parentOf(parent)) {
    if (roots.has(parent)) return true;
  }
  return false;
}

function parentOf(pointer: string): string | undefined {
  const slash = pointer.lastIndexOf('/');
  return slash < 0 ? undefined : pointer.slice(0, slash);
}

function isArrayOrEmpty(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

/** The value behind a JSON pointer; undefined when there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  if (pointer === '') return root;
  let value = root;
  for (const part of pointer.slice(1).split('/')) {
    const key = unescapePointer(part);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
