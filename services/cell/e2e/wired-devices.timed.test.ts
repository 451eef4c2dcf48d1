// Long because a cell takes long to start: wired devices and a force sensor share it. Timed: an output
// has 250 ms, and a sensor is read again within the same time.
import type { ControllerLogEntry } from '@cellwright/controller-link';
import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArmWatcher } from './faults/arm-watcher.fixture.ts';
import { type FaultCell, persist, startFaultCell } from './faults/fault-cell.fixture.ts';
import { ready, type StepSketch, sketchFile } from './faults/routines.fixture.ts';
import { describeDevicesBesideGripper } from './wired-devices.contract.ts';
import { playSteps, refusalOf } from './wired-devices.fixture.ts';

const patience = 60_000;
/** Two coils, pulsed, with every sensor; a part is between the fingers. */
const config = {
  kind: 'CustomGripper',
  name: 'Jaw',
  closeOutput: 'Output 3',
  openOutput: 'Output 4',
  isPulsed: true,
  pulseSeconds: 3,
  openSensor: 'Input 3',
  closedSensor: 'Input 4',
  partSensor: 'Input 5',
  motionTimeMS: 300,
  simulatedPart: true,
};

let faults: FaultCell;
let watcher: ArmWatcher;
let jawID = '';
beforeAll(async () => {
  faults = await startFaultCell('compact');
  watcher = await faults.watch('simulated');
  const added = await faults.call('POST', '/equipment', JSON.stringify({ config, isEnabled: true }));
  jawID = equipmentRecordSchema.parse(JSON.parse(added.text)).id;
  const session = await faults.openReadySession('simulated');
  await session.send('setTool', { equipmentID: jawID });
  session.close();
}, 120_000);
afterAll(async () => {
  await watcher.close();
  await faults.remove();
}, 60_000);

const actuate = (id: string, args: object): StepSketch => ({
  id,
  stepKind: 'ActuateGripper',
  args: { equipmentID: jawID, ...args },
});

/** Returns the changes at the ports, in order: 'Output 3=high', 'Input 5=high'. */
function changesOf(log: readonly ControllerLogEntry[]): string[] {
  return log
    .filter(({ kind, detail }) => (kind === 'output' || kind === 'input') && /^(Output [34]|Input [345])=/.test(detail))
    .map(({ detail }) => detail.split(' (')[0] ?? '');
}

