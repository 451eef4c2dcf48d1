import { randomUUID } from 'node:crypto';
import { importRoutine } from '@cellwright/calls';
import { anyEntity } from '@cellwright/entities';
import { provenCaller } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LibraryBench, routine, startLibraryBench } from './testing/library-bench.fixture.ts';

let library: LibraryBench;
beforeAll(async () => {
  library = await startLibraryBench();
}, 60_000);
afterAll(() => library.stop());

const entity = 'globalVariables';
const variable = (name: string) => ({ id: `variable_${randomUUID()}`, name, initialValue: 1, isGlobal: true });
const create = async (name: string) => {
  const made = variable(name);
  await library.make(entity, made);
  return made;
};
const namesLike = async (name: string) =>
  (await library.find(entity, { limit: 1000 })).filter((found) => String(found.name).normalize() === name.normalize());
const taken = (name: string) => ({
  code: 'conflict',
  message: `The name '${name}' is already used by another variable. Choose another name`,
});
const fileWith = (...variables: object[]) => {
  return { format: 'cellwright.routine', formatVersion: 1, routine: routine(), globals: { variables } };
};

describe('The name of a variable of the cell', () => {
  it('cannot be created or set when another variable has it', async () => {
    await create('count');
    await expect(create('count')).rejects.toMatchObject(taken('count'));
    const other = await create('other');
    await expect(library.save(entity, other.id, { ...other, name: 'count' }, 0)).rejects.toMatchObject(taken('count'));
    expect(await namesLike('count')).toHaveLength(1);
  });

  it('counts as the same in any Unicode composition', async () => {
    await create('Zähler');
    await expect(create('Za\u0308hler')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('goes to one of many concurrent clients', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => create('at once')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await namesLike('at once')).toHaveLength(1);
  });

  it('goes to one of two variables that are renamed concurrently', async () => {
    const both = [await create('left'), await create('right')];
    const results = await Promise.allSettled(
      both.map((each) => library.save(entity, each.id, { ...each, name: 'middle' }, 0)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await namesLike('middle')).toHaveLength(1);
  });

  it('becomes free after a removal, and prevents a restore of the removed variable while it is used again', async () => {
    const first = await create('freed');
    await library.remove(entity, first.id);
    const second = await create('freed');
    const restore = () =>
      library.stored.restoreEntity({
        ...{ entity, id: first.id, version: 0, commandKey: '' },
        caller: provenCaller({ subjectId: 'user_1', name: 'Ada', door: 'http' }),
      });
    await expect(restore()).rejects.toMatchObject(taken('freed'));
    await library.save(entity, second.id, { ...second, name: 'renamed' }, 0);
    await restore();
    expect(await namesLike('freed')).toMatchObject([{ id: first.id }]);
  });

  it('fails the import of a file that contains another variable with it, and nothing of the file is stored', async () => {
    await create('imported');
    const file = fileWith(variable('from the file'), variable('imported'));
    await expect(library.call(importRoutine, {}, { document: file })).rejects.toMatchObject(taken('imported'));
    expect(await namesLike('from the file')).toEqual([]);
    expect(await library.find('routines', { where: { id: [file.routine.id] } })).toEqual([]);
  });

  it('stays when two of an earlier release share it and one gets another value', async () => {
    const [first, second] = [await create('shared'), await create('unshared')];
    await library.database.query(
      `UPDATE library."Entity" SET "body" = replace("body", 'unshared', 'shared'), "fields" = "fields" || '{"name":"shared"}' WHERE "id" = '${second.id}'`,
    );
    await library.save(entity, second.id, { ...second, name: 'shared', initialValue: 2 }, 0);
    await expect(create('shared')).rejects.toMatchObject(taken('shared'));
    await library.save(entity, first.id, { ...first, name: 'apart' }, 0);
  });

  it('must be unique for no other entity of the library', () => {
    const named = ['globalSpace', 'codeBlocks', 'speedProfiles', 'routines'] as const;
    expect(named.filter((name) => anyEntity(name).uniqueName)).toEqual([]);
  });
});
