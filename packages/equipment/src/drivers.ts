/** Every equipment kind's driver. */
import type { EquipmentConfig, EquipmentContracts, EquipmentKind } from './contracts.ts';
import type { AnyDriver, AnyDriverDefinition, DriverContext, DriverDefinition } from './framework/driver.ts';
import { customBaseDriver } from './kinds/CustomBase/driver.ts';
import { onRobot2FG7Driver } from './kinds/OnRobot2FG7/driver.ts';

export type { AnyDriver, DriverContext } from './framework/driver.ts';
export type { ModbusTarget, ModbusTransport, OpenModbus } from './transport/modbus.ts';
export { createModbusTcp } from './transport/modbus-tcp-client.ts';

export const equipmentDrivers: { readonly [Kind in EquipmentKind]: DriverDefinition<EquipmentContracts[Kind]> } = {
  CustomBase: customBaseDriver,
  OnRobot2FG7: onRobot2FG7Driver,
};

/** The driver of a device; it does nothing until started. */
export function createDriver(config: EquipmentConfig, context: DriverContext): AnyDriver {
  const definition: AnyDriverDefinition = equipmentDrivers[config.kind];
  return definition.create(config, context);
}
