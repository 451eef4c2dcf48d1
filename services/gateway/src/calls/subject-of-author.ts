import { doorSchema, isPermission } from '@cellwright/domain/cell';
import type { Subject } from '@cellwright/entities';
import type { CallScope } from '@cellwright/service-kit/calls';

/** Returns the caller of a gateway's own call, for access decisions. */
export function subjectOfAuthor({ id, name, permissions, door, proof }: CallScope['author']): Subject {
  return {
    ...{ subjectID: id, name, permissions: permissions.filter(isPermission) },
    proof,
    // Only a hint for decisions of the gateway: the owner of a document verifies the proof itself.
    isUnlocked: proof.unlock !== '' || proof.standIn === 'machine',
    door: doorSchema.catch('http').parse(door),
  };
}
