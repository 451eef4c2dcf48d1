import { createId, ProductError } from '@cellwright/domain/basics';
import { newVersionNameSchema, type VersionName, versionNameSchema } from '@cellwright/domain/routine';
import { anyEntity } from '@cellwright/entities';
import { countForChange, type EntityHooks, refuseFieldsOfCell } from '@cellwright/service-kit/entities';
import type { RoutineLookup } from '../domain/routine-lookup.ts';

const entity = anyEntity('versionNames');

/** Creates the hooks of version names: the version exists, has one name, and stays the one that was named. */
export function createVersionNameHooks({ requireVersion }: RoutineLookup): EntityHooks<VersionName> {
  return {
    fromCreate: (input) => ({
      ...newVersionNameSchema.parse(input),
      id: createId('versionName'),
      savedByName: '',
    }),
    async beforeCreate(named) {
      const { updatedAt, updatedByName } = await requireVersion(named.routineID, named.routineVersion);
      return { ...named, savedAt: updatedAt.toISOString(), savedByName: updatedByName };
    },
    beforeSave(next, previous) {
      refuseFieldsOfCell(next, previous, ['savedAt', 'savedByName']);
      if (next.routineID === previous.routineID && next.routineVersion === previous.routineVersion) return next;
      throw new ProductError('conflict', 'A name stays with its version. Remove it, and name the other version');
    },
    async within(tx, change, { body }) {
      if (change !== 'created') return;
      const { routineID, routineVersion } = versionNameSchema.parse(JSON.parse(body));
      const where = { routineID: [routineID], routineVersion: [routineVersion] };
      if ((await countForChange(tx, entity, where)) <= 1) return;
      throw new ProductError('conflict', `Version ${routineVersion} has a name already. Rename it`);
    },
  };
}
