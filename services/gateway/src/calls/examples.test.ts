import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { noPerson, type PersonProof } from '@cellwright/domain/cell';
import type { RobotKind } from '@cellwright/domain/robot';
import type { MountedTool } from '@cellwright/domain/run';
import { type RunnerResult, runnerMessages } from '@cellwright/domain/runner-socket';
import { type ContactSurface, contactSurfacesSchema, type LoosePart } from '@cellwright/domain/space';
import { capabilitiesOfKind } from '@cellwright/equipment/contracts';
import { type CallScope, noAuthor } from '@cellwright/service-kit/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { EntityAccess } from '../domain/entity-access.ts';
import type { ExampleLibrary } from '../examples/example-cell.ts';
import { openExampleFiles } from '../examples/example-files.ts';
import { flangesOf } from '../examples/flanges.ts';
import { surfacesOf } from '../examples/surfaces.ts';
import { createMemoryDoor } from '../testing/memory-door.fixture.ts';
import { createExampleCalls } from './examples.ts';

const examplesFolder = fileURLToPath(new URL('../../../../examples/routines', import.meta.url));
const files = await openExampleFiles(examplesFolder).list();
const names = files.map(({ name }) => name);

const fileSchema = z.object({
  routine: z.looseObject({ id: z.string() }),
  globals: z.looseObject({ codeBlocks: z.array(z.looseObject({ id: z.string() })).default([]) }).prefault({}),
});

let memory: ReturnType<typeof createMemoryDoor>;
/** Surfaces of the simulated robot and of the twin. */
let surfaces: Record<RobotKind, readonly ContactSurface[]>;
let parts: readonly LoosePart[];
/** Tools on their flanges. */
let tools: Record<RobotKind, MountedTool>;
let isTwin: boolean;
/** Names of the routines that need a device or feature, by its id. */
let dependents: Record<string, string[]>;
let imports: number;
let calls: ReturnType<typeof createExampleCalls>;

/** Library service: imports a file unchanged, and lists the requirements of routines. */
const library: ExampleLibrary = {
  async importRoutine(text) {
    imports += 1;
    const { routine, globals } = fileSchema.parse(JSON.parse(text));
    memory.put('routines', { ...routine, version: 1 });
    for (const block of globals.codeBlocks) memory.put('codeBlocks', { ...block, version: 1 });
    return { routineID: routine.id, version: 1 };
  },
  listDependents: async ({ equipment, flags }) =>
    new Map([...equipment, ...flags].map((id) => [id, dependents[id] ?? []])),
};

const scopeOf = (permissions: string[], proof: PersonProof = { ...noPerson, unlock: 'shown' }): CallScope => ({
  author: { ...noAuthor, id: 'user_1', name: 'Ada', permissions, accessId: 'session_1', access: 'session', proof },
  ...{ idempotencyKey: '', document: Buffer.alloc(0), robot: undefined, signal: new AbortController().signal },
  ...{ deadline: Number.POSITIVE_INFINITY, caller: 'gateway' },
  describeAct: () => {
    throw new Error('not in this test');
  },
});
/** Robots, as far as examples use them. */
const line: Parameters<typeof surfacesOf>[0] = {
  async send({ robotKind }, kind, payload) {
    if (kind === 'setTool') {
      const { equipmentID } = runnerMessages.setTool.payload.parse(payload);
      tools[robotKind] = toolOf(equipmentID);
    }
    const { surfaces: wanted } = contactSurfacesSchema.partial().parse(payload);
    if (kind === 'setContactSurfaces' && wanted) surfaces[robotKind] = wanted;
    // Safe cast: the messages that are sent have this answer.
    return runnerMessages[kind].result.parse({ surfaces: surfaces[robotKind], tool: tools[robotKind] }) as RunnerResult<
      typeof kind
    >;
  },
};

const without = (removed: readonly LoosePart[]) =>
  parts.filter((part) => !removed.some(({ name }) => name === part.name));

const tcp = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
function toolOf(equipmentID: string | null): MountedTool {
  return { equipmentID, name: '', tcp, massKg: 0, centreOfGravity: [0, 0, 0], collisionBoxes: [] };
}

const owner = scopeOf(['author', 'connectToRobot']);

