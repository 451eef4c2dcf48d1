import { doorSchema, isPermission } from '@cellwright/domain';
import type { Subject } from '@cellwright/entities';
import type { CallAuthor } from '@cellwright/proto/calls';

/** The caller of a gateway's own call, for access decisions. */
export function subjectOfAuthor({ id, name, permissions, door }: CallAuthor): Subject {
  return {
    ...{ subjectID: id, name, permissions: permissions.filter(isPermission) },
    door: doorSchema.catch('http').parse(door),
  };
}
