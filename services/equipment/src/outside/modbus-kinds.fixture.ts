/** Test table: registers of each Modbus kind at rest and for a command, taken from the manufacturer's documentation. */
import type { CommandedCapabilityName, CommandOf } from '@cellwright/equipment/capabilities';
import type { EquipmentKind } from '@cellwright/equipment/contracts';

/**
 * Values of a register table from an offset on, with the function code that reads them, from 1 (coils) to 4 (input
 * registers).
 */
export type Held = readonly [read: 1 | 2 | 3 | 4, offset: number, values: readonly number[]];
/** Written values with the function code: 5 for one coil, 16 for registers. */
export type Written = readonly [write: 5 | 16, offset: number, values: readonly (number | boolean)[]];

export interface ModbusRow {
  readonly kind: EquipmentKind;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly unit: number;
  readonly atRest: readonly Held[];
  /** State that the driver reports for these registers. */
  readonly state: object;
  readonly command: { [Name in CommandedCapabilityName]: readonly [Name, CommandOf<Name>] }[CommandedCapabilityName];
  /** Writes on the wire for the command, in order. */
  readonly writes: readonly Written[];
  /** Preparation of the simulator, and its registers once it is ready. */
  readonly prepare?: { readonly write: Written; readonly until: Held };
  /** Last commands that the simulator received. */
  readonly told: readonly object[];
}

const moveTo = (widthMeters: number, others: object = {}) =>
  [
    'gripper',
    { control: 'move', widthMeters, direction: 'inward', toleranceMeters: 0.003, waitForGrip: false, ...others },
  ] as const;

const start = { id: 'start', name: 'Start', type: 'coil', offset: 3, format: 'boolean' };
const mass = { id: 'mass', name: 'Mass', type: 'inputRegister', offset: 8, format: 'float32', order: 'CDAB' };
const clamp = { id: 'clamp', kind: 'clamp', actionOutputs: [{ type: 'holdingRegister', offset: 5, value: 7 }] };
const closed = { id: 'closed', name: 'Closed', type: 'discreteInput', offset: 2, format: 'boolean' };

