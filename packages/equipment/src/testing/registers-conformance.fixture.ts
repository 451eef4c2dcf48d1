import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  commandedCapabilities,
  type RegistersCommand,
  type RegistersDevice,
  registersLiveStateSchema,
  resultSchemaOf,
  type SimulatedRegisters,
} from '../capabilities/index.ts';
import { demand } from '../conformance/rig.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';
import { namedRegisters as registers } from './interfaces.fixture.ts';

/** Tests every device with registers: on the kind's simulator, through its driver, over a real socket. */
export function testRegisters(kind: EquipmentKind): void {
  const never = new AbortController().signal;
  let bench: DeviceBench;
  let device: RegistersDevice;
  let simulated: SimulatedRegisters;
  beforeEach(async () => {
    bench = await openBench(kind, { registers });
    device = demand(bench.driver.capabilities.registers);
    simulated = demand(bench.sim.simulated.registers);
  });
  afterEach(() => bench.close());

  const actuate = (command: RegistersCommand, signal = never) => bench.settle(device.actuate(command, signal));
  const read = (...names: string[]) => actuate({ operation: 'read', registers: names });
  const write = (...values: [register: string, value: number | boolean][]) =>
    actuate({ operation: 'write', values: values.map(([register, value]) => ({ register, value })) });
  const readingOf = (id: string) => {
    const state = registersLiveStateSchema.parse(bench.driver.state());
    return state.registers.find((register) => register.id === id);
  };

  it('reads by name and by id, in the requested order', async () => {
    simulated.set('count', 70_000);
    simulated.set('speed', -3);
    expect(await read('Part count', 'speed')).toEqual({
      ok: true,
      value: {
        values: [
          { register: 'Part count', value: 70_000 },
          { register: 'speed', value: -3 },
        ],
      },
    });
  });

  it('writes each register once, in order, and shows its value afterwards', async () => {
    expect(await write(['Speed', -200], ['Mass', 1.5], ['Start', true])).toMatchObject({ ok: true });
    expect(simulated.writes.map(({ offset }) => offset)).toEqual([1, 2, 0]);
    expect([simulated.get('speed'), simulated.get('mass'), simulated.get('start')]).toEqual([-200, 1.5, true]);
    await bench.pass(600);
    expect(readingOf('speed')).toEqual({ id: 'speed', name: 'Speed', value: -200 });
  });

  it.each([
    ['an unknown register', ['Nothing', 1], "has no register 'Nothing'"],
    ['a register that is only read', ['Part count', 1], 'can only be read'],
    ['a value out of range', ['Speed', 40_000], "'Speed' needs a whole number from -32768 to 32767, not 40000"],
    ['a fraction', ['Speed', 0.5], 'needs a whole number'],
    ['a number that no float holds', ['Mass', 1e300], 'needs a number from'],
  ] as const)('refuses %s and writes nothing', async (_, [register, value], words) => {
    const result = await write(['Start', true], [register, value]);
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'NetworkRequestFailure', reason: 'outOfRange', message: expect.stringContaining(words) },
    });
    expect(resultSchemaOf<unknown>(commandedCapabilities.registers).parse(result)).toEqual(result);
    expect(simulated.writes).toEqual([]);
    expect(await read('Nothing')).toMatchObject({ ok: false, failure: { reason: 'outOfRange' } });
  });

  it('reports that a request was refused', async () => {
    bench.sim.faults.refusing = true;
    expect(await write(['Start', true])).toMatchObject({ ok: false, failure: { reason: 'deviceFault' } });
    expect(await read('Start')).toMatchObject({
      ok: false,
      failure: { reason: 'deviceFault', mayRetry: true, message: expect.stringContaining("'Start' was not read") },
    });
  });

  it('does not know the outcome when the connection ends instead of an answer, and never writes again', async () => {
    bench.sim.faults.hangUpOnCommand = true;
    const result = await write(['Start', true], ['Speed', 1]);
    bench.sim.faults.hangUpOnCommand = false;
    expect(result).toMatchObject({
      ok: false,
      failure: { reason: 'outcomeUnknown', mayRetry: false, message: expect.stringContaining('may have been written') },
    });
    await bench.pass(5000);
    expect(simulated.writes).toEqual([{ offset: 0, values: [1] }]);
  });

  it('refuses a second command meanwhile, and fails the first with the reason of its closing', async () => {
    bench.sim.faults.silent = true;
    const command: RegistersCommand = { operation: 'read', registers: ['Start'] };
    const first = device.actuate(command, never);
    expect(await actuate(command)).toMatchObject({ ok: false, failure: { reason: 'busy', mayRetry: true } });
    await bench.settle(bench.driver.close('The device was switched off'));
    expect(await first).toMatchObject({
      ok: false,
      failure: { reason: 'outcomeUnknown', message: expect.stringContaining('was switched off. ') },
    });
  });

  it('shows a device that is gone and finds it again', async () => {
    await bench.sim.close();
    const lost = await bench.waitForState(({ connected }) => !connected);
    expect(lost).toMatchObject({ status: 'error', error: expect.stringContaining('No connection to') });
    expect(await write(['Start', true])).toMatchObject({
      ok: false,
      failure: { reason: 'unreachable', mayRetry: true, message: expect.stringContaining("'Start' was not written") },
    });
    await bench.sim.start(bench.port);
    await bench.waitForState(({ connected, status }) => connected && status === 'idle');
  });

  it('shows a register that the device refuses beside others that it has', async () => {
    const { driver, sim } = bench;
    expect(driver.state()).toMatchObject({ connected: true });
    sim.faults.refusing = true;
    await bench.pass(1200);
    expect(readingOf('count')).toMatchObject({ problem: expect.stringContaining('refused') });
    expect(driver.state()).toMatchObject({ connected: true, status: 'idle' });
  });
}
