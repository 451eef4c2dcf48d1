/** Every equipment kind's simulator. */
import type { Clock } from '@cellwright/domain';
import type { EquipmentConfig, EquipmentContracts, EquipmentKind } from './contracts.ts';
import type { AnySim, AnySimDefinition, SimDefinition } from './framework/sim.ts';
import { customBaseSim } from './kinds/CustomBase/sim.ts';
import { onRobot2FG7Sim } from './kinds/OnRobot2FG7/sim.ts';

export type { AnySim, SimFaults } from './framework/sim.ts';

export const equipmentSims: { readonly [Kind in EquipmentKind]: SimDefinition<EquipmentContracts[Kind]> } = {
  CustomBase: customBaseSim,
  OnRobot2FG7: onRobot2FG7Sim,
};

/** The simulated device; it does nothing until started. */
export function createSim(config: EquipmentConfig, context: { readonly clock: Clock }): AnySim {
  const definition: AnySimDefinition = equipmentSims[config.kind];
  return definition.create(config, context);
}
