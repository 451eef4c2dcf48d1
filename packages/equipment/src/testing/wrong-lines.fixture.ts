/** Connections on which a driver writes wrong registers: conformance must detect every one of them. */
import type { ModbusRequestOptions, ModbusTransport, OpenModbus } from '../transport/modbus.ts';

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
  /** Returns the number of changed requests. */
  changes(): number;
}

/** Changes one register in every write except stops, which are urgent. */
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

/** Records which registers are written. */
export function recordWrites(written: Set<number>): (open: OpenModbus) => OpenModbus {
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
