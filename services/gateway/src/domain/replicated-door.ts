import type { AnsweredDocument, EntityDoor } from './entity-door.ts';
import type { EntityReplica } from './entity-replica.ts';

/**
 * Reads from a replica that is up to date, otherwise from the owner. Changes made here are in the replica before the
 * caller gets its response, so that clients read their own writes.
 */
export function answerFromReplicas(owner: EntityDoor, replicas: ReadonlyMap<string, EntityReplica>): EntityDoor {
  const note = (entity: string, answer: AnsweredDocument, isRemoved = false): AnsweredDocument => {
    replicas.get(entity)?.takeAnswer(answer, isRemoved);
    return answer;
  };
  return {
    ...owner,
    async find(entity, query, subject) {
      return replicas.get(entity.name)?.find(query) ?? owner.find(entity, query, subject);
    },
    async get(entity, id, version, subject) {
      const copy = version === undefined ? replicas.get(entity.name)?.get(id) : undefined;
      return copy ?? owner.get(entity, id, version, subject);
    },
    async create(entity, ...rest) {
      return note(entity.name, await owner.create(entity, ...rest));
    },
    async save(entity, ...rest) {
      return note(entity.name, await owner.save(entity, ...rest));
    },
    async remove(entity, ...rest) {
      return note(entity.name, await owner.remove(entity, ...rest), true);
    },
    async restore(entity, ...rest) {
      return note(entity.name, await owner.restore(entity, ...rest));
    },
  };
}
