import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import { mountMessages } from '@cellwright/domain/messages';
import { pickRows } from '@cellwright/testkit/exhaustive';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SessionClient } from '../src/cli/cell-client.ts';
import { accessArmCell } from './arm-cell.ts';
import { readJoints, robotKinds } from './cell-state.ts';
import { makeReady } from './faults/fault-cell.fixture.ts';
import { type StepSketch, sketchFile } from './faults/routines.fixture.ts';

const patience = 120_000;
const wiring = { weldStart: 'Output 10', robotReady: 'Output 12', gas: 'Output 14', arcEstablished: 'Input 10' };
const start = { capability: 'welder', command: { action: 'startArc' } };

const faults = accessArmCell();
const ids = { welder: '', torch: '' };
const add = async (config: object) => {
  const added = await faults.call('POST', '/equipment', JSON.stringify({ config, isEnabled: true }));
  expect(added.status, added.text).toBe(200);
  return equipmentRecordSchema.parse(JSON.parse(added.text)).id;
};
beforeAll(async () => {
  ids.welder = await add({ kind: 'WeldMachineGeneric', ...wiring, powerSourceReady: 'Input 12' });
  ids.torch = await add({ kind: 'WeldTorch', name: 'Torch' });
}, patience);

/** Nothing but a short seam, so that any motion is of the weld. */
const seam = (robotKind: string): StepSketch[] => {
  const at = (id: string, y: number): StepSketch => {
    const pose = { x: 0.75, y, z: 0.4, i: 0, j: Math.sin(Math.PI / 8), k: 0, w: Math.cos(Math.PI / 8) };
    return { id: `${id}_${robotKind}`, stepKind: 'Waypoint', args: { target: { pose } } };
  };
  const steps = [at('step_torch_from', 0), at('step_torch_to', 0.02)];
  return [{ id: `step_torch_${robotKind}`, stepKind: 'Weld', args: { travelSpeed: 0.02 }, steps }];
};

async function play(session: SessionClient) {
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  return faults.untilRunEnded(runID);
}

describe('An arc', () => {
  it.each(pickRows(robotKinds, ['simulated']))(
    'starts only with the torch on the flange, by a step and by a command (%s)',
    async (robotKind) => {
      const session = await faults.openReadySession(robotKind);
      const watcher = await faults.watch(robotKind);
      const { routineID } = await faults.cell.client.importRoutine(
        JSON.stringify(sketchFile(`routine_torch_${robotKind}`, seam(robotKind))),
      );
      await session.send('loadRoutine', { routineID });
      const before = await watcher.newestIndex();
      const joints = await readJoints(faults.cell, robotKind);
      const reason = mountMessages.notMounted('Torch', robotKind);
      expect((await play(session)).failure).toMatchObject({ kind: 'WeldFailure', reason });
      await makeReady(session);
      const command = () => session.send('executeDeviceCommand', { equipmentID: ids.welder, ...start });
      await expect(command()).rejects.toThrow(reason);
      const raised = async () => (await watcher.readLog(before)).filter(({ detail }) => detail.includes('=high'));
      expect(await raised()).toEqual([]);
      expect(await readJoints(faults.cell, robotKind)).toEqual(joints);

      await session.send('setTool', { equipmentID: ids.torch });
      expect(await play(session)).toMatchObject({ status: 'completed', failure: null });
      expect(await raised()).toContainEqual(
        expect.objectContaining({ detail: expect.stringContaining(`${wiring.weldStart}=high`) }),
      );
      expect(await command()).toMatchObject({ capability: 'welder', outcome: { arc: 'on' } });
      await session.send('executeDeviceCommand', { equipmentID: ids.welder, command: { action: 'stopArc' } });
      await session.send('releaseControl', {});
      session.close();
      await watcher.close();
    },
    patience,
  );
});
