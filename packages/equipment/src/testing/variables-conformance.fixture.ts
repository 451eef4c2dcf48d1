import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SimulatedVariables, type VariablesDevice, variablesLiveStateSchema } from '../capabilities/index.ts';
import { demand } from '../conformance/rig.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';

/** Tests every device with variables: on its simulator, through its driver, over a real socket. */
export function testVariables(kind: EquipmentKind): void {
  let bench: DeviceBench;
  let device: VariablesDevice;
  let simulated: SimulatedVariables;
  beforeEach(async () => {
    bench = await openBench(kind);
    device = demand(bench.driver.capabilities.variables);
    simulated = demand(bench.sim.simulated.variables);
  });
  afterEach(() => bench.close());

  const valuesOf = (live: unknown) =>
    Object.fromEntries(variablesLiveStateSchema.parse(live).variables.map(({ name, value }) => [name, value]));
  const waitFor = (name: string, value: unknown) => bench.waitForState((live) => valuesOf(live)[name] === value);

  it.each([7, 0, -0.5, true, false, 'B', ''])('reports a variable that holds %j', async (value) => {
    simulated.put('Line', value);
    const live = await waitFor('Line', value);
    expect(valuesOf(live)).toEqual({ Line: value });
    expect(device.list()).toEqual(variablesLiveStateSchema.parse(live).variables);
  });

  it('reports the value in a run, and the initial value after it', async () => {
    simulated.put('Parts', 1);
    simulated.put('Line', 'B');
    simulated.run({ Parts: 0 });
    expect(valuesOf(await waitFor('Parts', 0))).toEqual({ Line: 'B', Parts: 0 });
    simulated.run(undefined);
    await waitFor('Parts', 1);
  });

  it('reports no stale variables once it is lost, and all again when it is found', async () => {
    simulated.put('Parts', 1);
    await waitFor('Parts', 1);
    await bench.sim.close();
    await bench.waitForState(({ connected }) => !connected);
    expect(device.list()).toEqual([]);
    await bench.restartSim();
    await waitFor('Parts', 1);
  });
}
