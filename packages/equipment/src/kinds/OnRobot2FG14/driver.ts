import type { DriverDefinition } from '../../framework/driver.ts';
import { ModbusGripperDriver } from '../../framework/modbus-gripper/driver.ts';
import { describeTwoFingers } from '../../framework/onrobot-2fg/contract.ts';
import { twoFingerTable } from '../../framework/onrobot-2fg/table.ts';
import { model, onRobot2FG14Contract } from './contract.ts';

export const onRobot2FG14Driver: DriverDefinition<typeof onRobot2FG14Contract> = {
  contract: onRobot2FG14Contract,
  create: (config, context) =>
    new ModbusGripperDriver(config, twoFingerTable(describeTwoFingers(config, model)), context),
};
