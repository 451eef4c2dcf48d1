import { randomUUID } from 'node:crypto';
import { cancelImport, createFromTemplate, describeChanges, duplicateRoutine, importRoutine } from '@cellwright/calls';
import { provenCaller } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { author, type LibraryBench, parse, routine, startLibraryBench } from './testing/library-bench.fixture.ts';

let bench: LibraryBench;
beforeAll(async () => {
  bench = await startLibraryBench();
});
afterAll(() => bench.stop());

const bob = { id: 'user_2', name: 'Bob' };
const shape = z.looseObject({
  id: z.string(),
  name: z.string(),
  steps: z.array(z.looseObject({ id: z.string() })),
  stepConfigurations: z.record(z.string(), z.unknown()),
});
const copy = (id: string, { name, idempotencyKey = '' }: { name?: string; idempotencyKey?: string } = {}) =>
  bench.call({ ...duplicateRoutine, output: shape }, { id, name }, { author: bob, idempotencyKey });

/** Returns a routine with an item, a variable and a step that names both, also inside a JSON text. */
function withMembers(name: string, id?: string) {
  const made = routine(id);
  const [first] = made.steps;
  const newValue = { kind: 'variable', variableID: `variable_${made.id}` };
  const stopEarlyConditions = JSON.stringify([[{ kind: 'stateVariable', stepID: first?.id, variable: 'x' }]]);
  const args = { variableID: `variable_${made.id}`, newValue, note: 'variable_of_the_cell', stopEarlyConditions };
  return {
    ...made,
    name,
    stepConfigurations: { ...made.stepConfigurations, [first?.id ?? '']: { stepKind: 'Wait', args } },
    environmentVariables: [{ id: `variable_${made.id}`, name: 'Count', initialValue: 1 }],
    space: [{ id: `space_${made.id}`, name: 'Home', kind: 'singlePosition' }],
  };
}

describe('a copy of a routine', () => {
  it('shares no id with it, keeps the references to the cell, and belongs to its creator', async () => {
    const original = withMembers('Palletise');
    await bench.make('routines', { ...original, isTemplate: true });
    const made = await copy(original.id);
    expect(made).toMatchObject({
      ...{ name: 'Palletise copy', isTemplate: false, createdByID: 'user_2', createdByName: 'Bob' },
      version: 1,
    });
    const text = JSON.stringify(made);
    for (const own of [original.id, ...original.steps.map((step) => step.id)]) expect(text).not.toContain(own);
    expect(text).toContain('variable_of_the_cell');
    expect(Object.keys(made.stepConfigurations)).toEqual(made.steps.map((step) => step.id));
    const [first] = made.steps;
    expect(JSON.stringify(made.stepConfigurations[first?.id ?? ''])).toContain(`\\"stepID\\":\\"${first?.id}`);
  });

  it('has a number if its name is taken, or the requested name', async () => {
    const { id } = withMembers('Weld');
    await bench.make('routines', withMembers('Weld', id));
    const nameOf = async (answer: ReturnType<typeof copy>) => (await answer).name;
    expect([await nameOf(copy(id)), await nameOf(copy(id)), await nameOf(copy(id, { name: 'Mine' }))]).toEqual([
      'Weld copy',
      'Weld copy 2',
      'Mine',
    ]);
  });

  it('exists once for a repeated command', async () => {
    const { id } = withMembers('Once');
    await bench.make('routines', withMembers('Once', id));
    const [one, other] = [await copy(id, { idempotencyKey: 'k' }), await copy(id, { idempotencyKey: 'k' })];
    expect(other.id).toBe(one.id);
  });

  it('requires a template if the caller asks for one', async () => {
    const { id } = withMembers('Plain');
    await bench.make('routines', withMembers('Plain', id));
    await expect(bench.call(createFromTemplate, { id })).rejects.toMatchObject({
      code: 'request_failed_validation',
      message: expect.stringContaining("'Plain' is not a template"),
    });
  });
});

describe('the changes between two versions', () => {
  it('belong to the newest save, or to the requested versions', async () => {
    const made = routine();
    await bench.make('routines', made);
    await bench.save('routines', made.id, { ...made, name: 'Second' }, 1);
    await bench.save('routines', made.id, { ...made, name: 'Third' }, 2);
    const ask = async (from?: number, to?: number) => {
      const answer = await bench.call(describeChanges, { id: made.id, from, to });
      return [answer.from, answer.to, answer.changes];
    };
    const renamed = (name: string, version: number) => [
      {
        ...{ kind: 'renamed', text: `Renamed to '${name}'` },
        savedIn: { version, savedAt: expect.any(String), savedByName: 'Ada' },
      },
    ];
    expect(await ask()).toEqual([2, 3, renamed('Third', 3)]);
    expect(await ask(1, 2)).toEqual([1, 2, renamed('Second', 2)]);
    expect(await ask(undefined, 1)).toEqual([1, 1, []]);
    await expect(ask(9)).rejects.toMatchObject({ code: 'routine_does_not_exist' });
  });
});

