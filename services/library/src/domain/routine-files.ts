import { createHash } from 'node:crypto';
import { jsonDepthOf, maxDocumentBytes, maxJsonDepth, ProductError, startOfText } from '@cellwright/domain/basics';
import type { Problem } from '@cellwright/domain/routine';
import { type AnyEntity, anyEntity, type Preparation, type PreparedDocument, type Subject } from '@cellwright/entities';
import {
  answerText,
  commandOf,
  type EntityStore,
  type EntityTransaction,
  ensureDocuments,
  findForChange,
  insertDocument,
  refuse,
  restoreDocument,
  type StoredEntity,
} from '@cellwright/service-kit/entities';
import * as z from 'zod';
import { addOrigins, type OriginatedChange } from './change-origins.ts';
import type { CellTexts } from './check-routine.ts';
import { nameCopy } from './copy-routine.ts';
import type { CompiledProgram, ReadFile } from './document-operations.ts';
import type { Inventory } from './inventory.ts';
import type { DocumentThread } from './operation-types.ts';
import type { Author, Refusal } from './routine-document.ts';

export interface RoutineFilesDeps {
  readonly store: EntityStore;
  readonly thread: DocumentThread;
  readonly inventory: Inventory;
  readonly now: () => Date;
}

export interface ImportOutcome {
  readonly routineID: string;
  readonly version: number;
  readonly created: boolean;
  readonly remappedIds: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
}

/** A routine file that is ready to be stored. */
export interface PreparedImport {
  readonly file: ReadFile;
  /** Ids that were replaced, because other routines use them. */
  readonly ids: readonly (readonly [from: string, to: string])[];
  readonly document: PreparedDocument;
  readonly at: Date;
}

export interface VersionChanges {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly OriginatedChange[];
}

export interface WantedCopy {
  readonly id: string;
  /** Undefined: the name of the original with 'copy' appended. */
  readonly name: string | undefined;
  readonly needsTemplate: boolean;
}

/** A new routine, as returned to the client. */
export interface AnsweredCopy {
  readonly id: string;
  readonly version: number;
  readonly text: string;
}

/** Maximum number of variables, and of space items, that editors offer. */
const mostNameable = 1000;

const titleSchema = z.object({ name: z.string(), isTemplate: z.boolean() });

export type RoutineFiles = ReturnType<typeof createRoutineFiles>;

/**
 * Creates the operations on whole routines other than storing them: import, export, checks, programs. Texts are UTF-8
 * JSON.
 */
