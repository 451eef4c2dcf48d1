import { describeCapabilities, type EquipmentKind } from '../contracts.ts';
import { demand, testDeviceConformance } from './device-conformance.fixture.ts';

/** What every device must do whose actions are its kind's own. */
export function testFixedActionsConformance(kind: EquipmentKind): void {
  const [first] = demand(describeCapabilities({ kind }).actions).actions;
  testDeviceConformance({
    kind,
    capability: 'actions',
    deviceOf: ({ driver }) => driver.capabilities.actions,
    slow: { action: demand(first).name },
    impossible: { action: 'explode' },
    countCommands: ({ sim }) => demand(sim.simulated.actions).commands.length,
  });
}
