/** Every equipment kind's driver. */
import {
  type EquipmentConfig,
  type EquipmentContracts,
  type EquipmentKind,
  isPackagedConfig,
  packagedDeviceOf,
} from './contracts.ts';
import type { AnyDriver, AnyDriverDefinition, DriverContext, DriverDefinition } from './framework/driver.ts';
import { cncMachineDriver } from './kinds/CNCMachine/driver.ts';
import { customBaseDriver } from './kinds/CustomBase/driver.ts';
import { customCameraDriver } from './kinds/CustomCamera/driver.ts';
import { customDeviceDriver } from './kinds/CustomDevice/driver.ts';
import { customGripperDriver } from './kinds/CustomGripper/driver.ts';
import { customIODriver } from './kinds/CustomIO/driver.ts';
import { dhGripperDriver } from './kinds/DHGripper/driver.ts';
import { dualQuickChangerDriver } from './kinds/DualQuickChanger/driver.ts';
import { ftpServerDriver } from './kinds/FTPServer/driver.ts';
import { liftDriver } from './kinds/Lift/driver.ts';
import { modbusTCPServerDriver } from './kinds/ModbusTCPServer/driver.ts';
import { noGripperDriver } from './kinds/NoGripper/driver.ts';
import { onRobot2FG7Driver } from './kinds/OnRobot2FG7/driver.ts';
import { onRobot2FG14Driver } from './kinds/OnRobot2FG14/driver.ts';
import { onRobot3FG15Driver } from './kinds/OnRobot3FG15/driver.ts';
import { onRobotHEXEDriver } from './kinds/OnRobotHEXE/driver.ts';
import { onRobotScrewdriverDriver } from './kinds/OnRobotScrewdriver/driver.ts';
import { onRobotVGDriver } from './kinds/OnRobotVG/driver.ts';
import { schunkEGxDriver } from './kinds/SchunkEGx/driver.ts';
import { secondaryControlBoxDriver } from './kinds/SecondaryControlBox/driver.ts';
import { weldMachineEsabDriver } from './kinds/WeldMachineEsab/driver.ts';
import { weldMachineGenericDriver } from './kinds/WeldMachineGeneric/driver.ts';
import { weldMachineMillerDriver } from './kinds/WeldMachineMiller/driver.ts';
import { weldTorchDriver } from './kinds/WeldTorch/driver.ts';
import { wristCameraDriver } from './kinds/WristCamera/driver.ts';
import { PackagedDriver } from './packaged/packaged-driver.ts';
import { recordTransports } from './transport/traffic/record-transports.ts';

export { type ActuatedDevice, actuateWithin, deviceTimeOf } from './framework/actuate-within.ts';
export type { AnyDriver, DeviceTransports, DriverContext } from './framework/driver.ts';
export type { DeviceModules, ModulePart } from './packaged/device-modules.ts';
export { createDryRunModules } from './packaged/dry-run-modules.ts';
export { BoxInMemory } from './transport/box-in-memory.ts';
export type { OpenSocket } from './transport/connecting.ts';
export { createFtp } from './transport/ftp-client.ts';
export { createFtpInMemory } from './transport/ftp-in-memory.ts';
export type { OpenHttp } from './transport/http.ts';
export { createHttp } from './transport/http-client.ts';
export { createHttpInMemory } from './transport/http-in-memory.ts';
export { createLineTcp } from './transport/line-client.ts';
export { createLinesInMemory } from './transport/lines-in-memory.ts';
export type { ModbusTarget, ModbusTransport, OpenModbus } from './transport/modbus.ts';
export { createModbusInMemory } from './transport/modbus-in-memory.ts';
export { createModbusTcp } from './transport/modbus-tcp-client.ts';
export type { OpenPorts, PortsFailure, PortsResult, PortsTransport } from './transport/ports.ts';
export { readOnly } from './transport/read-only.ts';
export { createScanner } from './transport/scanner-client.ts';
export { createScannerInMemory } from './transport/scanner-in-memory.ts';
export type { SharedSpace } from './transport/shared-space.ts';
export { createStreamTcp } from './transport/stream-client.ts';
export { type TrafficLog, TrafficRecorder, trafficLimits } from './transport/traffic/traffic-log.ts';

export const equipmentDrivers: { readonly [Kind in EquipmentKind]: DriverDefinition<EquipmentContracts[Kind]> } = {
  CNCMachine: cncMachineDriver,
  CustomBase: customBaseDriver,
  CustomCamera: customCameraDriver,
  CustomDevice: customDeviceDriver,
  CustomGripper: customGripperDriver,
  CustomIO: customIODriver,
  DHGripper: dhGripperDriver,
  FTPServer: ftpServerDriver,
  DualQuickChanger: dualQuickChangerDriver,
  Lift: liftDriver,
  ModbusTCPServer: modbusTCPServerDriver,
  NoGripper: noGripperDriver,
  OnRobot2FG14: onRobot2FG14Driver,
  OnRobot2FG7: onRobot2FG7Driver,
  OnRobot3FG15: onRobot3FG15Driver,
  OnRobotHEXE: onRobotHEXEDriver,
  OnRobotScrewdriver: onRobotScrewdriverDriver,
  OnRobotVG: onRobotVGDriver,
  SchunkEGx: schunkEGxDriver,
  SecondaryControlBox: secondaryControlBoxDriver,
  WeldMachineEsab: weldMachineEsabDriver,
  WeldMachineGeneric: weldMachineGenericDriver,
  WeldMachineMiller: weldMachineMillerDriver,
  WeldTorch: weldTorchDriver,
  WristCamera: wristCameraDriver,
};

/** Creates the driver of a device; it does nothing until started. */
export function createDriver(config: EquipmentConfig, given: DriverContext): AnyDriver {
  const context = given.traffic ? { ...given, ...recordTransports(given, given.traffic) } : given;
  if (isPackagedConfig(config)) return new PackagedDriver(packagedDeviceOf(config.kind), config, context);
  const definition: AnyDriverDefinition = equipmentDrivers[config.kind];
  return definition.create(config, context);
}