export function createRoutineFiles({ store, thread, inventory, now }: RoutineFilesDeps) {
  const entity = anyEntity('routines');

  /**
   * Returns the references of a routine: those of the newest version are stored, an earlier version is read for them.
   */
  const referencesOf = async ({ id, version, body }: StoredEntity, wanted: number | undefined) => {
    if (wanted === undefined || (await store.find(entity, id))?.version === version)
      return store.referencesOf(entity, id);
    return thread.run('listReferences', { text: body, isFile: false }, body.length);
  };
  const requireRoutine = async (id: string, version?: number): Promise<StoredEntity> => {
    const found = await store.find(entity, id, version);
    if (found) return found;
    const which =
      version === undefined ? `There is no routine with the id ${id}` : `Routine ${id} has no version ${version}`;
    throw new ProductError('routine_does_not_exist', which);
  };
  /** Returns existing names that a copy could clash with. */
  const takenNames = async (original: string): Promise<ReadonlySet<string>> => {
    const words = startOfText(original.replace(/ copy( \d+)?$/, ''), 100);
    const query = { where: {}, search: words, sort: ['name'], limit: 1000, offset: 0 };
    const { items } = await store.query(entity, query);
    return new Set(items.map(({ listing }) => titleSchema.parse(JSON.parse(listing ?? '{}')).name));
  };
  /** Returns the variables and space items of the cell up to the limit; others are found by name only. */
  const listNameable = async (): Promise<string[]> => {
    const query = { where: {}, search: '', sort: ['name'], limit: mostNameable, offset: 0 };
    const found = await Promise.all(
      [anyEntity('globalVariables'), anyEntity('globalSpace')].map((listed) => store.query(listed, query)),
    );
    return found.flatMap(({ items }) => items.map(({ id }) => id));
  };
  const validate = async (text: string, isFile: boolean, cell: CellTexts) =>
    thread.run('validate', { text, isFile, cell }, text.length + sizeOf(cell));

  /** Reads a file so that it can be stored; replaces ids that other routines use. */
  const prepareImport = async (text: string, author: Author, signal?: AbortSignal): Promise<PreparedImport> => {
    checkSize(text);
    const file = accept(await thread.run('readFile', { text }, text.length));
    signal?.throwIfAborted();
    const taken = await store.findTakenMembers(entity, file.members, file.routineID);
    const ids = taken.map((id): [string, string] => [id, remapId(file.routineID, id)]);
    const routine = accept(await thread.run('routineOfFile', { text, ids }, text.length));
    const existing = await store.find(entity, file.routineID);
    const at = now();
    const draft = { mode: 'replace' as const, text: routine.text, id: file.routineID, previous: existing?.body };
    const size = text.length + (existing?.body.length ?? 0);
    const stamp = { author: { id: author.id, name: author.name }, at: at.toISOString() };
    return { file, ids, document: prepared(await thread.run('prepareRoutine', { draft, ...stamp }, size)), at };
  };

  return {
    prepareImport,

    /**
     * Imports a routine. @param signal cancels the import before it is stored, with nothing stored; later it has no
     * effect.
     */
    async importRoutine(text: string, author: Subject, key: string, signal?: AbortSignal): Promise<ImportOutcome> {
      const by = { id: author.subjectID, name: author.name };
      const { file, ids, document, at } = await prepareImport(text, by, signal);
      const command = commandOf(entity, author, key, ['import', text]);
      const saved = await store.commit(command, async (tx) => {
        await addGlobals(tx, file, by, at, signal);
        const routine = await upsert(tx, entity, document, by, at);
        signal?.throwIfAborted();
        return routine;
      });
      const cell = await inventory(file.references);
      return {
        routineID: saved.id,
        version: saved.version,
        created: saved.version === 1,
        remappedIds: Object.fromEntries(ids),
        missing: missingEquipment(file.requires, cell),
        problems: await validate(document.body, false, cell),
      };
    },

    async exportRoutine(id: string, version: number | undefined): Promise<string> {
      const routine = await requireRoutine(id, version);
      const cell = await inventory(await referencesOf(routine, version));
      return accept(await thread.run('toFile', { text: routine.body, cell }, routine.body.length + sizeOf(cell))).text;
    },

    async validateStored(id: string): Promise<readonly Problem[]> {
      const routine = await requireRoutine(id);
      return validate(routine.body, false, await inventory(await referencesOf(routine, undefined)));
    },

    async validateFile(text: string): Promise<readonly Problem[]> {
      checkSize(text);
      const references = await thread.run('listReferences', { text, isFile: true }, text.length);
      return validate(text, true, await inventory(references));
    },

    /** Returns the names that expressions of a routine may use, as JSON text. */
    async completeRoutine(id: string): Promise<string> {
      const routine = await requireRoutine(id);
      const cell = await inventory(await listNameable());
      return accept(await thread.run('complete', { text: routine.body, cell }, routine.body.length + sizeOf(cell)))
        .text;
    },

    /**
     * Describes the changes between two versions, each with the save that made it. @param to default: the newest;
     * @param from default: the version before `to`.
     */
    async describeChanges(id: string, from: number | undefined, to: number | undefined): Promise<VersionChanges> {
      const after = await requireRoutine(id, to);
      const before = await requireRoutine(id, from ?? Math.max(1, after.version - 1));
      const args = { before: before.body, after: after.body };
      const { changes } = accept(await thread.run('describeChanges', args, before.body.length + after.body.length));
      const originated = await addOrigins({ store, thread }, before, after, changes);
      return { from: before.version, to: after.version, changes: originated };
    },

    async duplicateRoutine(
      { id, name, needsTemplate }: WantedCopy,
      author: Subject,
      key: string,
    ): Promise<AnsweredCopy> {
      const original = await requireRoutine(id);
      const { name: originalName, isTemplate } = titleSchema.parse(JSON.parse(original.listing ?? '{}'));
      if (needsTemplate && !isTemplate) {
        throw new ProductError(
          'request_failed_validation',
          `'${originalName}' is not a template. Duplicate it instead`,
        );
      }
      const copyName = name ?? nameCopy(originalName, await takenNames(originalName));
      const size = original.body.length;
      const copy = accept(await thread.run('copy', { text: original.body, name: copyName }, size));
      const at = now();
      const by = { id: author.subjectID, name: author.name };
      const draft = { mode: 'create' as const, text: copy.text, id: copy.id };
      const document = prepared(await thread.run('prepareRoutine', { draft, author: by, at: at.toISOString() }, size));
      const command = commandOf(entity, author, key, ['duplicate', id, name ?? '', String(needsTemplate)]);
      const stored = await store.commit(command, (tx) => insertDocument(tx, entity, document, { by, at }));
      return { id: stored.id, version: stored.version, text: answerText(entity, stored, stored.body) };
    },

    async compileProgram(id: string, version: number | undefined): Promise<CompiledProgram & { version: number }> {
      const routine = await requireRoutine(id, version);
      const cell = await inventory(await referencesOf(routine, version));
      const args = { text: routine.body, cell };
      const compiled = accept(await thread.run('compile', args, routine.body.length + sizeOf(cell)));
      return { ...compiled, version: routine.version };
    },

    /** Compiles a file that is not stored; its problems are part of the program. */
    async compileFile(text: string): Promise<CompiledProgram & { version: number }> {
      checkSize(text);
      const cell = await inventory(await thread.run('listReferences', { text, isFile: true }, text.length));
      const compiled = await thread.run('compileFile', { text, cell }, text.length + sizeOf(cell));
      return { ...compiled, version: 0 };
    },
  };
}

