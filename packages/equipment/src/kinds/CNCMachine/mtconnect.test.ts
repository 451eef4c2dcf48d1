import { afterEach, describe, expect, it } from 'vitest';
import { type MachineCommand, machineLiveStateSchema } from '../../capabilities/machine.ts';
import { demand, never } from '../../conformance/rig.ts';
import { parseEquipmentConfig } from '../../contracts.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { agentMessages } from '../../transport/mtconnect/current.ts';
import { machineMessages } from './contract-checks.ts';

let bench: DeviceBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const wires = { cycle: { startOutput: 'Output 1' } };
const open = async (fields: object = {}) => {
  bench = await openBench('CNCMachine', { deviceInterface: 'mtConnect', ...wires, ...fields });
  return bench;
};
const machineOf = ({ driver }: DeviceBench) => machineLiveStateSchema.parse(driver.state()).machine;
const send = (on: DeviceBench, command: MachineCommand) =>
  on.settle(demand(on.driver.capabilities.machine).actuate(command, never));
const checksOf = async (on: DeviceBench) => {
  const { checks } = await on.settle(demand(on.driver.capabilities.readiness).check(never));
  return Object.fromEntries(checks.map(({ id, result, detail }) => [id, detail ?? result]));
};

describe('CNCMachine with an MTConnect agent', () => {
  it('has its status, program and part count from the agent', async () => {
    const on = await open();
    expect(machineOf(on)).toMatchObject({ status: 'idle', program: 'O00100', partCount: 0 });
  });

  it('is started by its wire, and followed to the end of its program', async () => {
    const on = await open();
    await send(on, { action: 'prepare' });
    expect(await send(on, { action: 'start', program: 100 })).toMatchObject({ ok: true, value: { status: 'running' } });
    await on.waitForState(() => machineOf(on).request === 'done');
    expect(machineOf(on)).toMatchObject({ status: 'idle', partCount: 1 });
  });

  it('names the alarm, and starts nothing until it is cleared', async () => {
    const on = await open();
    demand(on.sim.simulated.machine).setAlarm(true);
    await on.waitForState(() => machineOf(on).status === 'fault');
    expect(machineOf(on).detail).toBe('102: SERVOS OFF');
    expect(await send(on, { action: 'start', program: 100 })).toMatchObject({
      failure: { message: 'The machine has a fault: 102: SERVOS OFF. Clear it at its control' },
    });
  });

  it('is lost while the agent is silent, and found again afterwards', async () => {
    const on = await open({ timeoutMS: 100 });
    on.sim.faults.silent = true;
    await on.waitForState(({ connected }) => !connected);
    on.sim.faults.silent = false;
    await on.waitForState(({ connected }) => connected);
  });

  it('names what answers instead of an agent', async () => {
    const on = await open();
    on.sim.faults.refusing = true;
    await on.waitForState(({ connected }) => !connected);
    expect(on.driver.state().error).toBe(`No connection to the machine: ${agentMessages.noAgent}`);
    expect(await checksOf(on)).toMatchObject({ connection: 'ok', control: agentMessages.noAgent });
  });

  it('names the devices of the agent if it has none of the chosen name', async () => {
    const on = await open({ mtConnect: { device: 'Press' } });
    expect(on.driver.state().error).toContain("no device named 'Press'. Choose one of: Machine");
  });

  it('checks what it needs', async () => {
    expect(await checksOf(await open())).toEqual({
      ...{ connection: 'ok', control: 'ok', cycleStart: 'ok' },
      ...{ variables: 'notUsed', program: 'notUsed', door: 'notUsed' },
    });
  });

  it('has no signals on its network', () => {
    const parsed = parseEquipmentConfig({
      kind: 'CNCMachine',
      deviceInterface: 'mtConnect',
      cellSafe: { via: 'network' },
    });
    expect(parsed.isValid ? [] : parsed.config.problems).toEqual([`cellSafe.via: ${machineMessages.onlyReads}`]);
  });
});
