import type { Permission } from '@cellwright/domain';
import { leaveOf, permissionsOf, redact, type Subject } from './access.ts';
import type { AnyEntity, JsonObject } from './definition.ts';

/** What some subjects see alike of an entity's documents: an event is redacted and written once for each view. */
export interface EntityView {
  /** Unique among all views of all entities. */
  readonly name: string;
  /** Of those that decide what is hidden, the ones that its subjects have. */
  readonly permissions: readonly Permission[];
}

/** Sees what is about nobody in particular; no document is about it. */
const nobody = { subjectID: '\u0000', name: '' } as const;

/** Every view of documents that are about somebody else, or about nobody. */
export function viewsOf(entity: AnyEntity): readonly EntityView[] {
  let held: Permission[][] = [[]];
  for (const permission of decidingPermissions(entity)) {
    held = held.flatMap((others) => [others, [...others, permission]]);
  }
  return held.map((permissions) => toView(entity, permissions));
}

/** The view that holds documents about one subject, as that subject sees them; undefined where nothing is its own. */
export function selfViewOf(entity: AnyEntity, subjectID: unknown): string | undefined {
  if (typeof subjectID !== 'string' || subjectID === '' || !knowsSelf(entity)) return undefined;
  return `${entity.name}:self:${subjectID}`;
}

/** Names of the views in which a subject sees the documents of an entity; none when it may not get any. */
export function viewNamesFor(entity: AnyEntity, subject: Subject): readonly string[] {
  const leave = leaveOf(entity, 'get', subject);
  if (leave === 'no') return [];
  const self = selfViewOf(entity, subject.subjectID);
  const own = self === undefined ? [] : [self];
  if (leave === 'self') return own;
  const held = decidingPermissions(entity).filter((permission) => subject.permissions.includes(permission));
  return [toView(entity, held).name, ...own];
}

/** A document as it is seen in a view. */
export function redactForView(entity: AnyEntity, document: JsonObject, { permissions }: EntityView): JsonObject {
  return redact(entity, document, { ...nobody, permissions });
}

/** A document as the subject that it is about sees it. */
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
