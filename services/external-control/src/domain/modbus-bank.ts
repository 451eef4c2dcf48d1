import {
  commandAddresses,
  inputCopyAddress,
  inputRegisters,
  lineCommandBits,
  outputParts,
  readAssemblyBit,
  readPart,
  readRegisters,
  registerCounts,
} from '@cellwright/domain/robot';
import type { ModbusException, RegisterBank } from '@cellwright/modbus';
import type { CommandWrite, WritingClient, WrittenCommands } from './written-commands.ts';

export interface ModbusBankDeps {
  readonly client: WritingClient;
  readonly commands: WrittenCommands;
  /** Returns the input assembly. */
  readonly readInputs: () => Uint8Array;
}

const [, , heartbeatPart] = outputParts;

/** Creates the registers as one client sees them. */
export function createModbusBank({ client, commands, readInputs }: ModbusBankDeps): RegisterBank {
  const readCommandWords = () => [
    commands.commandValue,
    readPart(commands.image, heartbeatPart),
    commands.readOwner(client),
  ];
  const readHolding = (offset: number, count: number) =>
    offset < inputCopyAddress
      ? cut(readCommandWords(), offset, count)
      : cut(readRegisters(inputRegisters, readInputs()), offset - inputCopyAddress, count);
  return {
    read: (offset, count, table) =>
      table === 'holding'
        ? readHolding(offset, count)
        : cut(readRegisters(inputRegisters, readInputs()), offset, count),
    write(offset, values) {
      if (offset + values.length > registerCounts.holding) return 'illegalAddress';
      const find = (name: keyof CommandWrite) => values[commandAddresses[name] - offset];
      return commands.write(client, {
        Command: find('Command'),
        LineHeartbeat: find('LineHeartbeat'),
        Owner: find('Owner'),
      });
    },
    readBits(offset, count, table) {
      const isCoil = table === 'coil';
      const assembly = isCoil ? commands.image : readInputs();
      const size = isCoil ? registerCounts.coil : 8 * assembly.length;
      const bits = Array.from({ length: size }, (_, address) => readAssemblyBit(assembly, address));
      return cut(bits, offset, count);
    },
    writeCoils(offset, values) {
      if (offset + values.length > lineCommandBits.length) return 'illegalAddress';
      const Command = values.reduce((word, isSet, index) => setBit(word, offset + index, isSet), commands.commandValue);
      return commands.write(client, { Command });
    },
  };
}

function cut<T>(all: readonly T[], offset: number, count: number): readonly T[] | ModbusException {
  return offset + count <= all.length ? all.slice(offset, offset + count) : 'illegalAddress';
}

function setBit(word: number, index: number, isSet: boolean): number {
  return isSet ? word | (1 << index) : word & ~(1 << index);
}
