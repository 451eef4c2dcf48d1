import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exportRoutine, importRoutine } from '@cellwright/calls';
import { type Problem, problemSchema } from '@cellwright/domain/routine';
import { proofFor } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  ada,
  bytes,
  type LibraryBench,
  parse,
  routine,
  startLibraryBench,
  waits,
} from './testing/library-bench.fixture.ts';

let bench: LibraryBench;
beforeAll(async () => {
  bench = await startLibraryBench();
  bench.flags.on = ['enableCodeBlocks', 'stopEarlyIf'];
});
afterAll(() => bench.stop());

const fileOf = (document: object, more: object = {}) => ({
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: document,
  ...more,
});
const create = (document: object) => bench.make('routines', document);
const importFile = (document: unknown) => bench.call(importRoutine, {}, { document });
const exportFile = (id: string) => bench.call({ ...exportRoutine, output: z.unknown() }, { id });
const example = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../examples/routines/${name}.json`, import.meta.url)), 'utf8');

async function load(routineId: string) {
  let problems: Problem[] = [];
  let stepCount = 0;
  let environment: unknown;
  const steps: { id: string; path: string }[] = [];
  for await (const { part } of bench.client.loadProgram({ routineId, version: 0, fileJson: Buffer.alloc(0) })) {
    if (part?.$case === 'header') {
      ({ stepCount } = part.value);
      environment = parse(part.value.environmentJson);
      if (part.value.problemsJson.length > 0) problems = z.array(problemSchema).parse(parse(part.value.problemsJson));
    } else if (part)
      steps.push(...z.array(z.looseObject({ id: z.string(), path: z.string() })).parse(parse(part.value.stepsJson)));
  }
  return { problems, stepCount, steps, environment };
}

describe('a routine', () => {
  it('has a creation stamp that saves by other users keep', async () => {
    const { document: made } = await create(routine());
    const first = z
      .looseObject({ id: z.string(), createdAt: z.string(), createdByName: z.literal('Ada') })
      .parse(parse(made?.json));
    const forged = { ...first, name: 'Renamed', createdByName: 'Mallory', createdAt: '2000-01-01T00:00:00.000Z' };
    const { document: saved } = await bench.save('routines', first.id, forged, 1, {
      ...ada,
      proof: proofFor({ id: 'user_2', name: 'Bob' }),
    });
    expect(parse(saved?.json)).toMatchObject({
      version: 2,
      name: 'Renamed',
      createdByName: 'Ada',
      createdAt: first.createdAt,
      updatedByName: 'Bob',
    });
    const versions = { entity: 'routines', caller: ada, id: first.id, limit: 0, offset: 0 };
    const { items } = await bench.stored.listEntityVersions(versions);
    expect(items.map(({ version, savedByName }) => [version, savedByName])).toEqual([
      [2, 'Bob'],
      [1, 'Ada'],
    ]);
  });

  it('moves configurationUpdatedAt only when arguments change', async () => {
    const document = routine();
    const { document: made } = await create(document);
    const before = z.looseObject({ configurationUpdatedAt: z.string() }).parse(parse(made?.json));
    const change = async (changes: object, expectedVersion: number) => {
      const { document: saved } = await bench.save('routines', document.id, { ...before, ...changes }, expectedVersion);
      return z.looseObject({ configurationUpdatedAt: z.string() }).parse(parse(saved?.json)).configurationUpdatedAt;
    };
    expect(await change({ name: 'Other' }, 1)).toBe(before.configurationUpdatedAt);
    expect(await change({ stepConfigurations: {} }, 2)).not.toBe(before.configurationUpdatedAt);
  });

  it('appears in the list with its step count, and as new', async () => {
    const { id } = routine();
    await create(routine(id));
    const items = await bench.find('routines');
    expect(items.find((item) => item.id === id)).toMatchObject({ description: '2 steps', isNew: true, version: 1 });
  });

  it.each([
    ['cut off', '{"id":"r', 'not valid JSON'],
    ['without steps', { ...routine(), steps: [] }, 'at least one step'],
    ['with a duplicate id', routine('r', [...waits(1, 's'), ...waits(1, 's')]), 'Duplicate step ID'],
    ['that nests too deep', `${'['.repeat(3000)}${']'.repeat(3000)}`, 'levels deep'],
    ['that lacks its name', {}, 'validation errors, the first: name: This is missing'],
    ['that is not UTF-8', Buffer.from([0xff, 0xfe, 0x7b]), 'UTF-8'],
  ])('%s is refused with a clear message', async (_what, document, message) => {
    await expect(bench.make('routines', document)).rejects.toMatchObject({
      code: expect.stringMatching(/request_failed_validation|too_large/),
      message: expect.stringContaining(message),
    });
  });

  it('can have 5 MB: it is stored, checked and loaded', async () => {
    const count = 38_000;
    const steps = waits(count, 'big').map((step) => ({ ...step, description: 'Waits a moment before it goes on' }));
    const document = routine(undefined, steps);
    expect(bytes(document).length).toBeGreaterThan(5_000_000);
    await create(document);
    const { stepCount, problems, steps: loaded } = await load(document.id);
    expect([stepCount, problems, loaded.length]).toEqual([count, [], count]);
    expect(loaded.map(({ id }) => id)).toEqual(steps.map(({ id }) => id));
  });

  it('without a stored document is not found', async () => {
    const get = (id: string, version: number) =>
      bench.stored.getEntity({ entity: 'routines', caller: ada, id, version });
    await expect(get('routine_none', 0)).rejects.toMatchObject({ code: 'not_found' });
    const { id } = routine();
    await create(routine(id));
    await expect(get(id, 9)).rejects.toMatchObject({ message: expect.stringContaining('There is no version 9') });
  });
});

describe('loading', () => {
  it('returns the steps in document order with all arguments filled in', async () => {
    const { routineID: routineId } = await importFile(example('pick-and-place'));
    const { steps, problems } = await load(routineId);
    expect(problems).toEqual([]);
    expect(steps.slice(0, 3).map(({ path }) => path)).toEqual(['1', '2', '2.1']);
    expect(steps[0]).toMatchObject({ args: { control: 'move', tolerance: 0.003 } });
  });

  it('returns all problems and no steps for a routine with problems', async () => {
    const document = routine();
    document.stepConfigurations = Object.fromEntries(
      Object.keys(document.stepConfigurations).map((id) => [id, { stepKind: 'Wait', args: { milliseconds: -1 } }]),
    );
    await create(document);
    const { problems, steps } = await load(document.id);
    expect(problems).toHaveLength(2);
    expect(steps).toEqual([]);
  });
});

describe('importing', () => {
  it('updates the routine with the same id', async () => {
    const document = routine();
    expect(await importFile(fileOf(document))).toMatchObject({ created: true, version: 1 });
    const changed = { ...document, description: 'It has a description now' };
    expect(await importFile(fileOf(changed))).toMatchObject({ created: false, version: 2 });
  });

  it('creates no version of a routine that equals the file', async () => {
    const document = routine();
    await importFile(fileOf(document));
    expect(await importFile(fileOf(document))).toMatchObject({ routineID: document.id, version: 1 });
    const changed = { ...document, description: 'Changed' };
    await importFile(fileOf(changed));
    expect(await importFile(fileOf(changed))).toMatchObject({ created: false, version: 2 });
    expect(await importFile(fileOf(document))).toMatchObject({ created: false, version: 3 });
  });

  it('assigns new ids to steps whose ids another routine uses', async () => {
    const first = routine();
    await importFile(fileOf(first));
    const second = { ...first, id: `routine_${randomUUID()}` };
    const { remappedIds, routineID: routineId } = await importFile(fileOf(second));
    expect(Object.keys(remappedIds).sort()).toEqual(first.steps.map(({ id }) => id).sort());
    const { problems, steps } = await load(routineId);
    expect(problems).toEqual([]);
    expect(steps.map(({ id }) => id)).toEqual(first.steps.map(({ id }) => remappedIds[id]));
  });

  it('returns the first response for a repeat with the same key, and stores nothing twice', async () => {
    const first = routine();
    await importFile(fileOf(first));
    const request = {
      document: fileOf({ ...first, id: `routine_${randomUUID()}` }),
      idempotencyKey: randomUUID(),
    };
    const [answer, repeat] = await Promise.all([
      bench.call(importRoutine, {}, request),
      bench.call(importRoutine, {}, request),
    ]);
    expect(repeat).toEqual(answer);
    expect(answer).toMatchObject({ created: true, version: 1 });
    expect(await bench.call(importRoutine, {}, request)).toEqual(answer);
  });

  it('stores 1,000 variables in one transaction without holding up saves of another variable', async () => {
    const variables = Array.from({ length: 1000 }, (_, index) => ({
      ...{ id: `variable_${randomUUID()}`, name: `speed ${index}`, initialValue: index, isGlobal: true },
    }));
    const other = { id: `variable_${randomUUID()}`, name: 'other', initialValue: 0, isGlobal: true };
    const importing = importFile(fileOf(routine(), { globals: { variables } }));
    await bench.make('globalVariables', other);
    await bench.save('globalVariables', other.id, { ...other, initialValue: 1 }, 0);
    const { created, problems } = await importing;
    expect({ created, problems }).toEqual({ created: true, problems: [] });
    const found = await bench.find('globalVariables', { where: { id: variables.map(({ id }) => id) } });
    expect(found).toHaveLength(1000);
  });

  it('adds missing globals to the cell, and keeps the existing ones', async () => {
    const variable = { id: `variable_${randomUUID()}`, name: 'speed', initialValue: 1, isGlobal: true };
    await importFile(fileOf(routine(), { globals: { variables: [variable], spaceItems: [] } }));
    await importFile(fileOf(routine(), { globals: { variables: [{ ...variable, initialValue: 2 }], spaceItems: [] } }));
    const [kept] = await bench.find('globalVariables', { where: { id: [variable.id] } });
    expect(kept).toMatchObject({ initialValue: 1 });
  });

  it('includes the code blocks that its steps name, loads them with it, and exports them again', async () => {
    const block = { id: `codeBlock_${randomUUID()}`, name: 'Count', description: '', source: 'await cell.wait(1)' };
    const id = `step_${randomUUID()}`;
    const stepConfigurations = { [id]: { stepKind: 'CodeBlock', args: { codeBlockId: block.id } } };
    const document = { ...routine(undefined, [{ id, stepKind: 'CodeBlock' }]), stepConfigurations };
    const file = fileOf(document, { globals: { codeBlocks: [block] } });
    const { routineID: routineId } = await importFile(file);
    const { problems, environment } = await load(routineId);
    expect(problems).toEqual([]);
    expect(environment).toMatchObject({ codeBlocks: [block] });
    expect(await exportFile(routineId)).toMatchObject({ globals: { codeBlocks: [block] } });
    await expect(bench.remove('codeBlocks', block.id)).rejects.toMatchObject({ code: 'conflict' });
    const other = { ...document, id: `routine_${randomUUID()}` };
    await importFile(fileOf(other));
    expect((await load(other.id)).problems).toEqual([]);
  });

  it('includes a variable that only a stop-early condition names, loads it with the routine, and exports it again', async () => {
    const variable = { id: `variable_${randomUUID()}`, name: 'is full', initialValue: false, isGlobal: true };
    const [move, waypoint] = [`step_${randomUUID()}`, `step_${randomUUID()}`];
    const target = { jointAngles: [0, 0, 1, 0, -1, 0] };
    // JSON text within the arguments.
    const stopEarlyConditions = JSON.stringify([[{ kind: 'variable', variableID: variable.id }]]);
    const steps = [{ id: move, stepKind: 'MoveArmToV2', steps: [{ id: waypoint, stepKind: 'Waypoint' }] }];
    const stepConfigurations = {
      [move]: { stepKind: 'MoveArmToV2', args: {} },
      [waypoint]: { stepKind: 'Waypoint', args: { target, stopEarlyConditions } },
    };
    const document = { ...routine(undefined, steps), stepConfigurations };
    const { routineID: routineId } = await importFile(fileOf(document, { globals: { variables: [variable] } }));
    expect((await load(routineId)).problems).toEqual([]);
    expect(await exportFile(routineId)).toMatchObject({ globals: { variables: [{ id: variable.id }] } });
    await expect(bench.remove('globalVariables', variable.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('names a missing code block', async () => {
    const id = `step_${randomUUID()}`;
    const stepConfigurations = { [id]: { stepKind: 'CodeBlock', args: { codeBlockId: 'codeBlock_gone' } } };
    const document = { ...routine(undefined, [{ id, stepKind: 'CodeBlock' }]), stepConfigurations };
    const { routineID: routineId } = await importFile(fileOf(document));
    expect((await load(routineId)).problems).toMatchObject([
      { fieldId: 'codeBlockId', message: 'The code block no longer exists. Choose another' },
    ]);
  });

  it('reports the requirements that the cell does not meet', async () => {
    const equipmentNeeded = [{ capability: 'gripper' }, { kind: 'HexE', name: 'Force sensor' }];
    const { missing } = await importFile(fileOf(routine(), { requires: { equipment: equipmentNeeded } }));
    expect(missing).toEqual(['Force sensor']);
  });

  it('refuses a file with a duplicate id', async () => {
    const variable = { id: 'variable_twice', name: 'speed', initialValue: 1, isGlobal: true };
    const file = fileOf(routine(), {
      globals: { variables: [variable, { ...variable, initialValue: 2 }], spaceItems: [] },
    });
    await expect(importFile(file)).rejects.toMatchObject({
      code: 'request_failed_validation',
      message: expect.stringContaining('The id variable_twice is used twice'),
    });
  });

  it('returns the same routine for an exported file', async () => {
    const { routineID: routineId } = await importFile(example('pick-and-place'));
    const file = await exportFile(routineId);
    expect(file).toMatchObject({ requires: { equipment: [{ capability: 'gripper' }] } });
    expect(await importFile(file)).toMatchObject({
      routineID: routineId,
      created: false,
      remappedIds: {},
      missing: [],
    });
  });
});

describe('a reference of a step to the cell', () => {
  const withStep = (stepKind: string, args: object) => {
    const id = `step_${randomUUID()}`;
    const document = routine(undefined, [{ id, stepKind }]);
    return { ...document, stepConfigurations: { [id]: { stepKind, args } } };
  };

  it('B7: cannot be an output of a safety rule', async () => {
    const safety = (rules: object[]) => ({
      entity: 'safetySettings',
      caller: ada,
      id: '1',
      json: bytes({ outputSafeguardRules: rules }),
      isMerge: true,
      expectedVersion: 0,
      commandKey: '',
    });
    await bench.stored.saveEntity(safety([{ pair: 2, kind: 'ismoving' }]));
    const document = withStep('SetIO', { outputs: [{ kind: 'Output', port: 3, level: 'high' }] });
    await create(document);
    const { problems, steps } = await load(document.id);
    expect(problems).toMatchObject([{ fieldId: 'outputs.0', message: 'Safety outputs cannot be set' }]);
    expect(steps).toEqual([]);
    await bench.stored.saveEntity(safety([{ pair: 2, kind: 'none' }]));
    expect((await load(document.id)).problems).toEqual([]);
  });

  it('B13: can be a sensor of a device that this build cannot read; it loads with a warning and is saved unchanged', async () => {
    const sensor = { kind: 'modbusTCP', hostname: '10.0.0.5', register: { name: 'Level', type: 'holding', offset: 4 } };
    const document = withStep('Wait', { condition: { kind: 'sensor', sensor } });
    await create(document);
    const { problems, steps } = await load(document.id);
    expect([problems, steps.length]).toMatchObject([[{ kind: 'configurationWarning', fieldId: 'condition' }], 1]);
    const [stored] = await bench.find('routines', { where: { id: [document.id] } });
    expect(stored?.id).toBe(document.id);
    const { document: read } = await bench.stored.getEntity({
      entity: 'routines',
      caller: ada,
      id: document.id,
      version: 0,
    });
    expect(parse(read?.json)).toMatchObject({ stepConfigurations: document.stepConfigurations });
  });
});
