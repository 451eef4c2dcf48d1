/** Grippers made wrong on purpose: conformance must notice every one of them. */
import type { Gripper, GripperCommand, GripperDescription } from '../capabilities/index.ts';
import type { ModbusRequestOptions, ModbusTransport, OpenModbus } from '../transport/modbus.ts';

/** A driver that understands its commands wrongly. */
export interface WrongDriver {
  readonly title: string;
  mistake(command: GripperCommand, description: GripperDescription): GripperCommand;
}

const isNewtons = ({ forceRange }: GripperDescription) => forceRange !== undefined;

export const wrongDrivers: readonly WrongDriver[] = [
  { title: 'always moves', mistake: (command) => ({ ...command, control: 'move' }) },
  { title: 'always grips', mistake: (command) => ({ ...command, control: 'force_grip' }) },
  { title: 'is 1 mm off', mistake: (command) => ({ ...command, widthMeters: command.widthMeters - 0.001 }) },
  { title: 'scales the width', mistake: (command) => ({ ...command, widthMeters: command.widthMeters * 0.97 }) },
  { title: 'drops the direction', mistake: (command) => ({ ...command, direction: 'inward' }) },
  {
    title: 'swaps the directions',
    mistake: (command) => ({ ...command, direction: command.direction === 'inward' ? 'outward' : 'inward' }),
  },
  {
    title: 'drops the force',
    mistake: ({ forceNewtons: _, forceFraction: __, ...command }) => command,
  },
  {
    title: 'scales the force',
    mistake: (command, { forceRange, forceFractionRange }) => ({
      ...command,
      forceNewtons: command.forceNewtons && Math.max(command.forceNewtons * 0.9, forceRange?.minimum ?? 0),
      forceFraction: command.forceFraction && Math.max(command.forceFraction * 0.9, forceFractionRange?.minimum ?? 0),
    }),
  },
  {
    title: 'takes the fraction of the force for newtons, or the other way round',
    mistake: (command, description) => {
      const { forceNewtons, forceFraction, ...others } = command;
      return { ...others, ...(isNewtons(description) ? { forceNewtons: forceFraction } : { forceNewtons }) };
    },
  },
  { title: 'expects no tolerance', mistake: (command) => ({ ...command, toleranceMeters: 0 }) },
  { title: 'tolerates anything', mistake: (command) => ({ ...command, toleranceMeters: 1 }) },
  { title: 'always waits', mistake: (command) => ({ ...command, waitForGrip: true }) },
  { title: 'never waits', mistake: (command) => ({ ...command, waitForGrip: false }) },
];

/** Of grippers that take a speed. */
export const wrongSpeeds: readonly WrongDriver[] = [
  { title: 'drops the speed', mistake: ({ speedFraction: _, ...command }) => command },
  {
    title: 'scales the speed',
    mistake: (command, { speedFractionRange }) => ({
      ...command,
      speedFraction: command.speedFraction && Math.max(command.speedFraction * 0.9, speedFractionRange?.minimum ?? 0),
    }),
  },
  { title: 'swaps force and speed', mistake: swapForceAndSpeed },
];

function swapForceAndSpeed(command: GripperCommand, { forceRange }: GripperDescription): GripperCommand {
  const { forceNewtons, forceFraction, speedFraction } = command;
  const force = forceFraction ?? (forceNewtons && forceRange && forceNewtons / forceRange.maximum);
  const { forceNewtons: _, ...others } = command;
  return { ...others, forceFraction: speedFraction, speedFraction: force };
}

/** A gripper that makes the mistake in every command. */
export function mistaken(gripper: Gripper, wrong: WrongDriver, description: GripperDescription): Gripper {
  return { actuate: (command, signal) => gripper.actuate(wrong.mistake(command, description), signal) };
}

/** A gripper that a stop does not reach. */
export function deaf(gripper: Gripper): Gripper {
  return { actuate: (command) => gripper.actuate(command, new AbortController().signal) };
}

/** A driver that writes wrong registers; `changes` counts the requests that it changed. */
export interface WrongWriter {
  readonly title: string;
  mistake(values: readonly number[], index: number): readonly number[];
}

export const wrongWriters: readonly WrongWriter[] = [
  { title: 'writes 0', mistake: (values, index) => values.with(index, 0) },
  {
    title: 'writes twice the value',
    mistake: (values, index) => values.with(index, (2 * (values[index] ?? 0)) & 0xffff),
  },
  { title: 'writes a tenth', mistake: (values, index) => values.with(index, Math.round((values[index] ?? 0) / 10)) },
  {
    title: 'swaps it with the next register',
    mistake: (values, index) =>
      index + 1 >= values.length
        ? values
        : values.with(index, values[index + 1] ?? 0).with(index + 1, values[index] ?? 0),
  },
];

export interface Tampering {
  readonly open: (open: OpenModbus) => OpenModbus;
  /** Requests that were changed so far. */
  changes(): number;
}

/** Changes one register of every write but stops, which are urgent. */
export function tamperWith(register: number, { mistake }: WrongWriter): Tampering {
  let changes = 0;
  const spoil = (offset: number, values: readonly number[], options?: ModbusRequestOptions) => {
    const index = register - offset;
    if (options?.urgent || index < 0 || index >= values.length) return values;
    const wrong = mistake(values, index);
    if (wrong.some((value, at) => value !== values[at])) changes += 1;
    return wrong;
  };
  return {
    open: (open) => (target) => {
      const line = open(target);
      const tampered: ModbusTransport = {
        readHoldingRegisters: (...request) => line.readHoldingRegisters(...request),
        readInputRegisters: (...request) => line.readInputRegisters(...request),
        readCoils: (...request) => line.readCoils(...request),
        readDiscreteInputs: (...request) => line.readDiscreteInputs(...request),
        writeCoil: (...request) => line.writeCoil(...request),
        writeRegisters: (offset, values, options) =>
          line.writeRegisters(offset, spoil(offset, values, options), options),
        close: () => line.close(),
      };
      return tampered;
    },
    changes: () => changes,
  };
}

/** Notes which registers are written. */
export function noteWrites(written: Set<number>): (open: OpenModbus) => OpenModbus {
  return (open) => (target) => {
    const line = open(target);
    return {
      readHoldingRegisters: (...request) => line.readHoldingRegisters(...request),
      readInputRegisters: (...request) => line.readInputRegisters(...request),
      readCoils: (...request) => line.readCoils(...request),
      readDiscreteInputs: (...request) => line.readDiscreteInputs(...request),
      writeCoil: (...request) => line.writeCoil(...request),
      writeRegisters: (offset, values, options) => {
        if (!options?.urgent) for (const index of values.keys()) written.add(offset + index);
        return line.writeRegisters(offset, values, options);
      },
      close: () => line.close(),
    };
  };
}
