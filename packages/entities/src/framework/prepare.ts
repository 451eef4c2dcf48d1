import { createId, formatVersionField, startOfText } from '@cellwright/domain/basics';
import { findUnheldProblems, findUnknownFields, type Problem, problemsOf } from '@cellwright/domain/routine';
import { type AnyEntity, type JsonObject, stampsSchema } from './definition.ts';
import { isObject, mergePatch } from './merge-patch.ts';
import { isScalar, type Scalar, searchField, searchTextOf, valueAt } from './query.ts';
import { isNewer, stampDocument, upgradeDocument, withoutFormat } from './upgrade.ts';

/** A document accepted by its schema, with all derived values, so that it need not be parsed again. Plain data. */
export interface PreparedDocument {
  readonly id: string;
  /** The document as JSON text, without stamps. */
  readonly body: string;
  /** Values to filter, sort and search by, under their dotted paths. */
  readonly fields: Readonly<Record<string, Scalar>>;
  /** Entry of a find result as JSON text, if it is not the document. */
  readonly listing?: string | undefined;
  readonly references: readonly string[];
  readonly members: readonly string[];
}

export type Preparation =
  | { readonly ok: true; readonly document: PreparedDocument }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export interface Draft {
  readonly mode: 'create' | 'replace' | 'patch';
  /** The client's request body, JSON text. */
  readonly text: string;
  /** Id in the address; absent in a create. */
  readonly id?: string | undefined;
  /** The newest stored body; required for a patch. */
  readonly previous?: string | undefined;
}

/**
 * Converts a client's draft to a document that can be stored, or returns all problems. Pure, so that it can run in a
 * worker thread.
 */
export function prepareDraft(entity: AnyEntity, draft: Draft): Preparation {
  const read = readDraft(entity, draft);
  if (!read.ok) return read;
  const prepared = prepareDocument(entity, read.document);
  if (!prepared.ok) return prepared;
  const problems = findUnknownFields(
    namedFields(entity, draft, read.document),
    JSON.parse(prepared.document.body),
    entity.schema,
  );
  return problems.length === 0 ? prepared : { ok: false, problems };
}

/**
 * Returns the part of the merged document that the client sent: the stored part may contain fields that no longer
 * exist.
 */
function namedFields(entity: AnyEntity, { mode, text }: Draft, document: JsonObject): JsonObject {
  const sent: unknown = mode === 'patch' ? JSON.parse(text) : document;
  if (!isObject(sent)) return {};
  const fields = withoutFormat(entity, mode === 'patch' ? withoutStamps(entity, sent) : sent);
  const { [formatVersionField]: _, ...named } = fields;
  return named;
}

export type DraftReading =
  | { readonly ok: true; readonly document: JsonObject }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Returns the complete document of a draft, merged and with its key, before validation by the schema. An older version
 * is migrated, a newer one refused; a patch has the version of the stored document.
 */
export function readDraft(entity: AnyEntity, draft: Draft): DraftReading {
  const read = readJson(draft.text);
  if (!read.ok) return read;
  if (!isObject(read.value)) return refused(`A ${entity.noun} must be a JSON object`);
  const unheld = findUnheldProblems(read.value, draft.text);
  if (unheld.length > 0) return { ok: false, problems: unheld };
  const sent = withoutStamps(entity, read.value);
  const merged = draft.mode === 'patch' ? mergeDraft(entity, draft, sent) : sent;
  if (!isObject(merged)) return refused(`A ${entity.noun} must be a JSON object`);
  const upgraded = upgradeDocument(entity, merged);
  if (!upgraded.ok) return upgraded;
  const document = withoutFormat(entity, upgraded.document);
  return { ok: true, document: { ...document, [entity.key]: keyOf(entity, document, draft.id) } };
}

/** Validates a complete document in the newest form, including its key. */
export function prepareDocument(entity: AnyEntity, document: object): Preparation {
  const parsed = entity.schema.safeParse(withoutFormat(entity, { ...document }));
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error) };
  return { ok: true, document: describeDocument(entity, parsed.data) };
}

/** Returns the stored form of a document accepted by its schema. */
export function describeDocument(entity: AnyEntity, document: object): PreparedDocument {
  const listing = entity.listing?.of(document);
  return {
    id: String(valueAt(document, entity.key)),
    body: JSON.stringify(stampDocument(entity, document)),
    fields: fieldsOf(entity, { ...document, ...listing }),
    listing: listing === undefined ? undefined : JSON.stringify(listing),
    references: [...new Set(entity.referencesOf?.(document) ?? [])],
    members: [...new Set(entity.membersOf?.(document) ?? [])],
  };
}

function fieldsOf(entity: AnyEntity, document: object): Record<string, Scalar> {
  const paths = new Set([...Object.keys(entity.filters), ...entity.sort]);
  const fields: Record<string, Scalar> = {};
  for (const path of paths) {
    const value = valueAt(document, path);
    // Filter values have at most 256 characters.
    if (isScalar(value)) fields[path] = typeof value === 'string' ? startOfText(value, 256) : value;
  }
  // Folded here because case folding in a database depends on its locale.
  if (entity.search.length > 0) fields[searchField] = searchTextOf(entity, document);
  return fields;
}

function keyOf(entity: AnyEntity, document: JsonObject, id: string | undefined): unknown {
  if (id !== undefined) return id;
  const given = document[entity.key];
  if (given !== undefined && given !== null && given !== '') return given;
  return entity.idPrefix === undefined ? given : createId(entity.idPrefix);
}

/** Clients may send a received document back with its stamps. */
function withoutStamps(entity: AnyEntity, sent: JsonObject): JsonObject {
  const own = entity.stampsItself ? ['createdAt', 'updatedAt'] : [];
  const stamps = Object.keys(stampsSchema.shape).filter((name) => !own.includes(name));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !stamps.includes(name)));
}

/**
 * Merges a draft. A patch of a newer version keeps it and is refused; otherwise the merged document has the stored
 * version.
 */
function mergeDraft(entity: AnyEntity, draft: Draft, sent: JsonObject): unknown {
  const previous: unknown = JSON.parse(draft.previous ?? '{}');
  const { [formatVersionField]: version, ...change } = withoutKey(entity, sent);
  const merged = mergePatch(previous, change);
  return isObject(merged) && isNewer(entity, merged, version) ? { ...merged, [formatVersionField]: version } : merged;
}

/** Removes the key, because a patch must not change it. */
function withoutKey(entity: AnyEntity, sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== entity.key));
}

function readJson(text: string): { ok: true; value: unknown } | { ok: false; problems: readonly Problem[] } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refused('This is not valid JSON. It may be cut off: send it again');
  }
}

function refused(message: string): { ok: false; problems: readonly Problem[] } {
  return { ok: false, problems: [{ kind: 'invalidConfiguration', message }] };
}
