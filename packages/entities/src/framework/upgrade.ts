import {
  formatVersionField,
  mayDiffer,
  migrateDocument,
  newestVersion,
  ProductError,
  stampFormat,
  startOfText,
  type Versioned,
} from '@cellwright/domain/basics';
import type { Problem } from '@cellwright/domain/routine';
import type { AnyEntity, EntityDefinition, JsonObject } from './definition.ts';
import { isObject } from './merge-patch.ts';

export type UpgradedDocument =
  | { readonly ok: true; readonly document: JsonObject }
  | { readonly ok: false; readonly problems: readonly Problem[] };
export type UpgradedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Converts stored documents of one entity to the newest form. Texts are JSON. */
export interface DocumentUpgrade {
  /** True if the document may be in an older form; a fast check without parsing. */
  mayDiffer(text: string): boolean;
  /** Returns the document in the newest form, or the reason why this build cannot read it. */
  upgrade(text: string): UpgradedText | Promise<UpgradedText>;
}

/** Returns a document in the newest form of its entity; the same object when it already has that form. */
export function upgradeDocument(entity: AnyEntity, document: JsonObject): UpgradedDocument {
  const label = { noun: nounOf(entity, document), name: nameOf(entity, document) };
  const migrated = migrateDocument(label, versionsOf(entity, document), document);
  if (migrated.ok) return { ok: true, document: migrated.value };
  const problem = { kind: 'invalidConfiguration', message: migrated.error, fieldId: formatVersionField } as const;
  return { ok: false, problems: [problem] };
}

/** Returns an upgrade that uses only the definition, for entities without parts that have their own versions. */
export function upgradeOf(entity: AnyEntity): DocumentUpgrade {
  return {
    mayDiffer: (text) => newestVersion(entity) > 1 || mayDiffer(text, Object.entries(entity.versionsByKind ?? {})),
    upgrade: (text) => upgradeText(text, (document) => upgradeDocument(entity, document)),
  };
}

/** Applies an upgrade to JSON text; returns the same text when nothing changes. */
export function upgradeText(text: string, upgrade: (document: JsonObject) => UpgradedDocument): UpgradedText {
  const document: unknown = JSON.parse(text);
  if (!isObject(document)) return { ok: true, text };
  const upgraded = upgrade(document);
  if (!upgraded.ok) return upgraded;
  return { ok: true, text: upgraded.document === document ? text : JSON.stringify(upgraded.document) };
}

/** True if the version is newer than the one that this build writes. */
export function isNewer(entity: AnyEntity, document: JsonObject, version: unknown): boolean {
  return typeof version === 'number' && version > newestVersion(versionsOf(entity, document));
}

/** Returns a document with the version that its entity writes. */
export function stampDocument(entity: AnyEntity, document: object): object {
  return stampFormat(entity.versionsByKind ? versionsOf(entity, document) : entity, document);
}

/** Returns a document as its schema accepts it: a schema without migrations does not accept the version field. */
export function withoutFormat(entity: AnyEntity, document: JsonObject): JsonObject {
  if (entity.versionsByKind || !Object.hasOwn(document, formatVersionField)) return document;
  const { [formatVersionField]: _, ...content } = document;
  return content;
}

/** Parses a stored document by its schema. @throws ProductError conflict when it is of a newer version. */
export function parseStored<T extends object>(entity: EntityDefinition<T>, text: string): T {
  const upgraded = upgradeText(text, (document) => upgradeDocument(forgetType(entity), document));
  if (!upgraded.ok) return refuseUnreadable(upgraded.problems);
  return entity.schema.parse(withoutFormat(forgetType(entity), JSON.parse(upgraded.text)));
}

/** Parses stored documents by their schema; omits those of a newer version. */
export function parseReadable<T extends object>(entity: EntityDefinition<T>, texts: readonly string[]): T[] {
  const upgraded = texts.map((text) => upgradeText(text, (document) => upgradeDocument(forgetType(entity), document)));
  return upgraded.flatMap((each) => (each.ok ? [parseStored(entity, each.text)] : []));
}

/** Refuses a stored document that this build cannot read. */
export function refuseUnreadable(problems: readonly Problem[]): never {
  const [first] = problems;
  throw new ProductError('conflict', first?.message ?? 'This document cannot be read. Update this cell', { problems });
}

function versionsOf(entity: AnyEntity, document: object): Versioned {
  if (!entity.versionsByKind) return entity;
  const kind: unknown = Reflect.get(document, 'kind');
  return typeof kind === 'string' && Object.hasOwn(entity.versionsByKind, kind)
    ? (entity.versionsByKind[kind] ?? {})
    : {};
}

/** Returns the noun, with the kind if the entity has documents of several kinds. */
function nounOf({ noun, versionsByKind }: AnyEntity, { kind }: JsonObject): string {
  return versionsByKind && typeof kind === 'string' ? `${startOfText(kind, 100)} ${noun}` : noun;
}

function nameOf(entity: AnyEntity, document: JsonObject): string | undefined {
  const name = document.name ?? document[entity.key];
  return typeof name === 'string' ? startOfText(name, 200) : undefined;
}

function forgetType<T extends object>({
  listing: _listing,
  referencesOf: _references,
  membersOf: _members,
  ...rest
}: EntityDefinition<T>): AnyEntity {
  return rest;
}
