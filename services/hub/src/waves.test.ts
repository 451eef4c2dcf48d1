import { cancelWave, createWave, holdWave, labelBox, listWaves, resumeWave } from '@cellwright/calls';
import type { Wave } from '@cellwright/domain/fleet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBoxState } from './testing/box-state.fixture.ts';
import { useHub, waitUntil } from './testing/hub-bench.fixture.ts';

const hub = useHub();
let prefix = 0;

beforeEach(() => {
  prefix += 1;
});
afterEach(async () => {
  for (const { id, status } of (await hub.ask(listWaves, {})).items)
    if (status !== 'finished' && status !== 'cancelled') await hub.ask(cancelWave, { id });
});

/** Joins boxes that have reported once and share a tag. */
async function joinBoxes(count: number) {
  const tag = `wave-${prefix}`;
  const boxes = [];
  for (let index = 0; index < count; index += 1) {
    const box = await hub.joinBox(`w${prefix}-${index}`);
    await box.send(box.report());
    await hub.ask(labelBox, { id: box.id, tags: [tag] });
    boxes.push(box);
  }
  return { tag, boxes };
}

async function readWave(id: string): Promise<Wave> {
  const found = (await hub.ask(listWaves, {})).items.find((wave) => wave.id === id);
  if (!found) throw new Error('The wave is gone');
  return found;
}

const waitForGroup = (id: string, group: number) =>
  waitUntil(async () => (await readWave(id)).currentGroup === group, `group ${group} has begun`);
const waitForStatus = (id: string, status: Wave['status']) =>
  waitUntil(async () => (await readWave(id)).status === status, `the wave is ${status}`);

