import type { ProbeRequest } from '@cellwright/domain/equipment';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProbeDevice, SimulatedProbe } from '../capabilities/index.ts';
import { demand } from '../conformance/rig.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';

/** Tests every device whose registers can be read: on its simulator, through its driver, over a real socket. */
export function testProbe(kind: EquipmentKind): void {
  let bench: DeviceBench;
  let device: ProbeDevice;
  let simulated: SimulatedProbe;
  beforeEach(async () => {
    bench = await openBench(kind);
    device = demand(bench.driver.capabilities.probe);
    simulated = demand(bench.sim.simulated.probe);
  });
  afterEach(() => bench.close());

  const probe = (request: Partial<ProbeRequest>, signal = new AbortController().signal) =>
    bench.settle(device.probe({ table: 'holdingRegister', offset: 0, count: 1, ...request }, signal));

  it.each(['holdingRegister', 'inputRegister'] as const)('reads a range of each %s', async (table) => {
    simulated.put(table, 100, [1, 0x47f1, 65_535]);
    expect(await probe({ table, offset: 100, count: 3 })).toEqual({ ok: true, values: [1, 0x47f1, 65_535] });
  });

  it.each(['coil', 'discreteInput'] as const)('reads each %s as 0 or 1, across bytes', async (table) => {
    const bits = [1, 0, 0, 1, 1, 0, 1, 0, 0, 1];
    simulated.put(table, 7, bits);
    expect(await probe({ table, offset: 7, count: bits.length })).toEqual({ ok: true, values: bits });
  });

  it('shows existing addresses around missing ones', async () => {
    simulated.put('holdingRegister', 10, [5]);
    simulated.put('holdingRegister', 12, [7]);
    expect(await probe({ offset: 9, count: 5 })).toEqual({ ok: true, values: [null, 5, null, 7, null] });
  });

  it('reports by name what the device refuses, and what to do', async () => {
    expect(await probe({ offset: 500, count: 4 })).toEqual({
      ok: false,
      failure: {
        reason: 'refused',
        message: expect.stringMatching(/Modbus exception 2: Illegal data address.*Choose another address/),
      },
    });
  });

  it('ends reading one by one after a few seconds, with the results until then', async () => {
    simulated.put('holdingRegister', 0, [1]);
    bench.sim.faults.answerDelayMS = 400;
    const before = bench.clock.now();
    const result = await probe({ count: 64 });
    expect(result).toMatchObject({ ok: true, values: expect.arrayContaining([1, null]) });
    expect(result.ok && result.values).toHaveLength(64);
    expect(bench.clock.now() - before).toBeLessThan(6000);
  });

  it('reports a timeout and an unreachable device', async () => {
    bench.sim.faults.silent = true;
    expect(await probe({})).toMatchObject({
      ok: false,
      failure: { reason: 'timeout', message: expect.stringMatching(/did not answer within 2000 ms. Check its unit/) },
    });
    await bench.sim.close();
    expect(await probe({})).toMatchObject({
      ok: false,
      failure: { reason: 'unreachable', message: expect.stringMatching(/No connection to .*Check its host and port/) },
    });
  });
}
