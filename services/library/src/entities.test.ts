import { randomUUID } from 'node:crypto';
import { provenCaller } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, author, bytes, type LibraryBench, routine, startLibraryBench } from './testing/library-bench.fixture.ts';

let bench: LibraryBench;
beforeAll(async () => {
  bench = await startLibraryBench();
});
afterAll(() => bench.stop());

describe('space items and variables', () => {
  const item = () => ({
    id: `space_${randomUUID()}`,
    name: 'P1',
    kind: 'singlePosition',
    positions: [{ jointAngles: [0, 0, 0, 0, 0, 0] }],
  });

  it('have versions, and refuse a save from an older version', async () => {
    const document = item();
    await bench.make('globalSpace', document);
    const again = () => bench.save('globalSpace', document.id, { ...document, name: 'P2' }, 1);
    expect((await again()).document?.version).toBe(2);
    await expect(again()).rejects.toMatchObject({ code: 'conflict', details: { currentVersion: 2 } });
  });

  it('report all problems at once if they do not match their schema', async () => {
    const wrong = { ...item(), name: '', positions: [{}, {}] };
    await expect(bench.make('globalSpace', wrong)).rejects.toMatchObject({
      code: 'request_failed_validation',
      details: {
        problems: [expect.objectContaining({ fieldId: 'name' }), expect.objectContaining({ fieldId: 'positions' })],
      },
    });
  });

  it('announce their changes on the bus', async () => {
    const heard: unknown[] = [];
    const subscription = await bench.bus.subscribe('event.entity.>', (message) => void heard.push(message.json()));
    const document = item();
    await bench.make('globalSpace', document);
    await bench.stored.removeEntity({
      entity: 'globalSpace',
      caller: ada,
      id: document.id,
      expectedVersion: 0,
      commandKey: '',
    });
    const by = { id: author.id, name: author.name };
    await expect
      .poll(() => heard)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            entity: 'globalSpace',
            id: document.id,
            version: 1,
            change: 'created',
            by,
            document: expect.objectContaining({ ...document, version: 1, updatedByName: 'Ada' }),
          }),
          expect.objectContaining({ id: document.id, version: 2, change: 'removed' }),
        ]),
      );
    await subscription.close();
  });

  it('cannot be removed while a routine names them, and the error lists the uses', async () => {
    const variable = { id: `variable_${randomUUID()}`, name: 'speed', initialValue: 1 };
    await bench.make('globalVariables', variable);
    const user = routine();
    const [step] = user.steps;
    const args = { variableID: variable.id, newValue: { kind: 'constant', value: 2 } };
    await bench.make('routines', {
      ...user,
      stepConfigurations: { ...user.stepConfigurations, [step?.id ?? '']: { stepKind: 'Wait', args } },
    });
    const remove = () =>
      bench.stored.removeEntity({
        entity: 'globalVariables',
        caller: ada,
        id: variable.id,
        expectedVersion: 0,
        commandKey: '',
      });
    await expect(remove()).rejects.toMatchObject({
      code: 'conflict',
      message: "The variable is used by 'Two waits'. Change that first, then remove it",
    });
    expect((await bench.stored.listEntityUses({ caller: ada, id: variable.id })).items).toEqual([
      { entity: 'routines', id: user.id, name: 'Two waits' },
    ]);
    await bench.save('routines', user.id, user, 1);
    await remove();
    await expect(bench.make('globalVariables', variable)).rejects.toMatchObject({
      message: expect.stringContaining('was removed. Restore it'),
    });
    const restored = await bench.stored.restoreEntity({
      entity: 'globalVariables',
      caller: ada,
      id: variable.id,
      version: 0,
      commandKey: '',
    });
    expect(restored.document?.version).toBe(3);
  });
});

describe('a command repeated with its key', () => {
  const variable = () => ({ id: `variable_${randomUUID()}`, name: `count ${randomUUID()}`, initialValue: 1 });

  it('runs once and gets the first response again', async () => {
    const key = randomUUID();
    const document = variable();
    const { document: first } = await bench.make('globalVariables', document, key);
    const { document: again } = await bench.make('globalVariables', document, key);
    expect(again).toEqual(first);
  });

  it('fails with another content, method or document', async () => {
    const key = randomUUID();
    const document = variable();
    await bench.make('globalVariables', document, key);
    const conflict = {
      code: 'conflict',
      message: expect.stringContaining('idempotency key was used for another request'),
    };
    await expect(bench.make('globalVariables', variable(), key)).rejects.toMatchObject(conflict);
    await expect(bench.save('globalVariables', document.id, document, 1, ada, key)).rejects.toMatchObject(conflict);
    await expect(bench.make('globalSpace', { name: 'P', kind: 'plane' }, key)).rejects.toMatchObject(conflict);
  });

  it('counts as another command for another caller', async () => {
    const key = randomUUID();
    await bench.make('globalVariables', variable(), key);
    const other = variable();
    const { document } = await bench.make('globalVariables', other, key, provenCaller({ ...ada, subjectId: 'user_2' }));
    expect(document?.id).toBe(other.id);
  });
});

describe('a page of large documents', () => {
  it('contains fewer than requested, and the total shows that there are more', async () => {
    const ids = Array.from({ length: 100 }, () => `variable_${randomUUID()}`);
    const initialValue = 'x'.repeat(100_000);
    // In small batches: the database has few connections.
    for (let from = 0; from < ids.length; from += 5) {
      const some = ids.slice(from, from + 5);
      const makeLarge = (id: string) =>
        bench.make('globalVariables', { id, name: `large ${id.slice(-36)}`, initialValue, isGlobal: true });
      await Promise.all(some.map(makeLarge));
    }
    const found: string[] = [];
    const pages: number[] = [];
    while (found.length < ids.length) {
      const query = { where: { id: ids }, search: '', sort: ['id'], limit: 100, offset: found.length };
      const { items, total } = await bench.stored.findEntities({
        ...{ entity: 'globalVariables', caller: ada, queryJson: bytes(query) },
      });
      expect(total).toBe(100);
      pages.push(items.length);
      found.push(...items.map(({ id }) => id));
    }
    expect(found).toEqual([...ids].sort());
    expect(pages).toEqual([83, 17]);
  });
});
