/** Faults that the simulator of each kind supports. For the browser too, so without sockets. */
import type { SimulatedDeviceFault } from '@cellwright/domain/equipment';
import { type EquipmentConfig, type EquipmentContracts, type EquipmentKind, isPackagedConfig } from './contracts.ts';
import type { ConfigOf } from './framework/contract.ts';

type Faults = readonly SimulatedDeviceFault[];

const textLine: Faults = ['silent', 'refusing', 'hangUpOnCommand', 'slow'];
const modbusLine: Faults = [...textLine, 'swappedBytes'];
const movingModbus: Faults = [...modbusLine, 'jammed'];
const grippingModbus: Faults = [...movingModbus, 'partDropped'];

/** The module of a package decides on all else. */
const packagedFaults: Faults = ['silent', 'hangUpOnCommand', 'slow'];
const cameraFaults: Faults = ['silent', 'refusing', 'slow', 'jammed'];

/** A method, because its parameter is compared bivariantly: a table looked up by kind can be called. */
interface FaultTable<Config> {
  of(config: Config): Faults;
}

const always = (faults: Faults) => ({ of: () => faults });

/** One line per kind. */
const tables: { readonly [Kind in EquipmentKind]: FaultTable<ConfigOf<EquipmentContracts[Kind]>> } = {
  CNCMachine: {
    of({ deviceInterface }) {
      if (deviceInterface === 'modbusTCP') return movingModbus;
      return deviceInterface === 'haasNGC' ? [...textLine, 'jammed'] : ['jammed'];
    },
  },
  CustomBase: always([]),
  CustomCamera: always(cameraFaults),
  CustomDevice: {
    of({ deviceInterface }) {
      if (deviceInterface === 'modbusTCP') return movingModbus;
      return deviceInterface === 'haasNGC' ? [...textLine, 'jammed'] : ['jammed'];
    },
  },
  CustomGripper: { of: (config) => (config.interface === 'modbus' ? grippingModbus : ['jammed', 'partDropped']) },
  CustomIO: always([]),
  DHGripper: always(grippingModbus),
  DualQuickChanger: always([]),
  FTPServer: always([...textLine, 'jammed']),
  Lift: always(movingModbus),
  ModbusTCPServer: always(modbusLine),
  NoGripper: always([]),
  OnRobot2FG14: always(grippingModbus),
  OnRobot2FG7: always(grippingModbus),
  OnRobot3FG15: always(grippingModbus),
  OnRobotHEXE: always(movingModbus),
  OnRobotScrewdriver: always(movingModbus),
  OnRobotVG: always(grippingModbus),
  SchunkEGx: {
    of: (config) => (config.interface === 'http' ? [...textLine, 'jammed', 'partDropped'] : grippingModbus),
  },
  SecondaryControlBox: always(['silent', 'refusing', 'slow']),
  WeldMachineEsab: always(['silent', 'jammed']),
  WeldMachineGeneric: { of: (config) => (config.interface === 'wired' ? ['jammed'] : ['silent', 'jammed']) },
  WeldMachineMiller: always(['silent', 'jammed']),
  WeldTorch: always([]),
  WristCamera: always(cameraFaults),
};

/** Returns the faults that the simulator of the device with this configuration supports. */
export function simulatedFaultsOf(config: EquipmentConfig): Faults {
  if (isPackagedConfig(config)) return packagedFaults;
  const table: FaultTable<EquipmentConfig> = tables[config.kind];
  return table.of(config);
}
