import type { AnsweredDocument, EntityDoor } from './entity-door.ts';
import type { EntityReplica } from './entity-replica.ts';

/**
 * Answers reads from a replica where there is one that is in step, else from the owner. What this door changes is in the
 * replica before the caller is answered, so that a client reads what it wrote.
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
