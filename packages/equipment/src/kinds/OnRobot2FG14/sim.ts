import { ModbusGripperSim } from '../../framework/modbus-gripper/sim.ts';
import { simulatedTwoFingers } from '../../framework/onrobot-2fg/sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { model, onRobot2FG14Contract } from './contract.ts';

export const onRobot2FG14Sim: SimDefinition<typeof onRobot2FG14Contract> = {
  contract: onRobot2FG14Contract,
  create: (config, { clock }) => new ModbusGripperSim(config, simulatedTwoFingers(config, model.highestSpeed), clock),
};
