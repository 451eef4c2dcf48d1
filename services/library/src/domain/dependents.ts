import { anyEntity } from '@cellwright/entities';
import type { EntityStore } from '@cellwright/service-kit/entities';
import * as z from 'zod';
import type { Inventory } from './inventory.ts';
import type { Removables } from './needed-things.ts';
import type { DocumentThread } from './operation-types.ts';

export interface Dependents {
  /** ID of the device, or name of the feature. */
  readonly id: string;
  readonly routines: readonly { readonly id: string; readonly name: string }[];
}

const entity = anyEntity('routines');
const pageSize = 50;
const namedSchema = z.object({ name: z.string() });

export interface DependentsDeps {
  readonly store: EntityStore;
  readonly thread: DocumentThread;
  readonly inventory: Inventory;
}

/** Returns the routines of the cell that would have a new problem without each of the items. */
export function createDependents({ store, thread, inventory }: DependentsDeps) {
  return async (things: Removables): Promise<readonly Dependents[]> => {
    const found = new Map<string, { id: string; name: string }[]>(
      [...things.equipment, ...things.flags].map((id) => [id, []]),
    );
    for (let offset = 0; found.size > 0; offset += pageSize) {
      const query = { where: {}, search: '', sort: ['id'], limit: pageSize, offset };
      const { items } = await store.query(entity, query);
      for (const { id, body } of items) {
        const cell = await inventory(await store.referencesOf(entity, id));
        const needed = await thread.run('findNeeded', { text: body, cell, things }, body.length * (1 + found.size));
        const { name } = namedSchema.parse(JSON.parse(body));
        for (const thing of needed) found.get(thing)?.push({ id, name });
      }
      if (items.length < pageSize) break;
    }
    return [...found].map(([id, routines]) => ({ id, routines }));
  };
}

export type ListDependents = ReturnType<typeof createDependents>;
