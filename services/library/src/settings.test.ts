import { factorySpeedProfiles } from '@cellwright/domain/robot';
import { busSubjects } from '@cellwright/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, bytes, type LibraryBench, parse, startLibraryBench } from './testing/library-bench.fixture.ts';

let bench: LibraryBench;
beforeAll(async () => {
  bench = await startLibraryBench();
});
afterAll(() => bench.stop());

const read = async (entity: string, id: string) =>
  parse((await bench.stored.getEntity({ entity, caller: ada, id, version: 0 })).document?.json);
const [safest] = factorySpeedProfiles;
const { id: _id, factoryPreset: _preset, ...values } = safest ?? { id: '', factoryPreset: 'none' };

describe('speed profiles', () => {
  it('start with the factory presets, slowest to fastest', async () => {
    const found = await bench.find('speedProfiles', { sort: ['name'] });
    expect(found.map(({ id }) => id)).toEqual(['default', 'faster', 'fastest', 'safer', 'safest']);
    const speeds = factorySpeedProfiles.map(({ maxTooltipSpeed }) => maxTooltipSpeed);
    expect(speeds).toEqual([...speeds].sort((one, other) => one - other));
  });

  it('refuse changes and removals of the factory presets', async () => {
    const patch = bench.stored.saveEntity({
      entity: 'speedProfiles',
      caller: ada,
      id: 'safest',
      json: bytes({ maxTooltipSpeed: 5 }),
      isMerge: true,
      expectedVersion: 0,
      commandKey: '',
    });
    await expect(patch).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('preset') });
    await expect(bench.remove('speedProfiles', 'safest')).rejects.toMatchObject({ code: 'conflict' });
    await expect(bench.make('speedProfiles', { ...values, factoryPreset: 'safest' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('can be created by users, within the bounds', async () => {
    const { document } = await bench.make('speedProfiles', { ...values, name: 'Glass' });
    expect(parse(document?.json)).toMatchObject({ name: 'Glass', factoryPreset: 'none' });
    await bench.remove('speedProfiles', document?.id ?? '');
    for (const wrong of [{ maxTooltipSpeed: 6 }, { maxJointSpeeds: [1] }, { scalingFactor: 0 }, { jerkLimit: null }]) {
      await expect(bench.make('speedProfiles', { ...values, ...wrong })).rejects.toMatchObject({
        code: 'request_failed_validation',
      });
    }
  });
});

describe('safety settings', () => {
  it('consist of one document, with at most one rule for each pair of ports', async () => {
    expect(await read('safetySettings', '1')).toMatchObject({ inputSafeguardRules: [], outputSafeguardRules: [] });
    const save = (change: object) =>
      bench.stored.saveEntity({
        entity: 'safetySettings',
        caller: ada,
        id: '1',
        json: bytes(change),
        isMerge: true,
        expectedVersion: 0,
        commandKey: '',
      });
    await save({ inputSafeguardRules: [{ pair: 8, kind: 'estop' }] });
    expect(await read('safetySettings', '1')).toMatchObject({ inputSafeguardRules: [{ pair: 8, kind: 'estop' }] });
    const twice = [
      { pair: 1, kind: 'slow' },
      { pair: 1, kind: 'reset' },
    ];
    for (const rules of [twice, [{ pair: 9, kind: 'slow' }], [{ pair: 1, kind: 'isslow' }]]) {
      await expect(save({ inputSafeguardRules: rules })).rejects.toMatchObject({ code: 'request_failed_validation' });
    }
  });
});

describe('a speed profile of the cell', () => {
  it('cannot become a factory preset', async () => {
    const { document } = await bench.make('speedProfiles', { ...values, name: 'Own' });
    const change = bench.save('speedProfiles', document?.id ?? '', { ...values, factoryPreset: 'faster' }, 1);
    await expect(change).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Remove factoryPreset'),
    });
  });
});

describe('the robot of the safety settings', () => {
  const tell = (robotID: string) =>
    bench.bus.publish(busSubjects.entity.of('robots'), {
      entity: 'robots',
      change: 'patched',
      ...{ id: 'live', version: 2, revision: 1, at: '2026-05-01T00:00:00.000Z', by: { id: '', name: '' } },
      document: { id: 'live', robotID },
    });
  const patch = (change: object) =>
    bench.stored.saveEntity({
      entity: 'safetySettings',
      caller: ada,
      id: '1',
      json: bytes(change),
      isMerge: true,
      expectedVersion: 0,
      commandKey: '',
    });

  it('receives its id once known, in the same version of the settings', async () => {
    const { document: before } = await patch({ inputSafeguardRules: [{ pair: 1, kind: 'slow' }] });
    expect(parse(before?.json)).toMatchObject({ robotID: '' });
    await tell('robot_cell');
    await expect
      .poll(async () => (await bench.find('safetySettings', { where: { robotID: ['robot_cell'] } })).length)
      .toBe(1);
    expect(await read('safetySettings', '1')).toMatchObject({
      robotID: 'robot_cell',
      inputSafeguardRules: [{ pair: 1, kind: 'slow' }],
    });
    const { document: after } = await bench.stored.getEntity({
      entity: 'safetySettings',
      caller: ada,
      id: '1',
      version: 0,
    });
    expect(after?.version).toBe(before?.version);
  });

  it('cannot change to another robot', async () => {
    await expect(patch({ robotID: 'robot_other' })).rejects.toMatchObject({
      code: 'request_failed_validation',
      message: expect.stringContaining('robot_cell'),
    });
    await patch({ robotID: '' });
    expect(await read('safetySettings', '1')).toMatchObject({ robotID: 'robot_cell' });
  });
});