beforeEach(() => {
  memory = createMemoryDoor();
  memory.put('equipment', {
    ...{ id: 'equipment_1', version: 1, isEnabled: true },
    config: { kind: 'OnRobot2FG7', name: '2FG7' },
  });
  surfaces = { simulated: [], live: [] };
  parts = [];
  tools = { simulated: toolOf('equipment_1'), live: toolOf(null) };
  isTwin = true;
  dependents = {};
  imports = 0;
  calls = createExampleCalls({
    access: new EntityAccess(memory.door),
    surfaces: surfacesOf(line, () => isTwin),
    flanges: flangesOf(
      line,
      async (robotKind) => tools[robotKind],
      () => isTwin,
    ),
    looseParts: {
      hasAll: async (_, wanted) => wanted.every((part) => parts.some((each) => isDeepStrictEqual(each, part))),
      async put(_, added) {
        parts = [...without(added), ...added];
      },
      async remove(_, removed) {
        parts = without(removed);
      },
    },
    ...{ library, examplesFolder },
  });
});

async function read(name: string, scope = owner) {
  const { items } = await list(scope);
  const found = items.find((item) => item.name === name);
  if (!found) throw new Error(`There is no example ${name}`);
  return found;
}

async function list(scope = owner) {
  const answer = await calls.listExamples({}, scope);
  if (!('items' in answer)) throw new Error('the answer is not plain');
  return answer;
}
const setUp = (name: string, scope = owner) => calls.setUpExample({ name }, scope);
const remove = (name: string, scope = owner) => calls.removeExample({ name }, scope);
const thingsOf = (items: readonly { thing: string; id: string }[]) => items.map(({ thing, id }) => `${thing} ${id}`);

describe('listExamples', () => {
  it('lists the missing requirements of each example on a new cell', async () => {
    const { items } = await list();
    expect(Object.fromEntries(items.map(({ name, lacks }) => [name, thingsOf(lacks)]))).toEqual({
      'counted-in-code': ['featureFlags enableCodeBlocks', 'codeBlocks codeBlock_example_batches'],
      'inspection-tour': [],
      'inspection-with-branches': [],
      'lathe-tending': ['equipment CNCMachine'],
      'machine-feeding': [],
      'orders-over-http': [],
      palletizing: ['featureFlags palletizing', 'equipment OnRobotVG'],
      'panel-assembly': ['equipment OnRobotVG', 'equipment OnRobotScrewdriver'],
      'pick-and-place': [],
      pressing: ['contactSurfaces button', 'contactSurfaces seat'],
      'rim-polishing': [],
      'signal-tower': [],
      'sorting-by-sight': [
        'featureFlags classifyStep',
        'featureFlags locateStep',
        'equipment WristCamera',
        'equipment OnRobotVG',
        'cameraCalibrations WristCamera',
        'looseParts parts',
        'mountedTools vacuum',
      ],
      'welded-t-joint': [
        'featureFlags weldWeaving',
        'equipment WeldMachineGeneric',
        'equipment WeldTorch',
        'mountedTools torch',
      ],
    });
    expect(items.every(({ title, description, isInCell }) => title && description && !isInCell)).toBe(true);
  });

  it.each(names)('%s lacks nothing after it was set up, and leaves nothing after it was removed', async (name) => {
    const before = [memory.list('equipment'), memory.list('codeBlocks'), { ...surfaces }, { ...tools }, parts];
    const { lacks } = await read(name);
    await setUp(name);
    expect(await read(name)).toMatchObject({ isInCell: true, lacks: [] });
    expect((await read(name)).brought).toHaveLength(lacks.length + 1);
    expect(await remove(name)).toMatchObject({ kept: [] });
    expect(await read(name)).toMatchObject({ isInCell: false, brought: [], lacks });
    expect([memory.list('equipment'), memory.list('codeBlocks'), surfaces, tools, parts]).toEqual(before);
    expect(memory.list('cameraCalibrations')).toEqual([]);
    expect(memory.list('featureFlags')[0]).toMatchObject({ palletizing: false, enableCodeBlocks: false });
  });

  it.each(files.map(({ name, setUp: { devices }, capabilities }) => ({ name, devices, capabilities })))(
    '$name names a kind of device for each capability that it needs',
    ({ devices, capabilities }) => {
      for (const capability of capabilities)
        expect(capabilitiesOfKind(devices[capability]?.kind ?? ''), capability).toContain(capability);
    },
  );
});

