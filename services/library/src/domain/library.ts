import {
  createId,
  describeProblem,
  type GlobalVariable,
  globalVariableSchema,
  isBlockingProblem,
  jsonDepthOf,
  maxDocumentBytes,
  maxJsonDepth,
  messages,
  type Problem,
  ProductError,
  problemsOf,
  type SpaceItem,
  spaceItemSchema,
} from '@cellwright/domain';
import type { z } from 'zod';
import type { CellInventory } from './check-routine.ts';
import type { CompiledProgram } from './desk.ts';
import type { DocumentDesk, LibraryStore, StoredDocument } from './ports.ts';
import { type Author, parseJson, type Refusal } from './routine-document.ts';

export interface LibraryDeps {
  readonly store: LibraryStore;
  readonly desk: DocumentDesk;
  /** Enabled equipment of the cell with its capabilities; undefined while it cannot be asked. */
  readonly listEquipment: () => Promise<CellInventory['equipment']>;
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

export type Library = ReturnType<typeof createLibrary>;

/** Documents of the cell: what may be stored, and what is answered about it. Texts are UTF-8 JSON. */
export function createLibrary({ store, desk, listEquipment, now }: LibraryDeps) {
  const loadInventory = async (): Promise<CellInventory> => {
    const [variables, spaceItems, equipment] = await Promise.all([
      store.listAllBodies('variable'),
      store.listAllBodies('spaceItem'),
      listEquipment(),
    ]);
    return {
      // Sound: these bodies were written by saveVariable and saveSpaceItem after their schemas accepted them.
      globalVariables: variables.map((body) => JSON.parse(body) as GlobalVariable),
      globalSpaceItems: spaceItems.map((body) => JSON.parse(body) as SpaceItem),
      equipment,
    };
  };

  const requireRoutine = async (id: string, version?: number): Promise<StoredDocument> => {
    const found = await store.find('routine', id, version);
    if (found) return found;
    const which =
      version === undefined ? `There is no routine with the id ${id}` : `Routine ${id} has no version ${version}`;
    throw new ProductError('routine_does_not_exist', which);
  };

  return {
    async createRoutine(text: string, author: Author, key: string): Promise<StoredDocument> {
      checkSize(text);
      const at = now();
      const prepared = accept(await desk.run('prepareNew', { text, author, at: at.toISOString() }, text.length));
      return store.create({ collection: 'routine', ...columnsOf(prepared), savedByName: author.name, at }, key);
    },

    async saveRoutine(
      id: string,
      text: string,
      expectedVersion: number,
      author: Author,
      key: string,
    ): Promise<StoredDocument> {
      checkSize(text);
      const previous = await requireRoutine(id);
      const at = now();
      const args = { text, previousText: previous.body, at: at.toISOString() };
      const prepared = accept(await desk.run('prepareSave', args, text.length + previous.body.length));
      return store.save(
        { collection: 'routine', ...columnsOf(prepared), savedByName: author.name, at },
        expectedVersion,
        key,
      );
    },

    getRoutine: requireRoutine,

    async importRoutine(text: string, author: Author, key: string): Promise<ImportOutcome> {
      checkSize(text);
      const file = accept(await desk.run('readFile', { text }, text.length));
      const taken = await store.findTakenIds(file.memberIds, file.routineID);
      const ids = taken.map((id): [string, string] => [id, createId(prefixOf(id))]);
      const routine = accept(await desk.run('routineOfFile', { text, ids }, text.length));
      await addGlobals(store, file.variables, file.spaceItems, author, now());
      const at = now();
      const existing = await store.find('routine', file.routineID);
      const stamped = existing
        ? await desk.run(
            'prepareSave',
            { text: routine.text, previousText: existing.body, at: at.toISOString() },
            text.length,
          )
        : await desk.run('prepareNew', { text: routine.text, author, at: at.toISOString() }, text.length);
      const prepared = accept(stamped);
      const saved = await store.upsert(
        { collection: 'routine', ...columnsOf(prepared), savedByName: author.name, at },
        key,
      );
      const cell = await loadInventory();
      return {
        routineID: saved.id,
        version: saved.version,
        created: saved.created,
        remappedIds: Object.fromEntries(ids),
        missing: missingEquipment(file.requires, cell),
        problems: await desk.run('validate', { text: prepared.body, isFile: false, cell }, text.length),
      };
    },

    async exportRoutine(id: string, version: number | undefined): Promise<string> {
      const routine = await requireRoutine(id, version);
      const cell = await loadInventory();
      return accept(await desk.run('toFile', { text: routine.body, cell }, routine.body.length)).text;
    },

    async validateStored(id: string): Promise<readonly Problem[]> {
      const routine = await requireRoutine(id);
      return desk.run(
        'validate',
        { text: routine.body, isFile: false, cell: await loadInventory() },
        routine.body.length,
      );
    },

    async validateFile(text: string): Promise<readonly Problem[]> {
      checkSize(text);
      return desk.run('validate', { text, isFile: true, cell: await loadInventory() }, text.length);
    },

    async compileProgram(id: string, version: number | undefined): Promise<CompiledProgram & { version: number }> {
      const routine = await requireRoutine(id, version);
      const compiled = accept(
        await desk.run('compile', { text: routine.body, cell: await loadInventory() }, routine.body.length),
      );
      return { ...compiled, version: routine.version };
    },

    async deleteRoutine(id: string): Promise<void> {
      await requireRoutine(id);
      await store.delete('routine', id, now());
    },

    spaceItems: documentsOf(store, 'spaceItem', spaceItemSchema, now),
    variables: documentsOf(store, 'variable', globalVariableSchema, now),
    listRoutines: (page: { limit: number; offset: number }) => store.list('routine', page),
    listRoutineVersions: async (id: string, page: { limit: number; offset: number }) => {
      await requireRoutine(id);
      return store.listVersions('routine', id, page);
    },
  };
}

/** Create, save, find, list and delete for the small documents, which differ only in their schema. */
function documentsOf<T extends { id: string; name: string; kind?: string }>(
  store: LibraryStore,
  collection: 'spaceItem' | 'variable',
  schema: z.ZodType<T>,
  now: () => Date,
) {
  const what = collection === 'spaceItem' ? 'space item' : 'variable';
  const parse = (text: string, id?: string): T => {
    checkSize(text);
    const read = parseJson(text);
    if (!read.ok) refuse(read.problems);
    const json = read.value;
    const withID = id !== undefined && typeof json === 'object' && json !== null ? { ...json, id } : json;
    const parsed = schema.safeParse(withID);
    if (!parsed.success) refuse(problemsOf(parsed.error));
    return parsed.data;
  };
  const inputOf = (document: T) => ({
    collection,
    id: document.id,
    name: document.name,
    kind: document.kind ?? '',
    body: JSON.stringify(document),
    savedByName: '',
    at: now(),
  });
  return {
    create: (text: string, key: string) => store.create(inputOf(parse(text)), key),
    save: (id: string, text: string, expectedVersion: number, key: string) =>
      store.save(inputOf(parse(text, id)), expectedVersion, key),
    async get(id: string): Promise<StoredDocument> {
      const found = await store.find(collection, id);
      if (!found) throw new ProductError('not_found', `There is no ${what} with the id ${id}`);
      return found;
    },
    list: (filter: { limit: number; offset: number; kind?: string }) => store.listBodies(collection, filter),
    async delete(id: string): Promise<void> {
      await this.get(id);
      await store.delete(collection, id, now());
    },
  };
}

/** Global items that the cell does not have yet; what it has keeps its own values. */
async function addGlobals(
  store: LibraryStore,
  variables: readonly GlobalVariable[],
  spaceItems: readonly SpaceItem[],
  author: Author,
  at: Date,
): Promise<void> {
  const wanted = [
    ...variables.map((document) => ({ collection: 'variable' as const, document, kind: '' })),
    ...spaceItems.map((document) => ({
      collection: 'spaceItem' as const,
      document: { ...document, global: true },
      kind: document.kind,
    })),
  ];
  for (const { collection, document, kind } of wanted) {
    if (await store.find(collection, document.id)) continue;
    const { id, name } = document;
    await store.upsert(
      { collection, id, name, kind, body: JSON.stringify(document), savedByName: author.name, at },
      '',
    );
  }
}

function missingEquipment(
  requires: readonly { capability?: string | undefined; kind?: string | undefined; name?: string | undefined }[],
  { equipment }: CellInventory,
): string[] {
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

function prefixOf(id: string): 'step' | 'space' | 'variable' {
  if (id.startsWith('space')) return 'space';
  return id.startsWith('variable') ? 'variable' : 'step';
}

function columnsOf(prepared: {
  id: string;
  name: string;
  body: string;
  listing: object;
  memberIds: readonly string[];
}) {
  const { id, name, body, listing, memberIds } = prepared;
  return { id, name, body, summary: { ...listing }, memberIds };
}

function accept<T extends { ok: true }>(result: T | Refusal): T {
  if (result.ok) return result;
  return refuse(result.problems);
}

function refuse(problems: readonly Problem[]): never {
  const blocking = problems.filter(isBlockingProblem);
  const first = blocking[0] ? describeProblem(blocking[0]) : messages.validationErrors(problems.length);
  const message = blocking.length > 1 ? `${messages.validationErrors(blocking.length)}, the first: ${first}` : first;
  throw new ProductError('request_failed_validation', message, { problems: problems.slice(0, 100) });
}

function checkSize(text: string): void {
  // Characters are at most bytes, so this never refuses what the byte limit allows.
  if (text.length > maxDocumentBytes || Buffer.byteLength(text) > maxDocumentBytes) {
    throw new ProductError(
      'too_large',
      `A document has at most ${maxDocumentBytes / 1024 / 1024} MiB. Split the routine`,
    );
  }
  if (jsonDepthOf(text) > maxJsonDepth) {
    throw new ProductError('too_large', `A document nests at most ${maxJsonDepth} levels deep. Flatten the routine`);
  }
}
