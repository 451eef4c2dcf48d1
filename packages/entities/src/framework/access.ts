import { ProductError } from '@cellwright/domain/basics';
import {
  type Door,
  describeGuardedDocument,
  describeMissingPermission,
  isPermission,
  type Permission,
  type PersonProof,
  permissionLabels,
} from '@cellwright/domain/cell';
import type { Access, AnyEntity, HideRule, JsonObject, Operation } from './definition.ts';
import { isObject } from './merge-patch.ts';

/** Caller of a request. */
export interface Subject {
  readonly subjectID: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** True for a session whose PIN unlocked the control panel, and for this machine's command line. */
  readonly isUnlocked?: boolean;
  /** Entry point of the request; for the audit log. Default http. */
  readonly door?: Door;
  /** Proves the caller to the owner of a document when another service sends the request. */
  readonly proof?: PersonProof;
}

/** Access decision for one subject before any document is read. */
export type Leave = 'yes' | 'self' | 'no';

/** Decides whether a subject has access to an entity; 'self' allows only documents about itself. */
export function leaveOf(entity: AnyEntity, operation: Operation, subject: Subject): Leave {
  const access = entity.may[operation];
  if (access === 'signedIn') return 'yes';
  if (access === 'nobody') return 'no';
  if (access === 'controlPanelPIN') return subject.isUnlocked === true ? 'yes' : 'no';
  if (subject.permissions.includes(permissionOf(access))) return 'yes';
  return access.startsWith('selfOr:') ? 'self' : 'no';
}

/**
 * Refuses a subject without access.
 * @throws ProductError forbidden, with the missing permission and the users who can grant it.
 */
export function requireLeave(entity: AnyEntity, operation: Operation, subject: Subject): Exclude<Leave, 'no'> {
  const leave = leaveOf(entity, operation, subject);
  if (leave !== 'no') return leave;
  throw refuse(entity, entity.may[operation], subject);
}

function refuse(entity: AnyEntity, access: Access, { name }: Subject): ProductError {
  if (access === 'nobody' || access === 'signedIn')
    return new ProductError('forbidden', `A ${entity.noun} cannot be changed this way`);
  if (access === 'controlPanelPIN') return new ProductError('forbidden', describeGuardedDocument(entity.noun));
  const permission = permissionOf(access);
  return new ProductError('forbidden', describeMissingPermission(permission, name), { permission });
}

/** True if a document is about the subject. */
export function isAbout(entity: AnyEntity, document: JsonObject, subject: Subject): boolean {
  return document[entity.self] === subject.subjectID;
}

/** True if every subject with access to documents of this entity sees the same fields. */
export function looksAlike(entity: AnyEntity): boolean {
  return Object.keys(entity.hide).length === 0 && entity.perSubject.length === 0;
}

/**
 * Refuses filters and sorts by fields that are hidden from the subject, because they would reveal the values.
 * @throws ProductError forbidden
 */
export function requireVisibleFields(entity: AnyEntity, { where, sort }: AskedFields, subject: Subject): void {
  const asked = [...Object.keys(where), ...sort.map((field) => field.replace(/^-/, ''))];
  for (const field of asked) {
    const rule = entity.hide[field.split('.')[0] ?? ''];
    if (rule === undefined || maySee(rule, false, subject)) continue;
    const needed = permissionsOf(rule);
    const names = needed.map((permission) => `'${permissionLabels[permission]}'`).join(' or ');
    throw new ProductError(
      'forbidden',
      `Filtering or sorting by '${field}' needs the permission ${names}, which ${subject.name} does not have. Use another field`,
      { permission: needed[0] },
    );
  }
}

interface AskedFields {
  readonly where: Readonly<Record<string, unknown>>;
  readonly sort: readonly string[];
}

/** Returns the fields of a document that the subject may see. */
export function redact(entity: AnyEntity, document: JsonObject, subject: Subject): JsonObject {
  const hidden = Object.entries(entity.hide).filter(
    ([, rule]) => rule !== undefined && !maySee(rule, isAbout(entity, document, subject), subject),
  );
  if (hidden.length === 0 && entity.perSubject.length === 0) return document;
  const names = new Set(hidden.map(([name]) => name));
  const shown = Object.entries(document).filter(([name]) => !names.has(name));
  return Object.fromEntries(
    shown.map(([name, value]) => [name, entity.perSubject.includes(name) ? ownPart(value, subject) : value]),
  );
}

function ownPart(value: unknown, { subjectID }: Subject): unknown {
  if (!isObject(value)) return value;
  return Object.hasOwn(value, subjectID) ? { [subjectID]: value[subjectID] } : {};
}

function maySee(rule: HideRule, isSelf: boolean, subject: Subject): boolean {
  return isSelf || permissionsOf(rule).some((permission) => subject.permissions.includes(permission));
}

/** Returns the permission that an access names. */
function permissionOf(access: Exclude<Access, 'signedIn' | 'controlPanelPIN' | 'nobody'>): Permission {
  return readPermission(access.slice(access.indexOf(':') + 1));
}

/** Returns the permissions that each reveal the fields that a rule hides. */
export function permissionsOf(rule: HideRule): readonly Permission[] {
  return rule
    .slice(rule.indexOf(':') + 1)
    .split(',')
    .map(readPermission);
}

function readPermission(name: string): Permission {
  if (isPermission(name)) return name;
  throw new Error(`'${name}' is not a permission`);
}
