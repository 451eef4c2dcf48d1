import { exportRoutine, importRoutine } from '@cellwright/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ada, type LibraryBench, startLibraryBench } from './testing/library-bench.fixture.ts';

let library: LibraryBench;

beforeAll(async () => {
  library = await startLibraryBench();
});
afterAll(() => library.stop());

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const routine = (id: string, wait: object = {}) => ({
  id,
  name: `Routine ${id}`,
  steps: [{ id: `step_${id}`, stepKind: 'Wait', description: 'Cool down' }],
  stepConfigurations: { [`step_${id}`]: { stepKind: 'Wait', args: { milliseconds: 5 }, ...wait } },
});
const pallet = (id: string, fields: object = {}) => ({ id, name: `Boxes ${id}`, kind: 'palletBoxes', ...fields });
const newer = { formatVersion: 9 };

async function get(entity: string, id: string) {
  const { document } = await library.stored.getEntity({ entity, caller: ada, id, version: 0 });
  return JSON.parse(Buffer.from(document?.json ?? []).toString('utf8'));
}

/** Writes a body as another release would have stored it. */
async function overwrite(id: string, body: object): Promise<void> {
  await library.database.query('UPDATE library."Entity" SET "body" = $2 WHERE "id" = $1', [id, JSON.stringify(body)]);
}

async function bodyOf(id: string): Promise<unknown> {
  const { rows } = await library.database.query('SELECT "body" FROM library."Entity" WHERE "id" = $1', [id]);
  return JSON.parse(String(rows[0]?.body));
}

async function load(routineId: string): Promise<number> {
  let parts = 0;
  for await (const _ of library.client.loadProgram({ routineId, version: 0, fileJson: Buffer.alloc(0) })) parts++;
  return parts;
}

const patch = (entity: string, id: string, change: object) =>
  library.stored.saveEntity({
    ...{ entity, caller: ada, id, json: bytes(change), isMerge: true },
    ...{ expectedVersion: 0, commandKey: '' },
  });

describe('a stored document of an older version', () => {
  it('has the newest format when read, separately and in lists, and remains unchanged in the store', async () => {
    const old = pallet('space_old', { palletBaseID: 'space_base', approachDistanceMM: 70 });
    await library.make('globalSpace', pallet('space_old'));
    await overwrite('space_old', old);
    const newest = { formatVersion: 2, palletBaseIDs: ['space_base'], approachDistanceXYMM: 70 };
    expect(await get('globalSpace', 'space_old')).toMatchObject(newest);
    expect(await library.find('globalSpace', { where: { id: ['space_old'] } })).toMatchObject([newest]);
    expect(await bodyOf('space_old')).toEqual(old);
  });

  it('gets the newest form in the store by the next save, with the fields outside the patch unchanged', async () => {
    await library.make('globalSpace', { id: 'space_base', name: 'Pallet', kind: 'palletBase' });
    await library.make('globalSpace', pallet('space_saved'));
    await overwrite('space_saved', pallet('space_saved', { palletBaseID: 'space_base', approachDistanceMM: 70 }));
    await patch('globalSpace', 'space_saved', { name: 'Cartons' });
    expect(await bodyOf('space_saved')).toMatchObject({
      ...{ name: 'Cartons', formatVersion: 2 },
      ...{ palletBaseIDs: ['space_base'], approachDistanceXYMM: 70 },
    });
  });

  it('can be migrated inside a routine', async () => {
    const own = pallet('space_inside', { palletBaseID: 'space_other' });
    await library.make('routines', { ...routine('inside'), space: [pallet('space_inside')] });
    await overwrite('inside', { ...routine('inside'), space: [own] });
    const newest = { space: [{ palletBaseIDs: ['space_other'], formatVersion: 2 }] };
    expect(await get('routines', 'inside')).toMatchObject(newest);
    expect(await library.call({ ...exportRoutine, output: z.unknown() }, { id: 'inside' })).toMatchObject({
      routine: newest,
    });
  });
});

describe('a document of a newer version', () => {
  const step = /The Wait step 'Cool down' has format version 9, this cell reads up to version 2\. Update this cell/;
  const boxes =
    /The palletBoxes space item 'Boxes \w+' has format version 9, this cell reads up to version 2\. Update this cell/;

  it('fails by name when created', async () => {
    await expect(library.make('routines', routine('create', newer))).rejects.toThrow(step);
    await expect(library.make('routines', { ...routine('create'), ...newer })).rejects.toThrow(
      /The routine 'Routine create' has format version 9/,
    );
    await expect(library.make('globalSpace', pallet('space_create', newer))).rejects.toThrow(boxes);
    await expect(
      library.make('globalVariables', { id: 'variable_new', name: 'count', initialValue: 1, ...newer }),
    ).rejects.toThrow(/The variable 'count' has format version 9/);
  });

  it('fails by name in a patch, which changes nothing', async () => {
    await library.make('routines', routine('patched'));
    const change = { stepConfigurations: { step_patched: newer } };
    await expect(patch('routines', 'patched', change)).rejects.toThrow(step);
    await library.make('globalSpace', pallet('space_patched'));
    await expect(patch('globalSpace', 'space_patched', newer)).rejects.toThrow(boxes);
    await expect(patch('safetySettings', '1', newer)).rejects.toThrow(/format version 9/);
    expect(await get('routines', 'patched')).toMatchObject({ version: 1 });
    expect(await get('safetySettings', '1')).toMatchObject({ version: 1 });
  });

  it('fails an import by name, including the rest of the file', async () => {
    const file = { format: 'cellwright.routine', formatVersion: 1, routine: routine('imported') };
    const send = (changed: object) => library.call(importRoutine, {}, { document: { ...file, ...changed } });
    await expect(send({ formatVersion: 9 })).rejects.toThrow(/This routine file has format version 9/);
    await expect(send({ routine: routine('imported', newer) })).rejects.toThrow(step);
    const spaceItems = [pallet('space_imported', newer)];
    await expect(send({ globals: { spaceItems } })).rejects.toThrow(/has format version 9/);
    await expect(get('routines', 'imported')).rejects.toThrow(/no routine/);
  });

  it('fails by name when read, stays unchanged in the store, and fails no list', async () => {
    await library.make('routines', routine('stored'));
    await overwrite('stored', routine('stored', newer));
    await library.make('globalSpace', pallet('space_stored'));
    await overwrite('space_stored', pallet('space_stored', newer));
    await expect(get('routines', 'stored')).rejects.toThrow(step);
    await expect(patch('routines', 'stored', { name: 'Other' })).rejects.toThrow(step);
    await expect(load('stored')).rejects.toThrow(step);
    await expect(get('globalSpace', 'space_stored')).rejects.toThrow(boxes);
    expect(await library.find('routines')).toContainEqual(expect.objectContaining({ name: 'Routine stored' }));
    const items = await library.find('globalSpace');
    expect(items.length).toBeGreaterThan(0);
    expect(items).not.toContainEqual(expect.objectContaining({ id: 'space_stored' }));
    expect(await bodyOf('stored')).toEqual(routine('stored', newer));
    expect(await bodyOf('space_stored')).toEqual(pallet('space_stored', newer));
  });
});
