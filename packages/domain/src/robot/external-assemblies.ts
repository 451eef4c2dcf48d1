/** Assemblies that the line's controller exchanges with the cell: little-endian, 32 bytes in each direction. */

/** A named part of an assembly. */
export interface AssemblyPart {
  /** Name in the EDS file and on screen. */
  readonly name: string;
  /** First byte. */
  readonly offset: number;
  readonly type: 'USINT' | 'UINT' | 'UDINT';
  readonly help: string;
  /** Names of the bits, from bit 0. */
  readonly bits?: readonly string[];
}

export const assemblyInstances = {
  input: 100,
  output: 150,
  configuration: 151,
  inputOnly: 152,
  listenOnly: 153,
} as const;
export const assemblySizes = { input: 32, output: 32, configuration: 10 } as const;

export const statusBits = [
  'Ready',
  'Running',
  'Paused',
  'Failed',
  'EmergencyStopped',
  'SafeguardOpen',
  'Moving',
  'BrakesEngaged',
] as const;

export const controlBits = [
  'MayCommand',
  'HasControl',
  'RoutineLoaded',
  'Asking',
  'ControllerConnected',
  'Twin',
] as const;

/** Commands of the line, by their bit. */
export const lineCommandBits = ['Play', 'Pause', 'Resume', 'Stop', 'Reset', 'Acknowledge'] as const;
export type LineCommandBit = (typeof lineCommandBits)[number];

/** Results of the last command, by their number. */
export const commandResults = ['none', 'accepted', 'refused', 'pending'] as const;
export type CommandResult = (typeof commandResults)[number];

/** From the cell to the line. */
export const inputParts = [
  { name: 'Status', offset: 0, type: 'USINT', help: 'State of the robot', bits: statusBits },
  { name: 'Control', offset: 1, type: 'USINT', help: 'What the line may do', bits: controlBits },
  { name: 'CommandEcho', offset: 2, type: 'USINT', help: 'Commands as last received', bits: lineCommandBits },
  { name: 'CommandResult', offset: 3, type: 'USINT', help: '0 none, 1 accepted, 2 refused, 3 pending' },
  { name: 'Heartbeat', offset: 4, type: 'UINT', help: 'Counts up ten times a second' },
  { name: 'HeartbeatEcho', offset: 6, type: 'UINT', help: 'Heartbeat of the line as last received' },
  { name: 'CycleCount', offset: 8, type: 'UDINT', help: 'Cycles of the run' },
  { name: 'RunSeconds', offset: 12, type: 'UDINT', help: 'Seconds since the run began' },
  { name: 'SpeedPermille', offset: 16, type: 'UINT', help: 'Speed override, 1000 for full speed' },
  {
    name: 'SessionState',
    offset: 18,
    type: 'USINT',
    help: '0 starting, 1 idle, 2 command, 3 routine, 4 and 5 by hand, 6 failure, 7 recovering',
  },
  {
    name: 'RunStatus',
    offset: 19,
    type: 'USINT',
    help: '0 none, 1 running, 2 paused, 3 completed, 4 stopped, 5 failed, 6 interrupted',
  },
  { name: 'DigitalInputs', offset: 20, type: 'UDINT', help: 'Inputs of the control box, bit 0 for input 1' },
  { name: 'DigitalOutputs', offset: 24, type: 'UDINT', help: 'Outputs of the control box, bit 0 for output 1' },
  { name: 'StopCount', offset: 28, type: 'UINT', help: 'Counts up with every stop' },
  { name: 'ReservedInput', offset: 30, type: 'UINT', help: 'Zero' },
] as const satisfies readonly AssemblyPart[];
export type InputPartName = (typeof inputParts)[number]['name'];

/** From the line to the cell. */
export const outputParts = [
  {
    name: 'Command',
    offset: 0,
    type: 'USINT',
    help: 'A command takes effect when its bit rises; Stop and Pause also when they are set first',
    bits: lineCommandBits,
  },
  { name: 'ReservedCommand', offset: 1, type: 'USINT', help: 'Zero' },
  { name: 'LineHeartbeat', offset: 2, type: 'UINT', help: 'Returned as HeartbeatEcho' },
] as const satisfies readonly AssemblyPart[];

const lengths = { USINT: 1, UINT: 2, UDINT: 4 } as const;

/** Returns the value of a part. */
export function readPart(bytes: Uint8Array, { offset, type }: AssemblyPart): number {
  return bytes.slice(offset, offset + lengths[type]).reduceRight((value, byte) => value * 256 + byte, 0);
}

/** Writes the value of a part, cut to its length. */
export function writePart(bytes: Uint8Array, { offset, type }: AssemblyPart, value: number): void {
  for (let index = 0; index < lengths[type]; index += 1) {
    bytes[offset + index] = Math.floor(value / 256 ** index) % 256;
  }
}

/** Returns a number with the bits of the names that are set. */
export function packBits<Name extends string>(names: readonly Name[], isSet: Readonly<Record<Name, boolean>>): number {
  return names.reduce((value, name, index) => value + (isSet[name] ? 2 ** index : 0), 0);
}
