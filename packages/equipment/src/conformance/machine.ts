/** Duties of every machine tool: requests for programs, its door and its workholdings. */
import {
  type DeviceResult,
  doorLiveStateSchema,
  type MachineCommand,
  type MachineReading,
  machineLiveStateSchema,
  workholdingLiveStateSchema,
} from '../capabilities/index.ts';
import { describeCapability } from '../contracts.ts';
import { type CommandedTrial, commandedCases } from './commanded.ts';
import { equal, holds, matches } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, never, onAnyDevice } from './rig.ts';

const trialProgram = 100;

export const command = (rig: DeviceRig, asked: MachineCommand, signal = never): Promise<DeviceResult<MachineReading>> =>
  rig.settle(deviceOf(rig, 'machine').actuate(asked, signal));
const machineState = ({ driver }: DeviceRig) => machineLiveStateSchema.parse(driver.state()).machine;
const doorState = ({ driver }: DeviceRig) => doorLiveStateSchema.parse(driver.state()).door;
const holdings = ({ driver }: DeviceRig) => workholdingLiveStateSchema.parse(driver.state()).workholdings;
const requests = ({ sim }: DeviceRig) =>
  demand(sim?.simulated.machine).commands.filter(({ kind }) => kind === 'request').length;
const cycles = ({ sim }: DeviceRig) =>
  demand(sim?.simulated.machine).commands.flatMap((each) => (each.kind === 'cycle' ? [each.program] : []));

export const machineTrial: CommandedTrial<'machine'> = {
  capability: 'machine',
  deviceOf: (rig) => deviceOf(rig, 'machine'),
  slow: () => ({ action: 'start', program: trialProgram }),
  impossible: { action: 'start', program: 999_999 },
  async prepare(rig) {
    await waitForIdle(rig);
    await command(rig, { action: 'prepare' });
  },
  countCommands: ({ simulated }) => demand(simulated.machine).commands.filter(({ kind }) => kind === 'request').length,
};

/** A real machine is left running by the case before. */
async function waitForIdle(rig: DeviceRig): Promise<void> {
  await rig.waitForState(() => machineState(rig).status === 'idle');
}

async function waitForEnd(rig: DeviceRig): Promise<void> {
  await rig.waitForState(() => machineState(rig).request === 'done' && machineState(rig).status === 'idle');
}

const programCases: readonly DeviceCase[] = [
  ...commandedCases(machineTrial),
  inSimulation('runs the program of the request once, and shows its end until it is acknowledged', async (rig) => {
    for (const program of [7, 4321]) {
      matches(await command(rig, { action: 'prepare' }), { ok: true, value: { request: 'none' } });
      matches(await command(rig, { action: 'start', program }), { ok: true, value: { requestedProgram: program } });
      await waitForEnd(rig);
      equal(cycles(rig).at(-1), program);
      matches(await command(rig, { action: 'acknowledge' }), { ok: true, value: { request: 'none' } });
    }
    equal(cycles(rig).length, 2, 'programs that ran');
  }),
  inSimulation(
    'starts nothing while an earlier request is open, and takes one back that was not taken',
    async (rig) => {
      matches(await command(rig, { action: 'start', program: trialProgram }), { ok: true });
      matches(await command(rig, { action: 'prepare' }), { ok: false, failure: { reason: 'deviceFault' } });
      matches(await command(rig, { action: 'acknowledge' }), { ok: false, failure: { reason: 'deviceFault' } });
      await waitForEnd(rig);
      matches(await command(rig, { action: 'start', program: trialProgram }), { ok: false });
      equal(requests(rig), 1, 'requests');
      matches(await command(rig, { action: 'prepare' }), { ok: true });
    },
  ),
  inSimulation('shows an alarm, and starts nothing until it is cleared', async (rig) => {
    const simulated = demand(rig.sim?.simulated.machine);
    simulated.setAlarm(true);
    await rig.waitForState(() => machineState(rig).status === 'fault');
    for (const action of ['prepare', 'start'] as const)
      matches(await command(rig, { action, program: trialProgram }), {
        ok: false,
        failure: { kind: 'HaasFailure', reason: 'deviceFault' },
      });
    simulated.setAlarm(false);
    matches(await command(rig, { action: 'start', program: trialProgram }), { ok: true });
  }),
];

const wiredCases: readonly DeviceCase[] = [
  inSimulation('starts the cycle, and shows its end until it is acknowledged', async (rig) => {
    matches(await command(rig, { action: 'prepare' }), { ok: true, value: { request: 'none' } });
    matches(await command(rig, { action: 'start', program: 1 }), { ok: true });
    await waitForEnd(rig);
    equal(cycles(rig).length, 1, 'cycles');
    matches(await command(rig, { action: 'acknowledge' }), { ok: true });
  }),
  inSimulation('does not know what ran before it was followed', async (rig) => {
    equal(machineState(rig).request, 'unknown');
  }),
];

