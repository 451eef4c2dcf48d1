import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import { mountMessages } from '@cellwright/domain/messages';
import { type RobotSessionState, replayMomentSchema, replaySchema } from '@cellwright/domain/run';
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
const ids = { welder: '', torch: '', miller: '' };
const add = async (config: object) => {
  const added = await faults.call('POST', '/equipment', JSON.stringify({ config, isEnabled: true }));
  expect(added.status, added.text).toBe(200);
  return equipmentRecordSchema.parse(JSON.parse(added.text)).id;
};
beforeAll(async () => {
  ids.welder = await add({ kind: 'WeldMachineGeneric', ...wiring, powerSourceReady: 'Input 12' });
  ids.torch = await add({ kind: 'WeldTorch', name: 'Torch' });
  ids.miller = await add({ kind: 'WeldMachineMiller', arcPermit: 'Output 11' });
}, patience);

/** Nothing but a short seam, so that any motion is of the weld. */
const seam = (robotKind: string, args: object): StepSketch[] => {
  const at = (id: string, y: number): StepSketch => {
    const pose = { x: 0.75, y, z: 0.4, i: 0, j: Math.sin(Math.PI / 8), k: 0, w: Math.cos(Math.PI / 8) };
    return { id: `${id}_${robotKind}`, stepKind: 'Waypoint', args: { target: { pose } } };
  };
  const steps = [at('step_torch_from', 0), at('step_torch_to', 0.02)];
  return [{ id: `step_torch_${robotKind}`, stepKind: 'Weld', args: { travelSpeed: 0.02, ...args }, steps }];
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
        JSON.stringify(sketchFile(`routine_torch_${robotKind}`, seam(robotKind, { selectedMachineID: ids.welder }))),
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

describe('The arc of a machine on the network', () => {
  it.each(pickRows(robotKinds, ['simulated']))(
    'burns with the values of the step, ends with a stop, and is in the replay (%s)',
    { timeout: patience },
    async (robotKind) => {
      const values = { process: 'constantVoltage', voltage: 18, wireSpeed: 0.127 };
      const args = { selectedMachineID: ids.miller, arcStartTime: 60_000, millerWeldParameters: values };
      const session = await faults.openReadySession(robotKind);
      await session.send('setTool', { equipmentID: ids.torch });
      const { routineID } = await faults.cell.client.importRoutine(
        JSON.stringify(sketchFile(`routine_network_${robotKind}`, seam(`network_${robotKind}`, args))),
      );
      await session.send('loadRoutine', { routineID });
      const { runID } = await session.send('playRoutine', { isConfirmed: true });
      const stepID = `step_torch_network_${robotKind}`;
      const variableOf = (name: string, { steps }: Pick<RobotSessionState, 'steps'> = session.state) =>
        Number(steps[stepID]?.variables[name]);
      await session.waitFor((state) => variableOf('arcVoltage', state) === 18);
      expect(variableOf('arcWireSpeed')).toBeCloseTo(0.127, 3);
      const current = variableOf('arcCurrent');
      expect(current).toBeGreaterThan(100);
      await session.send('stop', {});
      expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'stopped' });
      const observed = await session.send('executeDeviceCommand', {
        equipmentID: ids.miller,
        command: { action: 'observe' },
      });
      expect(observed).toMatchObject({ outcome: { arc: 'off' } });

      const readCurrents = async () => {
        const replay = replaySchema.safeParse(
          JSON.parse((await faults.call('GET', `/runs/${runID}/replay`)).text),
        ).data;
        const seconds = replay?.to ?? 0;
        const currents: number[] = [];
        for (let at = 0; at <= seconds; at += 0.2) {
          const { text } = await faults.call('GET', `/runs/${runID}/replay/moment?seconds=${at}`);
          const moment = replayMomentSchema.safeParse(JSON.parse(text)).data;
          currents.push(moment ? variableOf('arcCurrent', moment.state) : Number.NaN);
        }
        return currents;
      };
      await expect.poll(readCurrents, { timeout: patience }).toContain(current);
      await session.send('releaseControl', {});
      session.close();
    },
  );
});
