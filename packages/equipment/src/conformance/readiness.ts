/** Conformance cases of every device whose readiness can be checked. Nothing moves or starts. */
import { readinessCheckIDs } from '@cellwright/domain/equipment';
import { equal, holds } from './expect.ts';
import { type DeviceCase, demand, inSimulation, never, onAnyDevice } from './rig.ts';

export const readinessCases: readonly DeviceCase[] = [
  onAnyDevice('answers every check, with a problem for each that failed', async (rig) => {
    const { checks } = await rig.settle(demand(rig.driver.capabilities.readiness).check(never));
    equal(
      checks.map(({ id }) => id),
      [...readinessCheckIDs],
    );
    for (const { id, result, detail } of checks)
      holds(result !== 'failed' || detail !== undefined, `${id} has a problem`);
  }),
  inSimulation('finds the simulated device ready', async (rig) => {
    const { checks } = await rig.settle(demand(rig.driver.capabilities.readiness).check(never));
    equal(
      checks.filter(({ result }) => result === 'failed'),
      [],
    );
  }),
];
