/** Conformance cases of every device whose registers can be read. Nothing is changed. */
import type { ProbeRequest } from '@cellwright/domain/equipment';
import type { ProbeResult } from '../capabilities/index.ts';
import { describeCapability } from '../contracts.ts';
import { equal, holds, matches } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, never, onAnyDevice } from './rig.ts';

const probe = (rig: DeviceRig, request: Partial<ProbeRequest>, signal = never): Promise<ProbeResult> =>
  rig.settle(
    demand(rig.driver.capabilities.probe).probe({ table: 'holdingRegister', offset: 0, count: 1, ...request }, signal),
  );

export const probeCases: readonly DeviceCase[] = [
  onAnyDevice('reads a range of each of its tables, or reports by name what the device refuses', async (rig) => {
    for (const table of demand(describeCapability(rig.config, 'probe')).tables) {
      const result = await probe(rig, { table, count: 8 });
      if (result.ok) equal(result.values.length, 8, `values of ${table}`);
      else matches(result, { failure: { reason: 'refused', message: /Modbus exception \d+: / } });
    }
  }),
  onAnyDevice('sends nothing when the request was cancelled', async (rig) => {
    matches(await probe(rig, {}, AbortSignal.abort()), { ok: false, failure: { reason: 'stopped' } });
    holds(rig.driver.state().connected, 'it is still connected');
  }),
];