describe('gripper wired to the control box', () => {
  it(
    'executes a step over outputs of the simulated controller and answers on its inputs',
    async () => {
      await watcher.until('the fingers stand open', ({ io }) => io['Input 3'] === 'high');
      const before = await watcher.newestIndex();
      const { run, problems } = await playSteps(faults, 'routine_jaw', [
        actuate('step_jaw_grip', { control: 'force_grip', diameter: 0.04 }),
        actuate('step_jaw_open', { control: 'move', diameter: 0.08 }),
      ]);
      expect([problems, run.status, run.failure]).toEqual([[], 'completed', null]);
      const changes = changesOf(await watcher.readLog(before));
      expect(changes.filter((change) => change.endsWith('=high'))).toEqual([
        'Output 3=high',
        'Input 5=high',
        'Output 4=high',
        'Input 3=high',
      ]);
      const live = await faults.call('GET', `/equipment/${jawID}/state`, undefined, { 'robot-kind': 'simulated' });
      expect(JSON.parse(live.text)).toMatchObject({ connected: true, place: 'open', gripDetected: false });
    },
    patience,
  );

  it(
    'reserves its ports: no user, step or other device sets them',
    async () => {
      const outputs = [{ kind: 'Output', port: 3, level: 'high' } as const];
      const message = "Output 3 is used by the device 'Jaw'. Actuate the device instead, or disable it in Devices";
      const before = await watcher.newestIndex();
      const session = await faults.openReadySession('simulated');
      expect(await refusalOf(session.send('setOutputIO', { outputs }))).toEqual(['io_safeguard_error', message]);
      session.close();
      const byHand = { id: 'step_by_hand', stepKind: 'SetIO', args: { outputs } };
      const file = JSON.stringify(sketchFile('routine_by_hand', [byHand]));
      const { problems } = await faults.cell.client.importRoutine(file);
      expect(problems).toMatchObject([{ stepID: 'step_by_hand', fieldId: 'outputs.0', message }]);
      const panel = { kind: 'CustomIO', name: 'Panel', ports: [{ name: 'Lamp', kind: 'Output', port: 4 }] };
      const added = await faults.call('POST', '/equipment', JSON.stringify({ config: panel, isEnabled: true }));
      expect([added.status, added.text]).toEqual([
        409,
        expect.stringContaining("Output 4 is already used by the device 'Jaw'"),
      ]);
      expect(changesOf(await watcher.readLog(before))).toEqual([]);
    },
    patience,
  );

  inExhaustiveRuns(() => {
    it(
      'on the live robot affects its twin while that replaces it, and not the simulated robot',
      async () => {
        const twin = await faults.watch('live');
        const [before, beforeOnTwin] = [await watcher.newestIndex(), await twin.newestIndex()];
        const session = await faults.openReadySession('live');
        const grip = { control: 'force_grip', widthMeters: 0.04, direction: 'inward' } as const;
        const command = { ...grip, toleranceMeters: 0.003, waitForGrip: true };
        const order = { equipmentID: jawID, capability: 'gripper', command } as const;
        const { outcome } = await session.send('actuateDevice', order);
        session.close();
        expect(outcome).toEqual({ widthMeters: 0.04, gripDetected: true });
        const changes = changesOf(await twin.readLog(beforeOnTwin));
        expect(changes).toEqual(expect.arrayContaining(['Output 3=high', 'Input 5=high']));
        expect(changesOf(await watcher.readLog(before))).toEqual([]);
        await twin.close();
      },
      patience,
    );
  });

  it(
    'never receives a command twice when the runner dies during it, and its pulse ends with the commander (R2, R8)',
    async () => {
      const loop = {
        id: 'step_jaws_loop',
        stepKind: 'Loop',
        steps: [
          actuate('step_jaws_grip', { control: 'force_grip', diameter: 0.04 }),
          actuate('step_jaws_open', { control: 'move', diameter: 0.08 }),
        ],
      };
      const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sketchFile('routine_jaws', [loop])));
      const session = await faults.openReadySession('simulated');
      await session.send('loadRoutine', { routineID });
      const before = await watcher.newestIndex();
      const { runID } = await session.send('playRoutine', { isConfirmed: true });
      await watcher.until('it opens', ({ io }) => io['Output 4'] === 'high');
      const pid = faults.pidOf('routine-runner');
      await watcher.until('it grips again', ({ io }) => io['Output 3'] === 'high');
      process.kill(pid, 'SIGKILL');
      const told = countGrips(await watcher.readLog(before));
      session.close();
      await watcher.until('the pulse ends', ({ io }) => io['Output 3'] === 'low');
      await faults.untilRestarted('routine-runner', pid);
      const run = await faults.untilRunEnded(runID);
      expect(run.status).toBe('interrupted');

      const log = await watcher.readLog(before);
      expect(countGrips(log), 'nothing was told again').toBe(told);
      const ends = log.filter(({ detail }) => detail.startsWith('Output 3=low')).map(({ detail }) => detail);
      expect(ends.at(-1)).toBe('Output 3=low (pulse ended: commander lost)');
      const intents = (await faults.readJournal(runID)).filter(({ event, data }) => {
        return event === 'effectIntended' && JSON.stringify(data).includes('force_grip');
      });
      expect(intents, 'each grip was intended first').toHaveLength(told);
      // The result of the last one is unknown: the user is asked before the next play.
      const next = await persist(() => faults.openReadySession('simulated'));
      await next.send('loadRoutine', { routineID });
      const [code, question] = (await refusalOf(next.send('playRoutine', { isConfirmed: false }))) ?? [];
      expect([code, question]).toEqual(['cannot_play_routine', expect.stringContaining('step 1.1 (round')]);
      next.close();
    },
    patience,
  );
});

function countGrips(log: readonly ControllerLogEntry[]): number {
  return log.filter(({ kind, detail }) => kind === 'output' && detail.startsWith('Output 3=high')).length;
}