describe('setUpExample', () => {
  it('keeps an existing routine and device of the cell', async () => {
    memory.put('routines', { id: 'routine_example_palletizing', name: 'Mine', version: 7 });
    memory.put('equipment', {
      ...{ id: 'equipment_2', version: 1, isEnabled: true },
      config: { kind: 'OnRobotVG', name: 'Vacuum' },
    });
    await setUp('palletizing');
    expect(imports).toBe(0);
    expect(thingsOf((await read('palletizing')).brought)).toEqual(['featureFlags palletizing']);
  });

  it('numbers the name of its device if another one has it, also a disabled one', async () => {
    memory.put('equipment', {
      ...{ id: 'equipment_2', version: 1, isEnabled: false },
      config: { kind: 'CNCMachine', name: 'Lathe' },
    });
    await setUp('lathe-tending');
    const names = memory.list('equipment').map(({ config }) => Reflect.get(Object(config), 'name'));
    expect(names.slice(-2)).toEqual(['Lathe', 'Lathe 2']);
  });

  it('changes nothing for a caller without the control-panel PIN if a feature is off', async () => {
    const locked = scopeOf(['author', 'connectToRobot'], noPerson);
    const lacks = [
      { id: 'palletizing', isAllowed: false },
      { id: 'OnRobotVG', isAllowed: true },
    ];
    expect(await read('palletizing', locked)).toMatchObject({ lacks });
    await expect(setUp('palletizing', locked)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('control-panel PIN'),
    });
    expect(memory.list('equipment')).toHaveLength(1);
    await setUp('panel-assembly', locked);
    expect(memory.list('equipment')).toHaveLength(3);
  });

  it('refuses surfaces to press on for a caller without permission to operate the robot', async () => {
    await expect(setUp('pressing', scopeOf(['author']))).rejects.toMatchObject({ code: 'forbidden' });
    expect(memory.list('routines')).toEqual([]);
  });

  it('adds its surfaces to the existing ones', async () => {
    const files = openExampleFiles(examplesFolder);
    const [button] = (await files.require('pressing')).setUp.contactSurfaces;
    if (!button) throw new Error('the example presses on nothing');
    surfaces.live = [
      { ...button, name: 'mine' },
      { ...button, stiffness: 1 },
    ];
    await setUp('pressing');
    expect(surfaces.simulated.map(({ name }) => name)).toEqual(['button', 'seat']);
    expect(surfaces.live.map(({ name, stiffness }) => [name, stiffness])).toEqual([
      ['mine', 5000],
      ['button', 5000],
      ['seat', 20_000],
    ]);
  });

  it('mounts its tool on the simulated robot and on a twin, and again after another was mounted', async () => {
    const torchOf = (robotKind: RobotKind) =>
      memory.list('equipment').find(({ id }) => id === tools[robotKind].equipmentID)?.config;
    await setUp('welded-t-joint');
    expect([torchOf('simulated'), torchOf('live')]).toMatchObject([{ kind: 'WeldTorch' }, { kind: 'WeldTorch' }]);
    tools.simulated = toolOf('equipment_1');
    expect(thingsOf((await read('welded-t-joint')).lacks)).toEqual(['mountedTools torch']);
    await setUp('welded-t-joint');
    expect([torchOf('simulated'), (await read('welded-t-joint')).lacks]).toMatchObject([{ kind: 'WeldTorch' }, []]);
  });

  it('mounts no tool on a real robot', async () => {
    isTwin = false;
    await setUp('welded-t-joint');
    expect((await read('welded-t-joint')).lacks).toEqual([]);
    expect(tools.live.equipmentID).toBeNull();
  });

  it('counts a tool on the active end of a changer as mounted, and no other', async () => {
    await setUp('welded-t-joint');
    const torch = toolOf(tools.simulated.equipmentID);
    const ends = [1, 2].map((end) => ({ end, equipmentID: end === 1 ? null : torch.equipmentID, name: '', tcp }));
    tools.simulated = { ...toolOf('changer'), ends, activeEnd: 2 };
    expect((await read('welded-t-joint')).lacks).toEqual([]);
    tools.simulated = { ...tools.simulated, activeEnd: 1 };
    expect(thingsOf((await read('welded-t-joint')).lacks)).toEqual(['mountedTools torch']);
  });

  it('rejects an unknown example', async () => {
    await expect(setUp('nothing')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('removeExample', () => {
  it('keeps objects that a user changed, and removes their record as created by the example', async () => {
    await setUp('panel-assembly');
    memory.put('routines', { id: 'routine_example_panel_assembly', name: 'Mine', version: 2 });
    const [, vacuum] = memory.list('equipment');
    if (!vacuum) throw new Error('there is no second device');
    memory.put('equipment', { ...vacuum, version: 2 });
    expect(await remove('panel-assembly')).toMatchObject({
      removed: [{ thing: 'equipment' }],
      kept: [
        { thing: 'routines', because: 'changed' },
        { thing: 'equipment', id: vacuum.id, because: 'changed' },
      ],
    });
    expect((await read('panel-assembly')).brought).toEqual([]);
  });

  it('keeps objects that other routines use, with the names of these routines, until they are unused', async () => {
    await setUp('palletizing');
    const [, vacuum] = memory.list('equipment');
    dependents = { palletizing: ['Euro pallets'], [vacuum?.id ?? '']: ['Euro pallets', 'Boxes'] };
    expect(await remove('palletizing')).toMatchObject({
      kept: [
        { thing: 'equipment', because: 'used', usedBy: ['Euro pallets', 'Boxes'] },
        { thing: 'featureFlags', because: 'used', usedBy: ['Euro pallets'] },
      ],
    });
    dependents = {};
    memory.uses.set(vacuum?.id ?? '', ['Quick changer']);
    expect(await remove('palletizing')).toMatchObject({
      removed: [{ thing: 'featureFlags' }],
      kept: [{ thing: 'equipment', usedBy: ['Quick changer'] }],
    });
    memory.uses.clear();
    expect(await remove('palletizing')).toMatchObject({ removed: [{ thing: 'equipment' }], kept: [] });
  });

  it('keeps a feature on for a caller without the PIN', async () => {
    await setUp('counted-in-code');
    const locked = scopeOf(['author', 'connectToRobot'], noPerson);
    const kept = [{ thing: 'featureFlags', because: 'notAllowed' }];
    expect(await remove('counted-in-code', locked)).toMatchObject({ kept });
    expect((await read('counted-in-code')).brought).toMatchObject([{ id: 'enableCodeBlocks' }]);
  });

  it('puts loose parts back that were moved, and removes them wherever they lie', async () => {
    await setUp('sorting-by-sight');
    const before = parts;
    parts = parts.map((part) => ({ ...part, pose: { ...part.pose, x: part.pose.x + 0.1 } }));
    expect(thingsOf((await read('sorting-by-sight')).lacks)).toEqual(['looseParts parts']);
    await setUp('sorting-by-sight');
    expect(parts).toEqual(before);
    parts = parts.map((part) => ({ ...part, pose: { ...part.pose, y: 0 } }));
    expect(await remove('sorting-by-sight')).toMatchObject({ kept: [] });
    expect(parts).toEqual([]);
  });

  it('keeps a surface that was changed', async () => {
    await setUp('pressing');
    surfaces.live = surfaces.live.map((surface) => ({ ...surface, stiffness: 1 + surface.stiffness }));
    const kept = [
      { id: 'button', because: 'changed' },
      { id: 'seat', because: 'changed' },
    ];
    expect(await remove('pressing')).toMatchObject({ kept });
    expect([surfaces.simulated.length, surfaces.live.length]).toEqual([0, 2]);
  });

  it('leaves a tool on the flange that a user has mounted since', async () => {
    await setUp('welded-t-joint');
    tools.live = toolOf('equipment_1');
    expect(await remove('welded-t-joint')).toMatchObject({ kept: [] });
    expect([tools.simulated.equipmentID, tools.live.equipmentID]).toEqual(['equipment_1', 'equipment_1']);
  });

  it('removes nothing of an example that was never set up', async () => {
    expect(await remove('palletizing')).toEqual({ removed: [], kept: [] });
  });
});
