import { afterEach, describe, expect, it } from 'vitest';
import { machineLiveStateSchema } from '../../capabilities/machine.ts';
import { demand, never } from '../../conformance/rig.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';

let bench: DeviceBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const onNetwork = { cellSafe: { via: 'network', macroVariable: 10_002 } };
const onPort = { cellSafe: { via: 'port', ioPort: 'Output 4' } };

const set = (on: DeviceBench, isSafe: boolean) =>
  on.settle(demand(on.driver.capabilities.machine).actuate({ action: 'setCellSafe', isSafe }, never));
const isSafe = ({ driver }: DeviceBench) => machineLiveStateSchema.parse(driver.state()).isCellSafe;
/** The signal on the machine. */
const told = ({ sim }: DeviceBench) =>
  demand(sim.simulated.machine).commands.flatMap((each) => (each.kind === 'cellSafe' ? [each.isSafe] : []));

describe('Cell-safe signal of a CNCMachine', () => {
  it('ends with the robot on a port', async () => {
    bench = await openBench('CNCMachine', onPort);
    await set(bench, true);
    expect(bench.box.levels()?.['Output 4']).toBe('high');
    bench.box.setAway(true);
    expect(isSafe(bench)).toBe(false);
    bench.box.setAway(false);
    await bench.pass(3000);
    expect(bench.box.levels()?.['Output 4']).toBe('low');
  });

  it('ends within 250 ms of the loss of the robot on the network', async () => {
    bench = await openBench('CNCMachine', onNetwork);
    expect(await set(bench, true)).toMatchObject({ ok: true });
    expect(told(bench).at(-1)).toBe(true);
    bench.box.setAway(true);
    await bench.pass(250);
    expect(told(bench).at(-1)).toBe(false);
    expect(isSafe(bench)).toBe(false);
  });

  it('stays off while the robot does not answer', async () => {
    bench = await openBench('CNCMachine', onNetwork);
    bench.box.setAway(true);
    expect(await set(bench, true)).toMatchObject({
      ok: false,
      failure: { message: /position of the robot is unknown/ },
    });
    expect(told(bench)).not.toContain(true);
  });

  it('lasts on a port as long as the robot accepts its renewals, and then ends', async () => {
    bench = await openBench('CNCMachine', onPort);
    await set(bench, true);
    await bench.pass(12_000);
    expect(bench.box.levels()?.['Output 4']).toBe('high');
    bench.box.failure = { kind: 'stopped', wasSent: false, message: 'A stop was requested first' };
    await bench.pass(7000);
    expect(bench.box.levels()?.['Output 4']).toBe('low');
    expect(isSafe(bench)).toBe(false);
  });

  it('ends on the network of a machine that did not answer, once it answers again', async () => {
    bench = await openBench('CNCMachine', { ...onNetwork, timeoutMS: 300 });
    await set(bench, true);
    await bench.sim.close();
    bench.box.setAway(true);
    await bench.pass(1500);
    expect(told(bench).at(-1)).toBe(true);
    await bench.restartSim();
    await bench.pass(2000);
    expect(told(bench).at(-1)).toBe(false);
    expect(isSafe(bench)).toBe(false);
  });

  it('stays set after the robot is back and has set it again', async () => {
    bench = await openBench('CNCMachine', onNetwork);
    await set(bench, true);
    bench.box.setAway(true);
    await bench.pass(500);
    bench.box.setAway(false);
    await set(bench, true);
    await bench.pass(3000);
    expect(told(bench).slice(-2)).toEqual([false, true]);
  });
});