describe('force sensor', () => {
  const at = (z: number, changes: object = {}) => ({
    motionKind: 'line',
    target: { pose: { x: 0.6, y: 0.2, z, i: 0, j: Math.SQRT1_2, k: 0, w: Math.SQRT1_2 } },
    ...changes,
  });
  const seat = {
    name: 'seat',
    pose: { x: 0.6, y: 0.2, z: 0.35, i: 0, j: 0, k: 0, w: 1 },
    shape: { kind: 'box', size: [0.04, 0.04, 0.1] as [number, number, number] },
    stiffness: 20_000,
    damping: 0,
  } as const;
  let hexID = '';

  it(
    'measures the contact of the simulated arm, ends the push, and can be read in conditions',
    async () => {
      const body = JSON.stringify({ config: { kind: 'OnRobotHEXE' }, isEnabled: true });
      hexID = equipmentRecordSchema.parse(JSON.parse((await faults.call('POST', '/equipment', body)).text)).id;
      const session = await faults.openReadySession('simulated');
      await session.send('setContactSurfaces', { surfaces: [seat] });
      session.close();
      const isPressed = {
        kind: 'conditional',
        operator: '>',
        left: { kind: 'sensor', sensor: { kind: 'modbusTCP', equipmentID: hexID, sensorID: 'Force' } },
        right: { kind: 'constant', value: 50 },
      };
      const { run, problems, state } = await playSteps(faults, 'routine_press', [
        {
          id: 'step_press_ready',
          stepKind: 'MoveArmTo',
          args: { motionKind: 'joint', target: { jointAngles: ready } },
        },
        { id: 'step_press_above', stepKind: 'MoveArmTo', args: at(0.41, { motionKind: 'joint' }) },
        { id: 'step_press_zero', stepKind: 'OperateEquipment', args: { equipmentID: hexID, actionID: 'zero' } },
        {
          id: 'step_press_push',
          stepKind: 'PushMode',
          args: { forcePercent: 55 },
          steps: [{ id: 'step_press_down', stepKind: 'MoveArmTo', args: at(0.39) }],
        },
        { id: 'step_press_is', stepKind: 'Wait', args: { condition: isPressed } },
        { id: 'step_press_up', stepKind: 'MoveArmTo', args: at(0.45) },
      ]);
      expect([problems, run.status, run.failure]).toEqual([[], 'completed', null]);
      const { isInContact, contactForce } = state.steps.step_press_push?.variables ?? {};
      expect(isInContact).toBe(true);
      // In the units of its registers: tenths of newtons, along the pressing axis.
      expect(Number(contactForce)).toBeGreaterThanOrEqual(70);
      expect(Number(contactForce)).toBeLessThan(140);
      await expect
        .poll(async () => {
          const live = await faults.call('GET', `/equipment/${hexID}/state`, undefined, { 'robot-kind': 'simulated' });
          return JSON.parse(live.text);
        })
        .toMatchObject({ connected: true, force: [0, 0, 0] });
    },
    patience,
  );

  inExhaustiveRuns(() => {
    it(
      'stops the push when it goes silent in a rehearsal, and works again afterwards',
      async () => {
        const rehearse = (body: object, headers: Record<string, string> = { 'robot-kind': 'simulated' }) =>
          faults.call('PUT', `/equipment/${hexID}/rehearsal`, JSON.stringify(body), headers);
        const session = await faults.openReadySession('simulated');
        await session.send('setContactSurfaces', { surfaces: [] });
        const steps: StepSketch[] = [
          { id: 'step_lose_above', stepKind: 'MoveArmTo', args: at(0.45, { motionKind: 'joint' }) },
          {
            id: 'step_lose_push',
            stepKind: 'PushMode',
            steps: [{ id: 'step_lose_down', stepKind: 'MoveArmTo', args: at(0.3) }],
          },
        ];
        const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sketchFile('routine_lose', steps)));
        await session.send('loadRoutine', { routineID });
        const { runID } = await session.send('playRoutine', { isConfirmed: true });
        await watcher.until('it is on its way down', ({ mode, pathTime }) => mode === 'executing' && pathTime > 1);
        await persist(async () => {
          if (session.state.run?.currentStepPath !== '2.1') throw new Error('it does not push yet');
        });
        expect(await rehearse({ faults: ['silent'] })).toMatchObject({ status: 200 });
        const run = await faults.untilRunEnded(runID);
        expect(run).toMatchObject({ status: 'failed', failure: { kind: 'ExecutionFailure' } });
        expect(run.failure?.reason).toContain("The force sensor 'HEX-E' does not measure");
        session.close();

        const ended = await rehearse({ faults: [] });
        expect(JSON.parse(ended.text)).toMatchObject({
          active: [],
          possible: expect.arrayContaining(['silent', 'slow']),
        });
        await persist(async () => {
          const live = await faults.call('GET', `/equipment/${hexID}/state`, undefined, { 'robot-kind': 'simulated' });
          expect(JSON.parse(live.text)).toMatchObject({ connected: true });
        });
        expect(await rehearse({ faults: ['partDropped'] })).toMatchObject({ status: 400 });
        const audited = async () =>
          JSON.parse((await faults.call('GET', '/audit?action=devices.rehearse')).text).items[0];
        await expect.poll(audited).toMatchObject({ target: expect.stringContaining(hexID) });
      },
      patience,
    );
  });
});

inExhaustiveRuns(() => describeDevicesBesideGripper(() => ({ faults, watcher, jawID })));