describe('The changes between two versions that do not follow each other', () => {
  const bobCalls = provenCaller({ subjectId: bob.id, name: bob.name, door: 'http' });
  const adaCalls = provenCaller({ subjectId: author.id, name: author.name, door: 'http' });

  it('have the last save that changed the same step or item', async () => {
    const made = withMembers('Origins');
    const [first, second] = made.steps;
    const withWait = (id: string | undefined, milliseconds: number, base: typeof made) => ({
      ...base,
      stepConfigurations: { ...base.stepConfigurations, [id ?? '']: { stepKind: 'Wait', args: { milliseconds } } },
    });
    await bench.make('routines', made);
    const two = withWait(second?.id, 20, made);
    const three = { ...withWait(first?.id, 30, two), environmentVariables: [] };
    const four = withWait(second?.id, 40, three);
    const five = { ...four, name: 'Later' };
    for (const [index, document] of [two, three, four, five].entries()) {
      await bench.save('routines', made.id, document, index + 1, index % 2 === 0 ? bobCalls : adaCalls);
    }
    const { changes } = await bench.call(describeChanges, { id: made.id, from: 1, to: 5 });
    const saves = changes.map(({ kind, stepID, itemID, savedIn }) => [
      kind,
      stepID ?? itemID,
      `v${savedIn?.version} ${savedIn?.savedByName}`,
    ]);
    expect(saves).toContainEqual(['renamed', undefined, 'v5 Ada']);
    expect(saves).toContainEqual(['removed', `variable_${made.id}`, 'v3 Ada']);
    expect(saves).toContainEqual(['changed', second?.id, 'v4 Bob']);
    expect(saves).toContainEqual(['changed', first?.id, 'v3 Ada']);
  });

  it('have no saves if the first version is the newer one', async () => {
    const made = routine();
    await bench.make('routines', made);
    await bench.save('routines', made.id, { ...made, name: 'Second' }, 1);
    const { changes } = await bench.call(describeChanges, { id: made.id, from: 2, to: 1 });
    expect(changes).toEqual([{ kind: 'renamed', text: "Renamed to 'Two waits'" }]);
  });
});

describe('a removed routine', () => {
  it('returns by a restore with its members and references, and by an import of its file', async () => {
    const made = withMembers('Back');
    const placed = provenCaller({ subjectId: author.id, name: author.name, door: '' });
    await bench.make('routines', made);
    await bench.remove('routines', made.id);
    const restore = { entity: 'routines', caller: placed, id: made.id, version: 0, commandKey: '' };
    const { document } = await bench.stored.restoreEntity(restore);
    expect(parse(document?.json)).toMatchObject({ id: made.id, space: [{ name: 'Home' }] });
    await bench.remove('routines', made.id);
    const file = { format: 'cellwright.routine', formatVersion: 1, routine: made };
    const imported = await bench.call(importRoutine, {}, { document: file });
    expect(imported).toMatchObject({ routineID: made.id, created: false, remappedIds: {} });
    expect((await bench.find('routines')).map(({ id }) => id)).toContain(made.id);
  });
});

describe('an import', () => {
  function fileWithVariables() {
    const variables = Array.from({ length: 3 }, (_, index) => ({
      ...{ id: `variable_${randomUUID()}`, name: `imported ${index}`, initialValue: index, isGlobal: true },
    }));
    return { format: 'cellwright.routine', formatVersion: 1, routine: routine(), globals: { variables } };
  }

  it('stores nothing when its author cancels it midway, and can be sent again', async () => {
    const file = fileWithVariables();
    const goOn = await bench.database.holdChanges('library."Entity"');
    const imported = bench.call(importRoutine, {}, { document: file, idempotencyKey: 'import' });
    const settled = expect(imported).rejects.toMatchObject({ code: 'conflict', details: { reason: 'cancelled' } });
    const cancel = (by: typeof author) => bench.call(cancelImport, { key: 'import' }, { author: by });
    do expect(await cancel(bob), 'it is not his').toEqual({ wasRunning: false });
    while (!(await cancel(author)).wasRunning);
    await goOn();
    await settled;
    expect(await bench.find('routines', { where: { id: [file.routine.id] } })).toEqual([]);
    expect(await bench.find('globalVariables', { limit: 1 })).toEqual([]);
    expect(await cancel(author)).toEqual({ wasRunning: false });
    const again = { ...file, globals: { variables: file.globals.variables.slice(0, 1) } };
    const stored = await bench.call(importRoutine, {}, { document: again, idempotencyKey: 'import' });
    expect(stored).toMatchObject({ routineID: file.routine.id, created: true });
  });
});
