import { exceptionCodes, functionCodes, type ModbusException, type RegisterBank } from './register-bank.ts';

/** Maximum counts of a request, as the standard sets them. */
const limits = { readBits: 2000, readRegisters: 125, writeCoils: 1968, writeRegisters: 123, exchanged: 121 };
/** Values of function 5. */
const coilOn = 0xff00;
const coilOff = 0;

/**
 * Answers a request, from its function code on. A request of a wrong size or with a wrong count is refused and changes
 * nothing.
 */
export function answerRequest(request: Uint8Array, bank: RegisterBank): Uint8Array {
  const functionCode = request[0] ?? 0;
  const answer = carryOut(functionCode, new Request(request), bank);
  return typeof answer === 'string' ? refuseRequest(functionCode, answer) : Uint8Array.of(functionCode, ...answer);
}

/** Returns the answer that refuses a request. */
export function refuseRequest(functionCode: number, exception: ModbusException): Uint8Array {
  return Uint8Array.of(functionCode | 0x80, exceptionCodes[exception]);
}

type Answer = readonly number[] | ModbusException;

/** Reads 16-bit numbers of a request, most significant byte first. */
class Request {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(index: number): number {
    return this.bytes[index] ?? 0;
  }

  u16(index: number): number {
    return this.u8(index) * 256 + this.u8(index + 1);
  }

  words(index: number, count: number): number[] {
    return Array.from({ length: count }, (_, at) => this.u16(index + 2 * at));
  }

  bits(index: number, count: number): boolean[] {
    return Array.from({ length: count }, (_, at) => (this.u8(index + (at >> 3)) & (1 << (at & 7))) !== 0);
  }
}

function carryOut(functionCode: number, request: Request, bank: RegisterBank): Answer {
  switch (functionCode) {
    case functionCodes.readCoils:
      return readBits(request, bank, 'coil');
    case functionCodes.readDiscrete:
      return readBits(request, bank, 'discrete');
    case functionCodes.readHolding:
      return readRegisters(request, bank, 'holding');
    case functionCodes.readInput:
      return readRegisters(request, bank, 'input');
    case functionCodes.writeCoil:
      return writeCoil(request, bank);
    case functionCodes.writeSingle:
      return request.length === 5 ? writeRegisters(request, bank, [request.u16(3)]) : 'illegalValue';
    case functionCodes.writeCoils:
      return writeCoils(request, bank);
    case functionCodes.writeMultiple: {
      const values = readValues(request, 3, limits.writeRegisters);
      return values ? writeRegisters(request, bank, values) : 'illegalValue';
    }
    case functionCodes.readWriteMultiple:
      return exchange(request, bank);
    default:
      return 'illegalFunction';
  }
}

function isCount(count: number, maximum: number): boolean {
  return count >= 1 && count <= maximum;
}

function readBits(request: Request, bank: RegisterBank, table: 'coil' | 'discrete'): Answer {
  if (!bank.readBits) return 'illegalFunction';
  if (request.length !== 5 || !isCount(request.u16(3), limits.readBits)) return 'illegalValue';
  const bits = bank.readBits(request.u16(1), request.u16(3), table);
  if (typeof bits === 'string') return bits;
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, byte) =>
    bits.slice(8 * byte, 8 * byte + 8).reduce((sum, bit, index) => sum + (bit ? 1 << index : 0), 0),
  );
  return [bytes.length, ...bytes];
}

function readRegisters(request: Request, bank: RegisterBank, table: 'holding' | 'input'): Answer {
  if (request.length !== 5 || !isCount(request.u16(3), limits.readRegisters)) return 'illegalValue';
  return describeWords(bank.read(request.u16(1), request.u16(3), table));
}

function describeWords(words: readonly number[] | ModbusException): Answer {
  if (typeof words === 'string') return words;
  return [2 * words.length, ...words.flatMap((word) => [(word >> 8) & 0xff, word & 0xff])];
}

function writeCoil(request: Request, bank: RegisterBank): Answer {
  if (!bank.writeCoils) return 'illegalFunction';
  const value = request.u16(3);
  if (request.length !== 5 || (value !== coilOn && value !== coilOff)) return 'illegalValue';
  return bank.writeCoils(request.u16(1), [value === coilOn]) ?? [...request.bytes.slice(1, 5)];
}

function writeCoils(request: Request, bank: RegisterBank): Answer {
  if (!bank.writeCoils) return 'illegalFunction';
  const count = request.u16(3);
  const byteCount = Math.ceil(count / 8);
  if (!isCount(count, limits.writeCoils) || request.u8(5) !== byteCount || request.length !== 6 + byteCount)
    return 'illegalValue';
  return bank.writeCoils(request.u16(1), request.bits(6, count)) ?? [...request.bytes.slice(1, 5)];
}

/** Both functions that write registers are answered with the first five bytes of their request. */
function writeRegisters(request: Request, bank: RegisterBank, values: readonly number[]): Answer {
  return bank.write(request.u16(1), values) ?? [...request.bytes.slice(1, 5)];
}

/** Returns the values behind a count at `index`, or undefined if the counts are inconsistent. */
function readValues(request: Request, index: number, maximum: number): number[] | undefined {
  const count = request.u16(index);
  const start = index + 3;
  if (!isCount(count, maximum) || request.u8(index + 2) !== 2 * count || request.length !== start + 2 * count)
    return undefined;
  return request.words(start, count);
}

/** Writes, then reads. The read is checked first, so that a refused request writes nothing. */
function exchange(request: Request, bank: RegisterBank): Answer {
  const values = readValues(request, 7, limits.exchanged);
  const [offset, count] = [request.u16(1), request.u16(3)];
  if (!values || !isCount(count, limits.readRegisters)) return 'illegalValue';
  const before = bank.read(offset, count, 'holding');
  if (typeof before === 'string') return before;
  return bank.write(request.u16(5), values) ?? describeWords(bank.read(offset, count, 'holding'));
}
