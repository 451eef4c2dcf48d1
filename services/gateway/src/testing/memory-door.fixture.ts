import { ProductError } from '@cellwright/domain/basics';
import { mapFlags } from '@cellwright/domain/cell';
import { type AnyEntity, anyEntity, isObject, mergePatch } from '@cellwright/entities';
import type { AnsweredDocument, EntityDoor } from '../domain/entity-door.ts';

type Stored = Record<string, unknown> & { id: string; version: number };

/** Creates documents in memory. The test sets what uses a document. */
export function createMemoryDoor() {
  const stored = new Map<string, Stored>();
  const uses = new Map<string, string[]>();
  let made = 0;
  const keyOf = ({ name }: Pick<AnyEntity, 'name'>, id: string) => `${name}/${id}`;
  const answer = (document: Stored): AnsweredDocument => ({
    ...{ id: document.id, version: document.version },
    json: Buffer.from(JSON.stringify(document)),
  });
  const read = (json: Buffer): Record<string, unknown> => {
    const document: unknown = JSON.parse(json.toString('utf8'));
    return isObject(document) ? document : {};
  };
  const put = (entity: Pick<AnyEntity, 'name'>, document: Stored): Stored => {
    stored.set(keyOf(entity, document.id), document);
    return document;
  };
  const require = (entity: AnyEntity, id: string): Stored => {
    const found = stored.get(keyOf(entity, id));
    if (found) return found;
    throw new ProductError(entity.name === 'routines' ? 'routine_does_not_exist' : 'not_found', `no ${id}`);
  };
  const unused = () => Promise.reject(new Error('not in this test'));
  put(anyEntity('featureFlags'), { id: '1', version: 1, ...mapFlags(() => false) });
  const door: EntityDoor = {
    find: async ({ name }, { where, limit }) => {
      const items = [...stored]
        .filter(([key]) => key.startsWith(`${name}/`))
        .map(([, document]) => document)
        .filter((document) =>
          Object.entries(where).every(([field, values]) => values.some((value) => value === document[field])),
        );
      return { items: items.slice(0, limit).map(answer), total: items.length, revision: 1 };
    },
    get: async (entity, id) => answer(require(entity, id)),
    create: async (entity, json) => {
      const document = read(json);
      const id = typeof document.id === 'string' ? document.id : `made_${++made}`;
      const { config } = document;
      const named = isObject(config) ? { config: { name: config.kind, ...config } } : {};
      return answer(put(entity, { ...document, ...named, id, version: 1 }));
    },
    save: async (entity, id, { json, isMerge, expectedVersion }) => {
      const before = require(entity, id);
      if (expectedVersion !== undefined && expectedVersion !== before.version)
        throw new ProductError('conflict', 'changed');
      const after = isMerge ? mergePatch(before, read(json)) : read(json);
      return answer(put(entity, { ...Object(after), id, version: before.version + 1 }));
    },
    remove: async (entity, id) => {
      const usedBy = uses.get(id) ?? [];
      if (usedBy.length > 0)
        throw new ProductError('conflict', 'used', {
          usedBy: usedBy.map((name) => ({ entity: 'routines', id: name, name })),
        });
      const removed = require(entity, id);
      stored.delete(keyOf(entity, id));
      return answer(removed);
    },
    restore: unused,
    listVersions: unused,
    listUses: async () => [],
  };
  return {
    door,
    uses,
    /** Stores a document, replacing one with its id. */
    put: (name: string, document: Stored) => void put({ name }, document),
    /** Returns all documents of an entity. */
    list: (name: string): Stored[] =>
      [...stored].flatMap(([key, document]) => (key.startsWith(`${name}/`) ? [document] : [])),
  };
}
