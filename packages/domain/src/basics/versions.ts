import type { Result } from '@cellwright/geometry';
import * as z from 'zod';

/** Versions of stored documents, and their migrations to the newest form. See docs/versions.md. */

/** A stored JSON object. */
export type StoredForm = Readonly<Record<string, unknown>>;

export function isStoredForm(value: unknown): value is StoredForm {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts the form of the version before to that of one version. */
export interface Migration {
  /** Version of the result. */
  readonly to: number;
  /** Description of the change for users: 'One base became a list of bases'. */
  readonly describe: string;
  /** Returns the newer form. Pure; keeps every unknown field. */
  migrate(old: StoredForm): StoredForm;
}

/** The part of a definition that defines its stored form. */
export interface Versioned {
  /** Version that is written. Default 1. */
  readonly version?: number;
  /** One for each version after the first, in order. */
  readonly migrations?: readonly Migration[];
}

/** Name of a document in an error: 'Wait step' and its name. */
export interface DocumentLabel {
  readonly noun: string;
  readonly name?: string | undefined;
  /** Name of the package that defines its form; absent for a form of the product. */
  readonly packageName?: string | undefined;
}

/** A document in the newest format, or a sentence with the reason why it has none. */
export type Migrated = Result<StoredForm, string>;

/** Field of a document with the version of its form. */
export const formatVersionField = 'formatVersion';

export const formatVersionSchema = z
  .number()
  .int()
  .min(1)
  .optional()
  .describe('Version of the form of this document; absent means 1');

/** Returns the version that a definition writes. */
export function newestVersion({ version = 1 }: Versioned): number {
  return version;
}

/** Returns content in the newest form; the same object if it already is. */
export function migrateContent(
  label: DocumentLabel,
  versioned: Versioned,
  version: unknown,
  content: StoredForm,
): Migrated {
  const newest = newestVersion(versioned);
  const from = version ?? 1;
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 1) {
    return { ok: false, error: `${capitalLabel(label)}: formatVersion is a positive integer. Omit it for version 1` };
  }
  if (from > newest) return { ok: false, error: newerVersionMessage(label, from, newest) };
  let migrated = content;
  for (const migration of versioned.migrations ?? []) {
    if (migration.to > from) migrated = migration.migrate(migrated);
  }
  return { ok: true, value: migrated };
}

/** Returns a document that contains its version in the newest form; the same object if it already is. */
export function migrateDocument(label: DocumentLabel, versioned: Versioned, document: StoredForm): Migrated {
  const { [formatVersionField]: version, ...content } = document;
  const newest = newestVersion(versioned);
  if (version === newest ? newest > 1 : version === undefined && newest === 1) return { ok: true, value: document };
  const migrated = migrateContent(label, versioned, version, content);
  return migrated.ok ? { ok: true, value: stampFormat(versioned, migrated.value) } : migrated;
}

/** Returns a document with the version that its definition writes; version 1 is not written. */
export function stampFormat<T extends object>(versioned: Versioned, document: T): T {
  const newest = newestVersion(versioned);
  return newest > 1 ? { ...document, [formatVersionField]: newest } : document;
}

export function newerVersionMessage(label: DocumentLabel, found: number, newest: number): string {
  const { packageName } = label;
  const reader = packageName === undefined ? 'this cell' : `the package ${packageName}`;
  const remedy = packageName === undefined ? 'Update this cell to the release that saved it' : 'Update the package';
  return `${capitalLabel(label)} has format version ${found}, ${reader} reads up to version ${newest}. ${remedy}`;
}

/**
 * True if JSON text may contain a document that is not in the newest form. Checks only the text, without parsing.
 * @param kinds definitions of the kinds that documents name in the text
 */
export function mayDiffer(text: string, kinds: Iterable<readonly [string, Versioned]>): boolean {
  if (text.includes(`"${formatVersionField}"`)) return true;
  for (const [kind, versioned] of kinds) {
    if (newestVersion(versioned) > 1 && text.includes(`"${kind}"`)) return true;
  }
  return false;
}

/** Returns the definition. @throws Error if its migrations do not lead from version 1 to its version, one by one. */
export function checkMigrations<T extends Versioned>(name: string, versioned: T): T {
  const { migrations = [] } = versioned;
  const newest = newestVersion(versioned);
  const isComplete = migrations.length === newest - 1 && migrations.every(({ to }, index) => to === index + 2);
  if (!isComplete) throw new Error(`${name} is at version ${newest}: it needs one migration for each version from 2`);
  return versioned;
}

function capitalLabel({ noun, name }: DocumentLabel): string {
  return name === undefined || name === '' ? `This ${noun}` : `The ${noun} '${name}'`;
}