/** Adds the global items that the cell does not have; existing ones keep their values, removed ones are restored. */
export async function addGlobals(
  tx: EntityTransaction,
  { variables, spaceItems, codeBlocks }: ReadFile,
  by: { readonly id: string; readonly name: string },
  at: Date,
  signal?: AbortSignal,
): Promise<void> {
  // The order is the same in every import, so that two concurrent imports never deadlock.
  for (const [name, documents] of [
    ['codeBlocks', codeBlocks],
    ['globalSpace', spaceItems],
    ['globalVariables', variables],
  ] as const) {
    signal?.throwIfAborted();
    await ensureDocuments(tx, anyEntity(name), documents, { by, at });
  }
}

/** Stores an imported document. Equal content creates no version. */
async function upsert(
  tx: EntityTransaction,
  entity: AnyEntity,
  document: PreparedDocument,
  by: { readonly id: string; readonly name: string },
  at: Date,
): Promise<StoredEntity> {
  const present = await findForChange(tx, entity, document.id);
  if (present?.removedAt === null && present.body === document.body) return present;
  return present ? restoreDocument(tx, entity, document, { by, at }) : insertDocument(tx, entity, document, { by, at });
}

function missingEquipment(requires: ReadFile['requires'], { equipment }: CellTexts): string[] {
  if (!equipment) return [];
  return requires
    .filter(
      ({ capability, kind }) =>
        !equipment.some(
          (device) =>
            (capability === undefined || device.capabilities.includes(capability)) &&
            (kind === undefined || device.kind === kind),
        ),
    )
    .map(({ name, kind, capability }) => name ?? kind ?? capability ?? 'equipment');
}

/** Returns the same id each time, so that a repeated import is stored and answered like the first. */
function remapId(routineID: string, id: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([routineID, id]))
    .digest('hex');
  return `${prefixOf(id)}_${digest.slice(0, 32)}`;
}

function prefixOf(id: string): 'step' | 'space' | 'variable' {
  if (id.startsWith('space')) return 'space';
  return id.startsWith('variable') ? 'variable' : 'step';
}

function sizeOf({ variables, spaceItems, codeBlocks }: CellTexts): number {
  return [...variables, ...spaceItems, ...codeBlocks].reduce((sum, { length }) => sum + length, 0);
}

function prepared(preparation: Preparation): PreparedDocument {
  return preparation.ok ? preparation.document : refuse(preparation.problems);
}

export function accept<T extends { ok: true }>(result: T | Refusal): T {
  return result.ok ? result : refuse(result.problems);
}

export function checkSize(text: string): void {
  // A text never has more characters than bytes, so this never refuses a text within the byte limit.
  if (text.length > maxDocumentBytes || Buffer.byteLength(text) > maxDocumentBytes) {
    throw new ProductError(
      'too_large',
      `A document can have at most ${maxDocumentBytes / 1024 / 1024} MiB. Split the routine`,
    );
  }
  if (jsonDepthOf(text) > maxJsonDepth) {
    throw new ProductError(
      'too_large',
      `A document can be nested at most ${maxJsonDepth} levels deep. Flatten the routine`,
    );
  }
}