const anyMachineCases: readonly DeviceCase[] = [
  onAnyDevice('reads its status without changing anything', async (rig) => {
    await waitForIdle(rig);
    const before = rig.sim ? requests(rig) : 0;
    matches(await command(rig, { action: 'observe' }), { ok: true, value: { status: 'idle' } });
    equal(rig.sim ? requests(rig) : 0, before);
  }),
  inSimulation('tells the machine whether the robot is clear of it, and starts with not', async (rig) => {
    if (!describeCapability(rig.config, 'machine')?.hasCellSafe) return;
    const told = () =>
      demand(rig.sim?.simulated.machine).commands.flatMap((each) => (each.kind === 'cellSafe' ? [each.isSafe] : []));
    for (const isSafe of [true, false]) {
      matches(await command(rig, { action: 'setCellSafe', isSafe }), { ok: true });
      equal(told().at(-1), isSafe);
      equal(machineLiveStateSchema.parse(rig.driver.state()).isCellSafe, isSafe);
    }
    await command(rig, { action: 'setCellSafe', isSafe: true });
    await rig.settle(rig.driver.close());
    equal(told().at(-1), false, 'the last word');
  }),
];

export function machineCases(choosesProgram: boolean): readonly DeviceCase[] {
  return [...(choosesProgram ? programCases : wiredCases), ...anyMachineCases];
}

export const doorTrial: CommandedTrial<'door'> = {
  capability: 'door',
  deviceOf: (rig) => deviceOf(rig, 'door'),
  slow: (rig) => ({ action: doorState(rig)?.sensed === 'open' ? 'close' : 'open' }),
  impossible: { action: 'explode' },
  prepare: waitForIdle,
  countCommands: ({ simulated }) => demand(simulated.door).commands.length,
};

export const doorCases: readonly DeviceCase[] = [
  ...commandedCases(doorTrial),
  onAnyDevice('opens and closes, and ends when its sensor says so', async (rig) => {
    for (const [action, position] of [
      ['open', 'open'],
      ['close', 'closed'],
    ] as const) {
      const result = await rig.settle(deviceOf(rig, 'door').actuate({ action }, never));
      equal(result, { ok: true, value: { commanded: position, sensed: position } });
      equal(doorState(rig), { commanded: position, sensed: position });
      if (rig.sim) equal(demand(rig.sim.simulated.door).commands.at(-1)?.action, action);
    }
  }),
  inSimulation('does not move while the machine is running', async (rig) => {
    matches(await command(rig, { action: 'prepare' }), { ok: true });
    matches(await command(rig, { action: 'start', program: trialProgram }), { ok: true });
    const open = () => rig.settle(deviceOf(rig, 'door').actuate({ action: 'open' }, never));
    matches(await open(), { ok: false, failure: { reason: 'deviceFault', message: /running/ } });
    equal(doorTrial.countCommands(demand(rig.sim)), 0);
    await waitForEnd(rig);
    matches(await open(), { ok: true });
    matches(await command(rig, { action: 'prepare' }), { ok: false, failure: { message: /door/ } });
  }),
];

export const workholdingTrial: CommandedTrial<'workholding'> = {
  capability: 'workholding',
  deviceOf: (rig) => deviceOf(rig, 'workholding'),
  slow: (rig) => {
    const { id, sensed } = demand(holdings(rig)[0]);
    return { workholding: id, action: sensed === 'clamped' ? 'unclamp' : 'clamp' };
  },
  impossible: { workholding: 'gone', action: 'clamp' },
  prepare: waitForIdle,
  countCommands: ({ simulated }) => demand(simulated.workholding).commands.length,
};

export const workholdingCases: readonly DeviceCase[] = [
  ...commandedCases(workholdingTrial),
  onAnyDevice('clamps and unclamps each of its workholdings, by id and by name', async (rig) => {
    for (const { id, name } of describeCapability(rig.config, 'workholding')?.workholdings ?? []) {
      for (const [workholding, action, sensed] of [
        [name, 'unclamp', 'unclamped'],
        [id, 'clamp', 'clamped'],
      ] as const) {
        const result = await rig.settle(deviceOf(rig, 'workholding').actuate({ workholding, action }, never));
        equal(result, { ok: true, value: { id, name, commanded: sensed, sensed } });
        if (rig.sim) matches(demand(rig.sim.simulated.workholding).commands.at(-1), { workholding: id, action });
      }
    }
  }),
  inSimulation('never lets go while the machine is running', async (rig) => {
    matches(await command(rig, { action: 'prepare' }), { ok: true });
    matches(await command(rig, { action: 'start', program: trialProgram }), { ok: true });
    const { id } = demand(holdings(rig)[0]);
    const unclamp = { workholding: id, action: 'unclamp' } as const;
    const result = await rig.settle(deviceOf(rig, 'workholding').actuate(unclamp, never));
    matches(result, { ok: false, failure: { reason: 'deviceFault', message: /running/ } });
    equal(workholdingTrial.countCommands(demand(rig.sim)), 0);
    holds(holdings(rig)[0]?.sensed === 'clamped', 'the part is still clamped');
  }),
];
