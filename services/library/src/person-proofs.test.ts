import { duplicateRoutine } from '@cellwright/calls';
import { badProofs, proofFor } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, type LibraryBench, parse, routine, startLibraryBench } from './testing/library-bench.fixture.ts';

let library: LibraryBench;
beforeAll(async () => {
  library = await startLibraryBench();
});
afterAll(() => library.stop());

const refused = { code: 'authorization_required' };

describe('The library', () => {
  it.each(badProofs())('changes nothing for a caller whose assertion is %s', async (_, proof) => {
    const stored = routine();
    await library.make('routines', stored);
    const caller = { door: 'http', proof };
    const at = { entity: 'routines', caller, id: stored.id, commandKey: '' };
    const json = Buffer.from(JSON.stringify({ name: 'Changed' }));
    const create = { entity: 'routines', caller, json: Buffer.from(JSON.stringify(routine())), commandKey: '' };
    const save = { ...at, json, isMerge: true, expectedVersion: 0 };
    await expect(library.stored.createEntity(create)).rejects.toMatchObject(refused);
    await expect(library.stored.saveEntity(save)).rejects.toMatchObject(refused);
    await expect(library.stored.removeEntity({ ...at, expectedVersion: 0 })).rejects.toMatchObject(refused);
    await expect(library.stored.restoreEntity({ ...at, version: 1 })).rejects.toMatchObject(refused);
    const copy = library.call(duplicateRoutine, { id: stored.id, name: 'Copy' }, { author: { name: 'Ada', proof } });
    await expect(copy).rejects.toMatchObject(refused);
    const { document } = await library.stored.getEntity({ entity: 'routines', caller: ada, id: stored.id, version: 0 });
    expect(parse(document?.json)).toMatchObject({ name: stored.name, version: 1 });
  });

  it('reads the permissions from the assertion', async () => {
    const proof = proofFor({ id: 'token_reader', name: 'Reader', permissions: ['connectToRobot'] });
    const json = Buffer.from(JSON.stringify(routine()));
    const create = { entity: 'routines', caller: { door: 'http', proof }, json, commandKey: '' };
    await expect(library.stored.createEntity(create)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining("the permission 'Author', which Reader does not have"),
    });
  });

  it('returns the response to a repeated command also when the assertion was renewed, and to its author only', async () => {
    const stored = routine();
    await library.make('routines', stored);
    const copy = (id: string, name: string) =>
      library.call(
        duplicateRoutine,
        { id: stored.id, name: 'Copy' },
        { author: { name, proof: proofFor({ id, name }) }, idempotencyKey: 'once' },
      );
    const first = await copy('token_1', 'Before');
    expect(await copy('token_1', 'Renamed')).toEqual(first);
    expect(await copy('token_2', 'Other')).not.toEqual(first);
  });
});
