/** For tests: kinds with more than one interface, each of which must fulfil the contract of the kind. */
import type { EquipmentKind } from '../contracts.ts';

export interface Reached {
  /** '' for a kind with its defaults. */
  readonly over: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Registers of every format, writable and read-only. */
export const namedRegisters = [
  { id: 'start', name: 'Start', offset: 0, format: 'boolean' },
  { id: 'speed', name: 'Speed', offset: 1, format: 'int16' },
  { id: 'mass', name: 'Mass', offset: 2, format: 'float32' },
  { id: 'step', name: 'Step', offset: 4, format: 'uint16' },
  { id: 'goal', name: 'Goal', offset: 5, format: 'int32', order: 'CDAB' },
  { id: 'lamp', name: 'Lamp', type: 'coil', offset: 3, format: 'boolean' },
  { id: 'count', name: 'Part count', type: 'inputRegister', offset: 0, format: 'uint32' },
];

/** The same clamp on every interface, with the addresses of its two outputs and its sensor. */
const clamps = {
  controlBoxIO: { first: { ioPort: 'Output 1' }, second: { ioPort: 'Relay 2' }, sensor: { ioPort: 'Input 1' } },
  flangeIO: {
    first: { ioPort: 'Flange Output 1' },
    second: { ioPort: 'Flange Output 2' },
    sensor: { ioPort: 'Flange Input 1' },
  },
  modbusTCP: {
    first: { type: 'holdingRegister', offset: 4 },
    second: { type: 'coil', offset: 2, format: 'boolean' },
    sensor: { type: 'inputRegister', offset: 9, highWhen: 'equals', highValue: 3 },
  },
  haasNGC: {
    first: { macroVariable: 10_900 },
    second: { macroVariable: 10_901 },
    sensor: { macroVariable: 10_950 },
  },
} as const;
const off = { level: 'low', value: 0 };
type ClampInterface = keyof typeof clamps;
const clampInterfaces = ['controlBoxIO', 'flangeIO', 'modbusTCP', 'haasNGC'] as const satisfies ClampInterface[];
export const clampPlaces = clampInterfaces.map(
  (deviceInterface) => [deviceInterface, clamps[deviceInterface]] as const,
);

/** Returns a clamp with a sensor, and a blower. */
export function clampOver(deviceInterface: ClampInterface) {
  const { first, second, sensor } = clamps[deviceInterface];
  return {
    deviceInterface,
    sensors: [{ id: 'closed', name: 'Closed', highValueName: 'Shut', lowValueName: 'Not shut', ...sensor }],
    actions: [
      { id: 'a1', kind: 'clamp', actionOutputs: [first], waitForSensor: 'Closed', timeLimitMS: 2000 },
      { id: 'a2', kind: 'unclamp', actionOutputs: [{ ...first, ...off }] },
      { id: 'a3', kind: 'custom', customActionName: 'Blow', actionOutputs: [first, second] },
    ],
  };
}

const wire = (ioPort: string) => ({ via: 'port', ioPort });
const wireOff = (ioPort: string) => ({ ...wire(ioPort), level: 'low' });
/** Wrong devices run into these limits: short ones keep their tests short. */
const soon = { timeLimitMS: 1500 };
const place = (at: number, value = 1) => ({ via: 'network', macroVariable: 10_900 + at, offset: 20 + at, value });

/** A lathe with a door and a chuck on wires. */
const wiredLathe = {
  machineType: 'Lathe',
  cycle: { startOutput: 'Output 1' },
  autodoor: {
    isFitted: true,
    ...{ open: wire('Output 2'), close: wireOff('Output 2'), opened: wire('Input 2'), closed: wire('Input 3') },
  },
  workholdings: [
    { id: 'chuck', name: 'Chuck', clamp: wireOff('Output 3'), unclamp: wire('Output 3'), clamped: wire('Input 4') },
    { id: 'tail', name: 'Tailstock', clamp: wire('Relay 1'), unclamp: wire('Relay 2'), unclamped: wire('Input 5') },
  ],
  cellSafe: wire('Output 4'),
};

/** The same on the network of the machine. */
const networkedLathe = {
  machineType: 'Lathe',
  cycle: { startTimeoutMS: 1500 },
  autodoor: { ...soon, isFitted: true, open: place(0), close: place(0, 2), opened: place(1), closed: place(2) },
  workholdings: [
    { ...soon, id: 'chuck', name: 'Chuck', clamp: place(3), unclamp: place(4), clamped: place(5), unclamped: place(6) },
  ],
  cellSafe: place(7),
  machineStatus: { running: place(8), fault: { ...place(9), highWhen: 'equals', highValue: 3 } },
};

const further: Readonly<Partial<Record<EquipmentKind, readonly Reached[]>>> = {
  CustomGripper: [
    { over: ' over Modbus', fields: { interface: 'modbus' } },
    {
      over: ' over Modbus with sensors',
      fields: {
        interface: 'modbus',
        modbusOutputs: [
          { when: 'closing', type: 'holdingRegister', offset: 3, format: 'int32', order: 'CDAB', value: -7 },
          { when: 'opening', type: 'holdingRegister', offset: 3, format: 'int32', order: 'CDAB', value: 9 },
        ],
        modbusSensors: [
          { tells: 'open', type: 'coil', offset: 8 },
          {
            tells: 'closed',
            type: 'inputRegister',
            offset: 4,
            format: 'uint32',
            order: 'DCBA',
            onWhen: 'equals',
            onValue: 5,
          },
          { tells: 'part', type: 'discreteInput', offset: 2 },
        ],
      },
    },
  ],
  SchunkEGx: [{ over: ' over HTTP', fields: { interface: 'http' } }],
  WeldMachineGeneric: [
    { over: ' over Modbus', fields: { interface: 'modbus' } },
    { over: ' over EtherNet/IP', fields: { interface: 'ethernetIP' } },
  ],
};

/** Configurations of kinds that do nothing by default. */
const told: Readonly<Partial<Record<EquipmentKind, readonly Reached[]>>> = {
  CNCMachine: [
    { over: ' over haasNGC and wires', fields: wiredLathe },
    { over: ' over haasNGC', fields: networkedLathe },
    { over: ' over modbusTCP', fields: { ...networkedLathe, deviceInterface: 'modbusTCP' } },
    {
      over: ' over controlBoxIO',
      fields: {
        ...wiredLathe,
        ...{ deviceInterface: 'controlBoxIO', machineStatus: { running: wire('Input 1'), fault: wire('Input 6') } },
      },
    },
  ],
  CustomDevice: clampInterfaces.map((deviceInterface) => ({
    over: ` over ${deviceInterface}`,
    fields: clampOver(deviceInterface),
  })),
  ModbusTCPServer: [{ over: ' with registers', fields: { registers: namedRegisters } }],
};

/** Returns every interface of a kind, its default first. */
export function waysTo(kind: EquipmentKind): readonly Reached[] {
  return told[kind] ?? [{ over: '', fields: {} }, ...(further[kind] ?? [])];
}
