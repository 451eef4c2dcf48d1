import type { Permission } from '@cellwright/domain/cell';
import { leaveOf, permissionsOf, redact, type Subject } from './access.ts';
import type { AnyEntity, JsonObject } from './definition.ts';

/** Subjects that see the same fields of an entity's documents: an event is redacted and written once for each view. */
export interface EntityView {
  /** Unique among all views of all entities. */
  readonly name: string;
  /** Permissions of its subjects, among those that decide which fields are hidden. */
  readonly permissions: readonly Permission[];
}

/** Subject used for documents without an owner; no document is about it. */
const nobody = { subjectID: '\u0000', name: '' } as const;

/** Returns every view of documents about other subjects or about none. */
export function viewsOf(entity: AnyEntity): readonly EntityView[] {
  let held: Permission[][] = [[]];
  for (const permission of decidingPermissions(entity)) {
    held = held.flatMap((others) => [others, [...others, permission]]);
  }
  return held.map((permissions) => toView(entity, permissions));
}

/**
 * Returns the view of documents about one subject as that subject sees them; undefined if no document is about a
 * subject.
 */
export function selfViewOf(entity: AnyEntity, subjectID: unknown): string | undefined {
  if (typeof subjectID !== 'string' || subjectID === '' || !knowsSelf(entity)) return undefined;
  return `${entity.name}:self:${subjectID}`;
}

/** Returns the names of the views in which a subject sees the documents of an entity; none if it has no read access. */
export function viewNamesFor(entity: AnyEntity, subject: Subject): readonly string[] {
  const leave = leaveOf(entity, 'get', subject);
  if (leave === 'no') return [];
  const self = selfViewOf(entity, subject.subjectID);
  const own = self === undefined ? [] : [self];
  if (leave === 'self') return own;
  const held = decidingPermissions(entity).filter((permission) => subject.permissions.includes(permission));
  return [toView(entity, held).name, ...own];
}

/** Returns a document with the fields of a view. */
export function redactForView(entity: AnyEntity, document: JsonObject, { permissions }: EntityView): JsonObject {
  return redact(entity, document, { ...nobody, permissions });
}

/** Returns a document with the fields visible to its own subject. */
export function redactForSelf(entity: AnyEntity, document: JsonObject, subjectID: string): JsonObject {
  return redact(entity, document, { subjectID, name: '', permissions: [] });
}

function toView(entity: AnyEntity, permissions: readonly Permission[]): EntityView {
  return { name: `${entity.name}:${permissions.join('+') || 'all'}`, permissions };
}

function decidingPermissions(entity: AnyEntity): readonly Permission[] {
  const rules = Object.values(entity.hide).flatMap((rule) => (rule === undefined ? [] : permissionsOf(rule)));
  return [...new Set(rules)].sort();
}

function knowsSelf(entity: AnyEntity): boolean {
  return entity.may.get.startsWith('selfOr:') || Object.keys(entity.hide).length > 0;
}