export const modbusRows: readonly ModbusRow[] = [
  {
    kind: 'OnRobot2FG7',
    unit: 65,
    atRest: [[3, 0x100, [0, 850, 950]]],
    state: { connected: true, widthMeters: 0.085, gripDetected: false },
    command: moveTo(0.05, { forceNewtons: 40, speedFraction: 0.5 }),
    writes: [[16, 0, [500, 40, 50, 1]]],
    told: [{ direction: 'inward', widthMeters: 0.05, forceNewtons: 40, speedFraction: 0.5 }],
  },
  {
    kind: 'OnRobot2FG14',
    unit: 65,
    atRest: [[3, 0x100, [0, 1100, 1200]]],
    state: { connected: true, widthMeters: 0.11 },
    command: moveTo(0.06, { forceNewtons: 60, speedFraction: 0.5 }),
    writes: [[16, 0, [600, 60, 50, 1]]],
    told: [{ direction: 'inward', widthMeters: 0.06, forceNewtons: 60, speedFraction: 0.5 }],
  },
  {
    kind: 'OnRobot3FG15',
    unit: 65,
    // 60 N of the maximum force of 240 N are 250 ‰.
    atRest: [
      [3, 0x100, [0, 1520]],
      [3, 0x201, [40, 1520]],
    ],
    state: { connected: true, widthMeters: 0.152 },
    command: moveTo(0.06, { forceNewtons: 60 }),
    writes: [[16, 0, [250, 600, 0, 2]]],
    told: [{ control: 'move', widthMeters: 0.06, forceNewtons: 60 }],
  },
  {
    kind: 'DHGripper',
    unit: 1,
    atRest: [[3, 0x200, [1, 1, 1000]]],
    state: { connected: true, widthMeters: 0.095 },
    command: moveTo(0.019, { forceFraction: 0.6, speedFraction: 0.5 }),
    // 19 of 95 mm are 200 ‰.
    writes: [
      [16, 0x101, [60]],
      [16, 0x104, [50]],
      [16, 0x103, [200]],
    ],
    prepare: { write: [16, 0x100, [1]], until: [3, 0x200, [1]] },
    told: [{ widthMeters: 0.019, forceFraction: 0.6, speedFraction: 0.5 }],
  },
  {
    kind: 'SchunkEGx',
    unit: 12,
    // Least significant byte first: ready, success and position reached; 83000 µm.
    atRest: [[3, 0x40, [0x1120, 0, 0x3844, 0x0100, 0, 0, 0, 0]]],
    state: { connected: true, widthMeters: 0.083 },
    command: moveTo(0.05, { forceFraction: 0.8, speedFraction: 1 }),
    // Move absolute, repeat, no fast stop; 50000 µm; 230000 µm/s; 80 %.
    writes: [[16, 0x48, [0x4120, 0, 0x50c3, 0, 0x7082, 0x0300, 0x5000, 0]]],
    told: [{ control: 'move', forceFraction: 0.8 }],
  },
  {
    kind: 'OnRobotVG',
    unit: 65,
    atRest: [[3, 0x102, [0, 0]]],
    state: { connected: true, vacuum: { A: 0, B: 0 } },
    command: ['vacuum', { suction: { A: 0.6, B: 0.4 }, tolerance: 0.1, waitForVacuum: false }],
    writes: [[16, 0, [256 + 60, 256 + 40]]],
    told: [
      { channel: 'A', mode: 'grip', suction: 0.6 },
      { channel: 'B', mode: 'grip', suction: 0.4 },
    ],
  },
  {
    kind: 'OnRobotScrewdriver',
    unit: 65,
    atRest: [[3, 0x100, [0, 0, 0, 0, 0]]],
    state: { connected: true, shankPositionMeters: 0 },
    command: [
      'screwdriver',
      {
        action: 'TIGHTEN',
        forceNewtons: 20,
        screwLengthMeters: 0.015,
        torqueNewtonMeters: 3,
        shankPositionMeters: 0.03,
        waitForEnd: false,
      },
    ],
    writes: [[16, 0, [30, 20, 15_000, 3000, 1]]],
    told: [{ kind: 'act', action: 'TIGHTEN', forceNewtons: 20, torqueNewtonMeters: 3 }],
  },
  {
    kind: 'Lift',
    unit: 1,
    atRest: [[3, 0x100, [0, 0]]],
    state: { connected: true, heightMeters: 0 },
    command: ['lift', { heightMeters: 0.3, speedFraction: 0.5 }],
    writes: [[16, 0, [3000, 500, 1]]],
    told: [{ kind: 'move', heightMeters: 0.3, speedFraction: 0.5 }],
  },
  {
    kind: 'CustomGripper',
    fields: {
      interface: 'modbus',
      modbusOutputs: [
        { when: 'closing', type: 'holdingRegister', offset: 10, format: 'uint32', order: 'CDAB', value: 70_000 },
        { when: 'closing', type: 'coil', offset: 1, value: 1 },
        { when: 'opening', type: 'coil', offset: 1, value: 0 },
      ],
      modbusSensors: [{ tells: 'open', type: 'discreteInput', offset: 4 }],
    },
    unit: 1,
    atRest: [[2, 4, [1]]],
    state: { connected: true, place: 'open' },
    command: moveTo(0),
    // 70000 is 0x00011170; the low word comes first.
    writes: [
      [16, 10, [0x1170, 1]],
      [5, 1, [true]],
    ],
    told: [{ kind: 'grip', direction: 'inward' }],
  },
  {
    kind: 'OnRobotHEXE',
    unit: 65,
    atRest: [[3, 0x103, [0, 0, 0, 0, 0, 0]]],
    state: { connected: true, force: [0, 0, 0], torque: [0, 0, 0] },
    command: ['actions', { action: 'zero' }],
    writes: [[16, 0, [1]]],
    told: [{ place: 'holdingRegister 0', value: 1 }],
  },
  {
    kind: 'CustomDevice',
    fields: { deviceInterface: 'modbusTCP', actions: [clamp], sensors: [closed] },
    unit: 1,
    atRest: [[2, 2, [0]]],
    state: { connected: true, sensors: [{ id: 'closed', value: 'low' }] },
    command: ['actions', { action: 'clamp' }],
    writes: [[16, 5, [7]]],
    told: [{ place: 'holdingRegister 5', value: 7 }],
  },
  {
    kind: 'ModbusTCPServer',
    fields: { registers: [start, mass] },
    unit: 1,
    atRest: [
      [1, 3, [0]],
      [4, 8, [0, 0]],
    ],
    state: {
      connected: true,
      registers: [
        { id: 'start', value: false },
        { id: 'mass', value: 0 },
      ],
    },
    command: ['registers', { operation: 'write', values: [{ register: 'Start', value: true }] }],
    writes: [[5, 3, [true]]],
    told: [{ offset: 3, values: [1] }],
  },
];
