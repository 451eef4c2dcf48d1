import { anyEntity } from '@cellwright/entities';
import type { EntityStore, StoredEntity } from '@cellwright/service-kit/entities';
import type { RoutineChange } from '@cellwright/steps/contracts';
import { identifyChange } from './identify-change.ts';
import type { DocumentThread } from './operation-types.ts';

/** A change with the last save that touched the same step or item. */
export interface OriginatedChange extends RoutineChange {
  readonly savedIn?: { readonly version: number; readonly savedAt: string; readonly savedByName: string } | undefined;
}

/** Maximum text of versions between the compared ones that is read for one comparison, characters. */
const maxReadLength = 64 * 1024 * 1024;

const routines = anyEntity('routines');

interface Sources {
  readonly store: Pick<EntityStore, 'find'>;
  readonly thread: Pick<DocumentThread, 'run'>;
}

/**
 * Adds to each change the last save between two versions that changed the same object. Reads the versions between them
 * from the newest until every change has its save, at most 64 MiB; the others stay without.
 */
export async function addOrigins(
  { store, thread }: Sources,
  before: StoredEntity,
  after: StoredEntity,
  changes: readonly RoutineChange[],
): Promise<readonly OriginatedChange[]> {
  const saves = new Map<string, StoredEntity>();
  const pending = new Set(changes.map(identifyChange));
  let readLength = 0;
  for (let newer = after; pending.size > 0 && newer.version > before.version; ) {
    const version = newer.version - 1;
    const isLast = version === before.version;
    const older = isLast ? before : await store.find(routines, after.id, version);
    if (older === undefined) break;
    readLength += older.body.length;
    if (readLength > maxReadLength) break;
    const args = { before: older.body, after: newer.body };
    // The whole range is one save if the versions follow each other.
    const keys =
      isLast && newer === after
        ? [...pending]
        : await thread.run('findChangedThings', args, older.body.length + newer.body.length);
    for (const key of keys) if (pending.delete(key)) saves.set(key, newer);
    newer = older;
  }
  return changes.map((change) => ({ ...change, savedIn: describeSave(saves.get(identifyChange(change))) }));
}

function describeSave(saved: StoredEntity | undefined): OriginatedChange['savedIn'] {
  return saved && { version: saved.version, savedAt: saved.updatedAt.toISOString(), savedByName: saved.updatedByName };
}