describe('a wave', () => {
  it('wants its build from the boxes of the first group, then from those of the next', async () => {
    const { tag, boxes } = await joinBoxes(2);
    const [first, second] = boxes;
    const { id } = await hub.ask(createWave, { buildID: '2.0.0', tags: [tag], groups: [50, 100] });
    expect(await first?.send(first.report())).toMatchObject({ wanted: { buildID: '2.0.0', waveID: id } });
    expect(await second?.send(second.report())).toMatchObject({ wanted: null });
    await first?.send(first.report({}, { buildID: '2.0.0' }));
    await waitForGroup(id, 1);
    expect(await second?.send(second.report())).toMatchObject({ wanted: { buildID: '2.0.0' } });
    await second?.send(second.report({}, { buildID: '2.0.0' }));
    await waitForStatus(id, 'finished');
    expect((await readWave(id)).counts).toMatchObject([{ installed: 1 }, { installed: 1 }]);
  });

  it('halts when an install fails, and does not update the boxes of later groups', async () => {
    const { tag, boxes } = await joinBoxes(2);
    const [first, second] = boxes;
    const { id } = await hub.ask(createWave, { buildID: 'bad', tags: [tag], groups: [50, 100] });
    await first?.send(first.report());
    const obstacle = { reason: 'failed', message: 'The test routine failed' } as const;
    await first?.send(first.report({}, { targetBuildID: 'bad', obstacle }));
    await waitForStatus(id, 'halted');
    expect((await readWave(id)).reason).toBe('1 of 1 boxes did not install the build');
    expect(await second?.send(second.report())).toMatchObject({ wanted: null });
    await hub.ask(resumeWave, { id });
    await waitForGroup(id, 1);
    expect(await second?.send(second.report())).toMatchObject({ wanted: { buildID: 'bad' } });
  });

  it('counts a box that cannot update itself as failed', async () => {
    const { tag, boxes } = await joinBoxes(1);
    const [box] = boxes;
    const { id } = await hub.ask(createWave, { buildID: '2.0.0', tags: [tag], groups: [100] });
    const obstacle = { reason: 'unavailable', message: 'This cell runs from a checkout' } as const;
    await box?.send(box.report({}, { obstacle }));
    await box?.send(box.report({}, { obstacle }));
    await waitForStatus(id, 'halted');
  });

  it('continues after a restart of the hub', async () => {
    const { tag, boxes } = await joinBoxes(2);
    const [first, second] = boxes;
    const { id } = await hub.ask(createWave, { buildID: '2.0.0', tags: [tag], groups: [50, 100] });
    await first?.send(first.report());
    await hub.stop();
    await hub.start();
    await first?.send(first.report({}, { buildID: '2.0.0' }));
    await second?.send(second.report());
    await waitForGroup(id, 1);
    expect(await second?.send(second.report())).toMatchObject({ wanted: { waveID: id } });
  });

  it('halts when a box produces worse than before its install, also after a restart of the hub', async () => {
    const { tag, boxes } = await joinBoxes(2);
    const [first, second] = boxes;
    if (!first || !second) throw new Error('There are no boxes');
    const limits = { watchMinutes: 30, maxFailuresPerHour: 3, maxSlowerPercent: 20 };
    const { id } = await hub.ask(createWave, { buildID: '2.0.0', tags: [tag], groups: [50, 100], ...limits });
    const report = (buildID: string, seconds: number, count: number) => {
      const cycle = { seconds, count, runID: buildID };
      return first.report({ state: makeBoxState({ serial: first.serial, software: { buildID }, cycle }) });
    };
    expect(await first.send(report('1.0.0', 8, 1))).toMatchObject({ wanted: { waveID: id } });
    await first.send(report('2.0.0', 11, 1));
    await first.send(report('2.0.0', 11, 2));
    expect(await readWave(id)).toMatchObject({ status: 'running', counts: [{ watching: 1 }, { waiting: 1 }] });
    await hub.stop();
    await hub.start();
    await first.send(report('2.0.0', 11, 3));
    await first.send(report('2.0.0', 11, 4));
    await waitForStatus(id, 'halted');
    const halted = await readWave(id);
    const problem = { kind: 'slower', routine: 'Pick', before: 8, after: 11 };
    expect(halted.problems).toEqual([{ box: first.serial, problem }]);
    expect(halted.reason).toBe(
      `1 of 1 boxes failed or produce worse. ${first.serial}: Pick takes 11.0 s per cycle, 8.0 s before the update`,
    );
    expect(await second.send(second.report())).toMatchObject({ wanted: null });
    await hub.ask(resumeWave, { id });
    await waitForGroup(id, 1);
  });

  it('begins the next group once the production of the first was watched', async () => {
    const { tag, boxes } = await joinBoxes(2);
    const [first] = boxes;
    const limits = { watchMinutes: 5, maxFailuresPerHour: 0 };
    const { id } = await hub.ask(createWave, { buildID: '2.0.0', tags: [tag], groups: [50, 100], ...limits });
    await first?.send(first.report());
    await first?.send(first.report({}, { buildID: '2.0.0' }));
    // The wave would not wait for a box without reports.
    for (let passedMS = 0; passedMS < limits.watchMinutes * 60_000; passedMS += 30_000) {
      expect(await readWave(id)).toMatchObject({ currentGroup: 0, counts: [{ watching: 1 }, { waiting: 1 }] });
      hub.bench.passTime(30_000);
      await first?.send(first.report({}, { buildID: '2.0.0' }));
    }
    await waitForGroup(id, 1);
  });

  it('does not wait for a box that is offline, which joins later', async () => {
    const { tag, boxes } = await joinBoxes(2);
    const [away, second] = boxes;
    await away?.close();
    const { id } = await hub.ask(createWave, { buildID: '2.0.0', tags: [tag], groups: [50, 100] });
    await waitForGroup(id, 1);
    await second?.send(second.report({}, { buildID: '2.0.0' }));
    expect(await readWave(id)).toMatchObject({ status: 'running' });
    if (!away) throw new Error('There is no box');
    const back = await hub.connect(away);
    expect(await back.send({ ...back.report(), sessionID: 'session_2' })).toMatchObject({ wanted: { waveID: id } });
  });

  it('wants nothing while it is held, or from a box whose updates are held', async () => {
    const { tag, boxes } = await joinBoxes(1);
    const [box] = boxes;
    if (!box) throw new Error('There is no box');
    const { id } = await hub.ask(createWave, { buildID: '2.0.0', tags: [tag], groups: [100] });
    expect(await hub.ask(holdWave, { id, reason: 'Audit today' })).toMatchObject({ reason: 'Audit today' });
    expect(await box.send(box.report())).toMatchObject({ wanted: null });
    await hub.ask(resumeWave, { id });
    await hub.ask(labelBox, { id: box.id, updateHold: 'Demo' });
    expect(await box.send(box.report())).toMatchObject({ wanted: null });
    await hub.ask(labelBox, { id: box.id, updateHold: '' });
    expect(await box.send(box.report())).toMatchObject({ wanted: { waveID: id } });
  });

  it('cannot begin while another is open, or without boxes', async () => {
    const { tag } = await joinBoxes(1);
    await expect(hub.ask(createWave, { buildID: '2', tags: ['nobody'] })).rejects.toMatchObject({
      code: 'conflict',
    });
    await hub.ask(createWave, { buildID: '2', tags: [tag] });
    await expect(hub.ask(createWave, { buildID: '3', tags: [tag] })).rejects.toThrow('Another wave is not finished');
  });
});
