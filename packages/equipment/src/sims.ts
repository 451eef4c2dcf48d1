/** Every equipment kind's simulator. */
import { type EquipmentConfig, type EquipmentContracts, type EquipmentKind, isPackagedConfig } from './contracts.ts';
import type { AnySim, AnySimDefinition, SimContext, SimDefinition } from './framework/sim.ts';
import { cncMachineSim } from './kinds/CNCMachine/sim.ts';
import { customBaseSim } from './kinds/CustomBase/sim.ts';
import { customCameraSim } from './kinds/CustomCamera/sim.ts';
import { customDeviceSim } from './kinds/CustomDevice/sim.ts';
import { customGripperSim } from './kinds/CustomGripper/sim.ts';
import { customIOSim } from './kinds/CustomIO/sim.ts';
import { dhGripperSim } from './kinds/DHGripper/sim.ts';
import { dualQuickChangerSim } from './kinds/DualQuickChanger/sim.ts';
import { ftpServerSim } from './kinds/FTPServer/sim.ts';
import { liftSim } from './kinds/Lift/sim.ts';
import { modbusTCPServerSim } from './kinds/ModbusTCPServer/sim.ts';
import { noGripperSim } from './kinds/NoGripper/sim.ts';
import { onRobot2FG7Sim } from './kinds/OnRobot2FG7/sim.ts';
import { onRobot2FG14Sim } from './kinds/OnRobot2FG14/sim.ts';
import { onRobot3FG15Sim } from './kinds/OnRobot3FG15/sim.ts';
import { onRobotHEXESim } from './kinds/OnRobotHEXE/sim.ts';
import { onRobotScrewdriverSim } from './kinds/OnRobotScrewdriver/sim.ts';
import { onRobotVGSim } from './kinds/OnRobotVG/sim.ts';
import { schunkEGxSim } from './kinds/SchunkEGx/sim.ts';
import { secondaryControlBoxSim } from './kinds/SecondaryControlBox/sim.ts';
import { weldMachineEsabSim } from './kinds/WeldMachineEsab/sim.ts';
import { weldMachineGenericSim } from './kinds/WeldMachineGeneric/sim.ts';
import { weldMachineMillerSim } from './kinds/WeldMachineMiller/sim.ts';
import { weldTorchSim } from './kinds/WeldTorch/sim.ts';
import { wristCameraSim } from './kinds/WristCamera/sim.ts';
import { PackagedSim } from './packaged/packaged-sim.ts';

export { type AnySim, type Photo, type PhotoShot, type SimContext, type SimFaults, setFault } from './framework/sim.ts';
export type { SimulatedBox } from './transport/ports.ts';

export const equipmentSims: { readonly [Kind in EquipmentKind]: SimDefinition<EquipmentContracts[Kind]> } = {
  CNCMachine: cncMachineSim,
  CustomBase: customBaseSim,
  CustomCamera: customCameraSim,
  CustomDevice: customDeviceSim,
  CustomGripper: customGripperSim,
  CustomIO: customIOSim,
  DHGripper: dhGripperSim,
  FTPServer: ftpServerSim,
  DualQuickChanger: dualQuickChangerSim,
  Lift: liftSim,
  ModbusTCPServer: modbusTCPServerSim,
  NoGripper: noGripperSim,
  OnRobot2FG14: onRobot2FG14Sim,
  OnRobot2FG7: onRobot2FG7Sim,
  OnRobot3FG15: onRobot3FG15Sim,
  OnRobotHEXE: onRobotHEXESim,
  OnRobotScrewdriver: onRobotScrewdriverSim,
  OnRobotVG: onRobotVGSim,
  SchunkEGx: schunkEGxSim,
  SecondaryControlBox: secondaryControlBoxSim,
  WeldMachineEsab: weldMachineEsabSim,
  WeldMachineGeneric: weldMachineGenericSim,
  WeldMachineMiller: weldMachineMillerSim,
  WeldTorch: weldTorchSim,
  WristCamera: wristCameraSim,
};

/** Creates the simulated device; it does nothing until started. */
export function createSim(config: EquipmentConfig, context: SimContext): AnySim {
  if (isPackagedConfig(config)) return new PackagedSim(config, context);
  const definition: AnySimDefinition = equipmentSims[config.kind];
  return definition.create(config, context);
}
