import { ProductError } from '@cellwright/domain/basics';
import { anyEntity } from '@cellwright/entities';
import type { EntityStore, StoredEntity } from '@cellwright/service-kit/entities';

const routines = anyEntity('routines');

/** Reads of routines for documents that are about one. */
export interface RoutineLookup {
  /** @throws ProductError routine_does_not_exist; request_failed_validation if the newest version lacks the step. */
  requireStep(routineID: string, stepID: string): Promise<void>;
  /** @throws ProductError routine_does_not_exist for a routine or a version that was never saved. */
  requireVersion(routineID: string, version: number): Promise<Pick<StoredEntity, 'updatedAt' | 'updatedByName'>>;
}

/** @param readStore the store, which starts after the hooks that use the lookup. */
export function createRoutineLookup(readStore: () => Pick<EntityStore, 'find' | 'has' | 'hasMember'>): RoutineLookup {
  const requireRoutine = async (id: string) => {
    if (await readStore().has(routines, id)) return;
    throw new ProductError('routine_does_not_exist', `There is no routine with the id ${id}`);
  };
  return {
    async requireStep(routineID, stepID) {
      await requireRoutine(routineID);
      if (await readStore().hasMember(routines, routineID, stepID)) return;
      const message = 'The saved routine does not have this step. Save the routine, then comment on its step';
      throw new ProductError('request_failed_validation', message, {
        problems: [{ kind: 'invalidConfiguration', message, fieldId: 'stepID' }],
      });
    },
    async requireVersion(routineID, version) {
      await requireRoutine(routineID);
      const found = await readStore().find(routines, routineID, version);
      if (found) return found;
      throw new ProductError('routine_does_not_exist', `Routine ${routineID} has no version ${version}`);
    },
  };
}
