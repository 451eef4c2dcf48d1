import { ModbusGripperSim } from '../../framework/modbus-gripper/sim.ts';
import { simulatedTwoFingers } from '../../framework/onrobot-2fg/sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { model, onRobot2FG7Contract } from './contract.ts';

export const onRobot2FG7Sim: SimDefinition<typeof onRobot2FG7Contract> = {
  contract: onRobot2FG7Contract,
  create: (config, { clock }) => new ModbusGripperSim(config, simulatedTwoFingers(config, model.highestSpeed), clock),
};
