import { listPorts } from '@cellwright/domain/robot';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { type HostedEntities, hostEntities } from '@cellwright/service-kit/entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunSource } from '../store/run-source.ts';
import { startRunnerDatabase } from '../store/runner-database.fixture.ts';
import { readRobot, robotHooks, saveAssignments, saveOperationMode, saveRobotFacts } from './robots.ts';

let database: Awaited<ReturnType<typeof startRunnerDatabase>>;
let entities: HostedEntities;
beforeAll(async () => {
  database = await startRunnerDatabase();
  entities = hostEntities({
    owner: 'routine-runner',
    db: database.entities,
    hooks: { robots: robotHooks },
    sources: { runs: createRunSource(database.db, database.entities) },
    onCommitted: () => {},
    clock: systemClock,
    log: silentLogger,
  });
  await entities.begin();
});
afterAll(async () => {
  entities.close();
  await database.drop();
});

const ada = { subjectID: '', name: 'Ada', permissions: ['connectToRobot'] as const };
const read = async (id: string) => JSON.parse((await entities.host('robots').get(id)).text);
const patch = (id: string, change: object) =>
  entities
    .host('robots')
    .save({ id, text: JSON.stringify(change), isMerge: true, expectedVersion: undefined }, ada, '');

describe('the robot', () => {
  it('exists from the first start in both contexts, named Cell, with every port of the control box', async () => {
    await entities.begin();
    const query = { where: { isDefault: [true] }, search: '', sort: ['name'], limit: 10, offset: 0 };
    const { items, total } = await entities.host('robots').find(query);
    expect([items.map(({ id }) => id), total]).toEqual([['live', 'simulated'], 2]);
    const [live, simulated] = [await read('live'), await read('simulated')];
    expect(live).toMatchObject({ name: 'Cell', robotID: simulated.robotID });
    const counts = [live.inputs, live.outputs, live.relays, live.flangeInputs, live.flangeOutputs];
    expect(counts.map(({ length }) => length)).toEqual([16, 16, 3, 2, 2]);
    const flange = [...live.flangeInputs, ...live.flangeOutputs].map((port) => `${port.name} ${port.shortName}`);
    expect(flange).toEqual([
      'Flange Input 1 PIN 4',
      'Flange Input 2 PIN 3',
      'Flange Output 1 PIN 7',
      'Flange Output 2 PIN 6',
    ]);
    expect(live.inputs[0]).toMatchObject({ name: 'Input 1', shortName: 'IN 1', portID: 'Input 1', kind: 'Input' });
  });

  it('lets users set its name and port names only', async () => {
    const [first, ...others] = (await read('simulated')).outputs;
    const outputs = [{ ...first, name: 'Door', highSignalName: 'Open' }, ...others.slice(0, 3)];
    await patch('simulated', { name: 'Left cell', serialNumber: 'SN-1', outputs });
    const record = await read('simulated');
    expect(record).toMatchObject({ name: 'Left cell', serialNumber: 'SN-1' });
    expect(record.outputs).toHaveLength(16);
    expect(record.outputs[0]).toMatchObject({ name: 'Door', highSignalName: 'Open', port: 1, portID: 'Output 1' });
    await expect(patch('simulated', { name: '' })).rejects.toMatchObject({ code: 'request_failed_validation' });
  });

  it('accepts its whole answer as input', async () => {
    const record = await read('simulated');
    await patch('simulated', record);
    expect(await read('simulated')).toMatchObject({ name: record.name, outputs: record.outputs });
  });

  it.each([
    ['isDefault', { isDefault: false }],
    ['isTwin', { isTwin: true, name: 'Renamed' }],
    ['mode', { mode: 'gpu' }],
    ['robotID', { robotID: 'robot_other' }],
    ['speedRestrictionPercentage', { speedRestrictionPercentage: 0.1 }],
    ['inputs', { inputs: [{ ...listPorts('Input')[0], assignedTo: 'safetyIO' }] }],
    ['relays', { relays: [{ ...listPorts('Relay')[0], portID: 'Relay 9' }] }],
  ])('refuses a change of %s, which it would not store', async (field, change) => {
    const before = await read('simulated');
    await expect(patch('simulated', change)).rejects.toMatchObject({
      code: 'request_failed_validation',
      message: expect.stringContaining(`not ${field}. `),
      details: { problems: [{ fieldId: field }] },
    });
    expect(await read('simulated')).toEqual(before);
  });

  it('keeps assembly mode in both records, and the context of each otherwise', async () => {
    const host = entities.host('robots');
    expect([(await read('live')).mode, (await read('simulated')).mode]).toEqual(['live', 'simulated']);
    await saveOperationMode(host, 'assembly');
    await saveRobotFacts(host, 'live', { isTwin: true });
    expect([(await read('live')).mode, (await read('simulated')).mode]).toEqual(['assembly', 'assembly']);
    expect(await readRobot(host)).toMatchObject({ mode: 'assembly' });
    await saveOperationMode(host, 'live');
    expect([(await read('live')).mode, (await read('simulated')).mode]).toEqual(['live', 'simulated']);
  });

  it("gets the session's fields from its session, and keeps the names", async () => {
    await patch('live', { name: 'Right cell' });
    const routineRunnerState = { kind: 'Idle' as const, isPaused: false };
    await saveRobotFacts(entities.host('robots'), 'live', { routineRunnerState, isTwin: true, lastKnownWifiIP: null });
    expect(await read('live')).toMatchObject({ name: 'Right cell', isTwin: true, routineRunnerState });
    expect(await read('live')).toHaveProperty('lastKnownWifiIP', null);
  });

  it('lists the owner of each port, safety rules before all others', async () => {
    const host = entities.host('robots');
    const assigned = async () => {
      const { inputs, outputs } = await read('live');
      return [inputs[0], inputs[1], outputs[14], outputs[15]].map(({ assignedTo }) => assignedTo);
    };
    expect(await assigned()).toEqual([null, null, null, null]);
    await saveAssignments(host, 'live', 'externalControl', ['Input 1', 'Output 15']);
    await saveRobotFacts(host, 'live', { safetyPorts: ['Input 1', 'Input 2'] });
    expect(await assigned()).toEqual(['safetyIO', 'safetyIO', 'externalControl', null]);
    await saveAssignments(host, 'live', 'externalControl', ['Input 2', 'Output 16']);
    expect(await assigned()).toEqual(['safetyIO', 'safetyIO', null, 'externalControl']);
    const lamp = { ...(await read('live')).outputs[15], name: 'Lamp' };
    await expect(patch('live', { outputs: [{ ...lamp, assignedTo: 'safetyIO' }] })).rejects.toThrow('not outputs');
    await patch('live', { outputs: [lamp] });
    expect((await read('live')).outputs[15]).toMatchObject({ name: 'Lamp', assignedTo: 'externalControl' });
    const { version } = await host.get('live');
    await saveRobotFacts(host, 'live', {});
    await saveAssignments(host, 'live', 'externalControl', ['Output 16']);
    expect((await host.get('live')).version - version, 'what is the same is not written').toBeLessThanOrEqual(1);
    await saveRobotFacts(host, 'live', { safetyPorts: [] });
    expect(await assigned()).toEqual([null, null, null, 'externalControl']);
  });

  it('contains the supply that the devices on its flange agree on, regardless of other input', async () => {
    const host = entities.host('robots');
    const flangeSupply = { voltage: '12V', circuit: 'npn' } as const;
    expect((await read('live')).flangeSupply).toBeNull();
    await saveAssignments(host, 'live', 'equipment', ['Flange Output 1'], { flangeSupply });
    await expect(patch('live', { flangeSupply: { voltage: '24V', circuit: 'pnp' } })).rejects.toThrow(
      'not flangeSupply',
    );
    await saveRobotFacts(host, 'live', { isTwin: true });
    await saveAssignments(host, 'live', 'externalControl', []);
    expect((await read('live')).flangeSupply).toEqual(flangeSupply);
    await saveAssignments(host, 'live', 'equipment', [], { flangeSupply: null });
    expect((await read('live')).flangeSupply).toBeNull();
  });
});
