import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import { describe, expect, it } from 'vitest';
import type { ArmWatcher } from './faults/arm-watcher.fixture.ts';
import { type FaultCell, persist } from './faults/fault-cell.fixture.ts';
import { type StepSketch, sketchFile } from './faults/routines.fixture.ts';
import { playSteps, refusalOf } from './wired-devices.fixture.ts';

/** A cell with a gripper that is wired to its control box. */
export interface WiredCell {
  readonly faults: FaultCell;
  readonly watcher: ArmWatcher;
  readonly jawID: string;
}

const patience = 60_000;

/** Tests devices other than the gripper: wires and lines, registers, files. */
export function describeDevicesBesideGripper(cell: () => WiredCell): void {
  describe('custom devices', () => {
    const clamp = {
      kind: 'CustomDevice',
      name: 'Clamp',
      sensors: [{ id: 'sensor_closed', name: 'Closed', ioPort: 'Input 8' }],
      actions: [
        { id: 'action_clamp', kind: 'clamp', actionOutputs: [{ ioPort: 'Output 8' }], waitForSensor: 'Closed' },
        { id: 'action_unclamp', kind: 'unclamp', actionOutputs: [{ ioPort: 'Output 8', level: 'low' }] },
      ],
    };
    const mill = {
      kind: 'CustomDevice',
      name: 'Mill',
      deviceInterface: 'haasNGC',
      sensors: [{ id: 'sensor_running', name: 'Running', macroVariable: 10_901 }],
      actions: [
        { id: 'action_start', kind: 'start', actionOutputs: [{ macroVariable: 10_900 }], waitForSensor: 'Running' },
      ],
    };
    const add = async (device: object) => {
      const added = await cell().faults.call('POST', '/equipment', JSON.stringify({ config: device, isEnabled: true }));
      return equipmentRecordSchema.parse(JSON.parse(added.text)).id;
    };
    const operate = (id: string, equipmentID: string, actionID: string): StepSketch => ({
      id,
      stepKind: 'OperateEquipment',
      args: { equipmentID, actionID },
    });

    it(
      'execute their actions over wires and lines, and conditions read their sensors',
      async () => {
        const [clampID, millID] = [await add(clamp), await add(mill)];
        const before = await cell().watcher.newestIndex();
        const isClosed = { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 8 } } };
        const isRunning = {
          kind: 'sensor',
          sensor: { kind: 'haasNGC', equipmentID: millID, sensorID: 'Running' },
        };
        const { run, problems } = await playSteps(cell().faults, 'routine_clamp', [
          operate('step_clamp', clampID, 'clamp'),
          { id: 'step_is_closed', stepKind: 'Wait', args: { condition: isClosed } },
          operate('step_mill', millID, 'start'),
          { id: 'step_is_running', stepKind: 'Wait', args: { condition: isRunning } },
          operate('step_unclamp', clampID, 'action_unclamp'),
        ]);
        expect([problems, run.status, run.failure]).toEqual([[], 'completed', null]);
        const changes = (await cell().watcher.readLog(before)).filter(({ detail }) =>
          /^(Output|Input) 8=/.test(detail),
        );
        expect(changes.map(({ detail }) => detail.split(' (')[0])).toEqual([
          'Output 8=high',
          'Input 8=high',
          'Output 8=low',
        ]);
        const live = await cell().faults.call('GET', `/equipment/${millID}/state`, undefined, {
          'robot-kind': 'simulated',
        });
        expect(JSON.parse(live.text)).toMatchObject({ connected: true, sensors: [{ name: 'Running', value: 'high' }] });
      },
      patience,
    );

    it(
      'never receive a command twice when the runner dies during an action (R2, R8)',
      async () => {
        const pressID = await add({
          ...clamp,
          name: 'Ram',
          sensors: [{ id: 'sensor_down', name: 'Down', ioPort: 'Input 9' }],
          actions: [
            { id: 'action_down', kind: 'close', actionOutputs: [{ ioPort: 'Output 9' }], waitForSensor: 'Down' },
            { id: 'action_up', kind: 'open', actionOutputs: [{ ioPort: 'Output 9', level: 'low' }] },
          ],
        });
        const steps = [operate('step_down', pressID, 'close'), operate('step_up', pressID, 'open')];
        const { routineID } = await cell().faults.cell.client.importRoutine(
          JSON.stringify(sketchFile('routine_press', steps)),
        );
        const session = await cell().faults.openReadySession('simulated');
        await session.send('loadRoutine', { routineID });
        const before = await cell().watcher.newestIndex();
        const pid = cell().faults.pidOf('routine-runner');
        const { runID } = await session.send('playRoutine', { isConfirmed: true });
        await cell().watcher.until('it goes down', ({ io }) => io['Output 9'] === 'high');
        process.kill(pid, 'SIGKILL');
        session.close();
        await cell().faults.untilRestarted('routine-runner', pid);
        expect((await cell().faults.untilRunEnded(runID)).status).toBe('interrupted');
        const told = (await cell().watcher.readLog(before)).filter(({ kind, detail }) => {
          return kind === 'output' && detail.startsWith('Output 9=');
        });
        expect(told.map(({ detail }) => detail.split(' (')[0])).toEqual(['Output 9=high']);
        const next = await persist(() => cell().faults.openReadySession('simulated'));
        await next.send('loadRoutine', { routineID });
        const refusal = await refusalOf(next.send('playRoutine', { isConfirmed: false }));
        expect(refusal).toEqual(['cannot_play_routine', expect.stringContaining('step 1')]);
        next.close();
      },
      patience,
    );

    it(
      'refuse an unknown action before anything moves',
      async () => {
        const strange = operate('step_strange', cell().jawID, 'clamp');
        const { problems } = await cell().faults.cell.client.importRoutine(
          JSON.stringify(sketchFile('routine_strange', [strange])),
        );
        expect(problems).toMatchObject([{ stepID: 'step_strange', fieldId: 'equipmentID' }]);
      },
      patience,
    );
  });

  describe('machine with registers', () => {
    const register = {
      id: 'register_count',
      name: 'Part count',
      type: 'holdingRegister',
      offset: 10,
      format: 'uint16',
    };

    it(
      'can be written and read by a routine, shows its values, and can be read register by register',
      async () => {
        const machine = { kind: 'ModbusTCPServer', name: 'Press', registers: [register] };
        const added = await cell().faults.call(
          'POST',
          '/equipment',
          JSON.stringify({ config: machine, isEnabled: true }),
        );
        const { id: equipmentID } = equipmentRecordSchema.parse(JSON.parse(added.text));
        const variable = JSON.stringify({ name: 'Parts of the press', initialValue: 0 });
        const { id: variableID } = JSON.parse((await cell().faults.call('POST', '/variables', variable)).text);
        const request = (id: string, operation: string, use: object): StepSketch => {
          return { id, stepKind: 'NetworkRequest', args: { equipmentID, operation, registers: [use] } };
        };
        const value = { kind: 'constant', value: 1234 };
        const { run, problems, state } = await playSteps(cell().faults, 'routine_registers', [
          request('step_write', 'write', { register: register.name, value }),
          request('step_read', 'read', { register: register.name, variableID }),
        ]);
        expect([problems, run.status, run.failure]).toEqual([[], 'completed', null]);
        expect(state.variables[variableID]).toMatchObject({ value: 1234 });
        await persist(async () => {
          const live = await cell().faults.call('GET', `/equipment/${equipmentID}/state`);
          expect(JSON.parse(live.text).registers).toEqual([{ id: register.id, name: register.name, value: 1234 }]);
        });
        const looked = await cell().faults.call('GET', `/equipment/${equipmentID}/registers?offset=10&count=1`);
        expect(JSON.parse(looked.text)).toEqual({ table: 'holdingRegister', offset: 10, values: [1234] });
      },
      patience,
    );
  });

  describe('file server', () => {
    const never = 'hunter2';
    const server = { kind: 'FTPServer', name: 'Mill programs', user: 'cell', password: never };
    let id = '';
    const ask = async (command: object) => {
      const { status, text } = await cell().faults.call('POST', `/equipment/${id}/files`, JSON.stringify(command));
      return [status, JSON.parse(text)];
    };

    it(
      'receives a program, lists it, returns it and deletes it, over HTTP',
      async () => {
        const added = await cell().faults.call(
          'POST',
          '/equipment',
          JSON.stringify({ config: server, isEnabled: true }),
        );
        expect(added.text).not.toContain(never);
        id = equipmentRecordSchema.parse(JSON.parse(added.text)).id;
        const content = 'O1234\nG0 X1.\nM30\n';
        expect(await ask({ operation: 'upload', path: 'O1234.nc', content })).toEqual([
          200,
          { operation: 'upload', sizeBytes: content.length },
        ]);
        expect(await ask({ operation: 'list' })).toMatchObject([200, { files: [{ name: 'O1234.nc' }] }]);
        expect(await ask({ operation: 'download', path: 'O1234.nc' })).toMatchObject([200, { content }]);
        expect(await ask({ operation: 'delete', path: 'O1234.nc' })).toEqual([200, { operation: 'delete' }]);
        expect(await ask({ operation: 'list' })).toMatchObject([200, { files: [] }]);
      },
      patience,
    );

    it(
      'explains refusals and accepts no path outside its folder',
      async () => {
        expect(await ask({ operation: 'download', path: 'missing.nc' })).toMatchObject([
          400,
          { message: expect.stringContaining('No such file') },
        ]);
        expect(await ask({ operation: 'delete', path: '../O1234.nc' })).toMatchObject([400, {}]);
        const found = await cell().faults.call('GET', `/equipment/${id}`);
        expect(JSON.parse(found.text).config).toMatchObject({ user: 'cell', password: '********' });
      },
      patience,
    );
  });
}
