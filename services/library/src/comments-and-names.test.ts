import { randomUUID } from 'node:crypto';
import { provenCaller } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ada, type LibraryBench, parse, routine, startLibraryBench } from './testing/library-bench.fixture.ts';

let bench: LibraryBench;
beforeAll(async () => {
  bench = await startLibraryBench();
});
afterAll(() => bench.stop());

const bob = provenCaller({ subjectId: 'user_2', name: 'Bob', door: 'http' });

async function storeRoutine() {
  const stored = routine();
  await bench.make('routines', stored);
  return stored;
}

async function make(entity: string, fields: object, caller = ada) {
  const { document } = await bench.make(entity, fields, '', caller);
  return z.looseObject({ id: z.string() }).parse(parse(document?.json));
}

const patch = (entity: string, id: string, change: object, caller = ada) =>
  bench.stored.saveEntity({
    ...{ entity, caller, id, json: Buffer.from(JSON.stringify(change)), isMerge: true },
    ...{ expectedVersion: 0, commandKey: '' },
  });

describe('A comment on a step', () => {
  const comment = ({ id, steps }: ReturnType<typeof routine>, more: object = {}) => ({
    ...{ routineID: id, stepID: steps[0]?.id, text: 'Long enough for the press?' },
    ...more,
  });

  it('names its author, regardless of the request', async () => {
    const stored = await storeRoutine();
    expect(await make('stepComments', comment(stored))).toMatchObject({
      authorID: 'user_1',
      authorName: 'Ada',
      isResolved: false,
    });
    await expect(make('stepComments', comment(stored, { authorName: 'Bob' }))).rejects.toThrow(/authorName/);
  });

  it('cannot be created for a step that the saved routine lacks, or for a routine that does not exist', async () => {
    const stored = await storeRoutine();
    await expect(make('stepComments', comment(stored, { stepID: 'step_nowhere' }))).rejects.toThrow(
      /does not have this step/,
    );
    const missing = { ...stored, id: `routine_${randomUUID()}` };
    await expect(make('stepComments', comment(missing))).rejects.toThrow(/There is no routine/);
  });

  it('can be resolved and opened again by every author, with the name and the time', async () => {
    const { id } = await make('stepComments', comment(await storeRoutine()));
    const resolved = await patch('stepComments', id, { isResolved: true }, bob);
    expect(parse(resolved.document?.json)).toMatchObject({
      isResolved: true,
      resolvedByName: 'Bob',
      resolvedAt: expect.any(String),
      authorName: 'Ada',
    });
    const opened = await patch('stepComments', id, { isResolved: false });
    expect(parse(opened.document?.json)).not.toHaveProperty('resolvedByName');
  });

  it('refuses changes of fields that the cell sets, and accepts unchanged ones', async () => {
    const made = await make('stepComments', comment(await storeRoutine()));
    for (const change of [{ authorName: 'Bob' }, { authorID: 'user_2' }, { isResolved: true, resolvedByName: 'Eve' }])
      await expect(patch('stepComments', made.id, change)).rejects.toThrow(/set by the cell/);
    const { document } = await patch('stepComments', made.id, { text: 'Fine', authorName: made.authorName });
    expect(parse(document?.json)).toMatchObject({ text: 'Fine', authorName: 'Ada' });
  });

  it('can be changed and removed by its author only', async () => {
    const { id } = await make('stepComments', comment(await storeRoutine()));
    await expect(patch('stepComments', id, { text: 'Fine' }, bob)).rejects.toThrow('Only Ada can change this comment');
    const remove = (caller: typeof ada) =>
      bench.stored.removeEntity({ entity: 'stepComments', caller, id, expectedVersion: 0, commandKey: '' });
    await expect(remove(bob)).rejects.toThrow('Only Ada can remove this comment');
    await patch('stepComments', id, { text: 'Fine' });
    await remove(ada);
  });

  it('has replies at the same step, and cannot be removed while it has some', async () => {
    const stored = await storeRoutine();
    const { id } = await make('stepComments', comment(stored));
    const reply = await make('stepComments', comment(stored, { threadID: id, text: 'Yes' }), bob);
    expect(reply).toMatchObject({ threadID: id, authorName: 'Bob' });
    const elsewhere = comment(stored, { threadID: id, stepID: stored.steps[1]?.id });
    await expect(make('stepComments', elsewhere)).rejects.toThrow('A reply is about the step of its thread');
    await expect(make('stepComments', comment(stored, { threadID: reply.id }))).rejects.toThrow(
      'Reply to the first comment of the thread',
    );
    await expect(bench.remove('stepComments', id)).rejects.toThrow('This comment has replies');
    await expect(patch('stepComments', id, { stepID: stored.steps[1]?.id })).rejects.toThrow('stays at its step');
  });

  it('creates no version of the routine, and remains when the step is removed', async () => {
    const stored = await storeRoutine();
    const { id } = await make('stepComments', comment(stored));
    const { document } = await bench.stored.getEntity({ entity: 'routines', caller: ada, id: stored.id, version: 0 });
    expect(document?.version).toBe(1);
    const [first, ...rest] = stored.steps;
    const configurations = Object.entries(stored.stepConfigurations).filter(([stepID]) => stepID !== first?.id);
    const without = { ...stored, steps: rest, stepConfigurations: Object.fromEntries(configurations) };
    await bench.save('routines', stored.id, without, 1);
    expect(await bench.find('stepComments', { where: { routineID: [stored.id] } })).toMatchObject([{ id }]);
  });
});

describe('The name of a version', () => {
  const named = (routineID: string, routineVersion: number, name = 'Accepted') => ({ routineID, routineVersion, name });

  it('has the author and time of the save that it names', async () => {
    const stored = await storeRoutine();
    await bench.save('routines', stored.id, { ...stored, name: 'Longer' }, 1, bob);
    expect(await make('versionNames', named(stored.id, 2))).toMatchObject({
      ...{ name: 'Accepted', note: '', savedByName: 'Bob' },
      savedAt: expect.any(String),
    });
    expect(await make('versionNames', named(stored.id, 1, 'Draft'), bob)).toMatchObject({ savedByName: 'Ada' });
  });

  it('can be changed and given a note, but not moved to another version', async () => {
    const stored = await storeRoutine();
    const { id } = await make('versionNames', named(stored.id, 1));
    await expect(patch('versionNames', id, { name: 'Shipped', savedByName: 'Eve' })).rejects.toThrow(
      'savedByName is set by the cell. Remove it',
    );
    const renamed = await patch('versionNames', id, { name: 'Shipped', note: 'Line 4' });
    expect(parse(renamed.document?.json)).toMatchObject({ name: 'Shipped', note: 'Line 4', savedByName: 'Ada' });
    await expect(patch('versionNames', id, { routineVersion: 2 })).rejects.toThrow('A name stays with its version');
  });

  it('remains the only one of its version, also if two are sent concurrently', async () => {
    const stored = await storeRoutine();
    const both = await Promise.allSettled(
      ['One', 'Two'].map((name) => make('versionNames', named(stored.id, 1, name))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(make('versionNames', named(stored.id, 1))).rejects.toThrow('Version 1 has a name already');
    const [only] = await bench.find('versionNames', { where: { routineID: [stored.id] } });
    await bench.remove('versionNames', only?.id ?? '');
    await make('versionNames', named(stored.id, 1));
  });

  it('cannot be given to a version that was never saved', async () => {
    const stored = await storeRoutine();
    await expect(make('versionNames', named(stored.id, 2))).rejects.toThrow(/has no version 2/);
  });
});
