import type { Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import { createLoopbackServer, type LoopbackServer, type ServerBehaviour, sendTo } from './loopback-server.ts';
import { exceptionCodes, type RegisterBank, withSwappedBytes } from './modbus.ts';

const functionCodes = {
  readCoils: 1,
  readDiscrete: 2,
  readHolding: 3,
  readInput: 4,
  writeCoil: 5,
  writeSingle: 6,
  writeCoils: 15,
  writeMultiple: 16,
} as const;
/** Values of function 5 that switch coils. */
const coilOn = 0xff00;
const coilOff = 0;
const writing: ReadonlySet<number> = new Set([
  functionCodes.writeCoil,
  functionCodes.writeSingle,
  functionCodes.writeCoils,
  functionCodes.writeMultiple,
]);
/** Transaction, protocol and length; the unit counts towards the length. */
const headerBytes = 6;
const maxFrameLength = 254;
const maxConnections = 16;

/**
 * Creates the server side of Modbus TCP for simulators: functions 1 to 6, 15 and 16 of one unit, on loopback only. A
 * peer that violates the protocol is disconnected.
 */
export function createModbusTcpServer(
  unitID: number,
  bank: RegisterBank,
  behaviour: ServerBehaviour,
  clock: Clock,
): LoopbackServer {
  return createLoopbackServer(maxConnections, (socket) => serveSocket(socket, { unitID, bank, behaviour, clock }));
}

interface Unit {
  readonly unitID: number;
  readonly bank: RegisterBank;
  readonly behaviour: ServerBehaviour;
  readonly clock: Clock;
}

function serveSocket(socket: Socket, unit: Unit): void {
  let received = Buffer.alloc(0);
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    while (received.length >= headerBytes) {
      const length = received.readUInt16BE(4);
      if (received.readUInt16BE(2) !== 0 || length < 2 || length > maxFrameLength) {
        socket.destroy();
        return;
      }
      if (received.length < headerBytes + length) return;
      const frame = received.subarray(0, headerBytes + length);
      received = received.subarray(headerBytes + length);
      serveFrame(socket, frame, unit);
    }
  });
}

function serveFrame(socket: Socket, frame: Buffer, unit: Unit): void {
  // A gateway leaves requests for other units unanswered.
  if (frame.readUInt8(6) !== unit.unitID) return;
  const request = frame.subarray(headerBytes + 1);
  const functionCode = request.readUInt8(0);
  const mode = unit.behaviour.answerMode(writing.has(functionCode));
  const answer = mode.kind === 'refuse' ? refuse(functionCode, 'deviceFailure') : carryOut(request, bankOf(unit));
  if (mode.kind === 'silent') return;
  if (mode.kind === 'hangUp') {
    socket.destroy();
    return;
  }
  const header = Buffer.from(frame.subarray(0, headerBytes + 1));
  header.writeUInt16BE(answer.length + 1, 4);
  const send = () => sendTo(socket, Buffer.concat([header, answer]));
  if (mode.delayMS > 0) unit.clock.schedule(mode.delayMS, send);
  else send();
}

/** A device with this fault sends its registers as `BADC`. */
function bankOf({ bank, behaviour }: Unit): RegisterBank {
  return behaviour.swapsBytes?.() ? withSwappedBytes(bank) : bank;
}

function carryOut(request: Buffer, bank: RegisterBank): Buffer {
  const functionCode = request.readUInt8(0);
  switch (functionCode) {
    case functionCodes.readCoils:
    case functionCodes.readDiscrete:
      return request.length === 5 ? readBits(request, bank) : refuse(functionCode, 'illegalValue');
    case functionCodes.writeCoil:
      return request.length === 5 ? writeCoil(request, bank) : refuse(functionCode, 'illegalValue');
    case functionCodes.writeCoils:
      return writeCoils(request, bank);
    case functionCodes.readHolding:
    case functionCodes.readInput:
      return request.length === 5 ? readRegisters(request, bank) : refuse(functionCode, 'illegalValue');
    case functionCodes.writeSingle:
      return request.length === 5
        ? writeRegisters(request, bank, [request.readUInt16BE(3)])
        : refuse(functionCode, 'illegalValue');
    case functionCodes.writeMultiple: {
      const values = readValues(request);
      return values ? writeRegisters(request, bank, values) : refuse(functionCode, 'illegalValue');
    }
    default:
      return refuse(functionCode, 'illegalFunction');
  }
}

function readRegisters(request: Buffer, bank: RegisterBank): Buffer {
  const functionCode = request.readUInt8(0);
  const count = request.readUInt16BE(3);
  if (count < 1 || count > 125) return refuse(functionCode, 'illegalValue');
  const table = functionCode === functionCodes.readInput ? 'input' : 'holding';
  const values = bank.read(request.readUInt16BE(1), count, table);
  if (typeof values === 'string') return refuse(functionCode, values);
  const answer = Buffer.alloc(2 + 2 * values.length);
  answer.writeUInt8(functionCode, 0);
  answer.writeUInt8(2 * values.length, 1);
  values.forEach((value, index) => void answer.writeUInt16BE(value & 0xffff, 2 + 2 * index));
  return answer;
}

function readBits(request: Buffer, bank: RegisterBank): Buffer {
  const functionCode = request.readUInt8(0);
  if (!bank.readBits) return refuse(functionCode, 'illegalFunction');
  const count = request.readUInt16BE(3);
  if (count < 1 || count > 2000) return refuse(functionCode, 'illegalValue');
  const table = functionCode === functionCodes.readCoils ? 'coil' : 'discrete';
  const bits = bank.readBits(request.readUInt16BE(1), count, table);
  if (typeof bits === 'string') return refuse(functionCode, bits);
  const answer = Buffer.alloc(2 + Math.ceil(bits.length / 8));
  answer.writeUInt8(functionCode, 0);
  answer.writeUInt8(answer.length - 2, 1);
  bits.forEach((bit, index) => {
    const at = 2 + (index >> 3);
    if (bit) answer.writeUInt8(answer.readUInt8(at) | (1 << (index & 7)), at);
  });
  return answer;
}

function writeCoil(request: Buffer, bank: RegisterBank): Buffer {
  const functionCode = request.readUInt8(0);
  if (!bank.writeCoil) return refuse(functionCode, 'illegalFunction');
  const value = request.readUInt16BE(3);
  if (value !== coilOn && value !== coilOff) return refuse(functionCode, 'illegalValue');
  const exception = bank.writeCoil(request.readUInt16BE(1), value === coilOn);
  return exception ? refuse(functionCode, exception) : Buffer.from(request);
}

function writeCoils(request: Buffer, bank: RegisterBank): Buffer {
  const functionCode = request.readUInt8(0);
  if (!bank.writeCoil) return refuse(functionCode, 'illegalFunction');
  const count = request.length < 7 ? 0 : request.readUInt16BE(3);
  const bytes = Math.ceil(count / 8);
  if (count < 1 || count > 1968 || request.readUInt8(5) !== bytes || request.length !== 6 + bytes)
    return refuse(functionCode, 'illegalValue');
  for (let index = 0; index < count; index++) {
    const isOn = (request.readUInt8(6 + (index >> 3)) & (1 << (index & 7))) !== 0;
    const exception = bank.writeCoil(request.readUInt16BE(1) + index, isOn);
    if (exception) return refuse(functionCode, exception);
  }
  return Buffer.from(request.subarray(0, 5));
}

function writeRegisters(request: Buffer, bank: RegisterBank, values: readonly number[]): Buffer {
  const exception = bank.write(request.readUInt16BE(1), values);
  // Both write functions are answered with the first five bytes of their request.
  return exception ? refuse(request.readUInt8(0), exception) : Buffer.from(request.subarray(0, 5));
}

/** Returns the values of a function 16 request, or undefined if its counts are inconsistent. */
function readValues(request: Buffer): number[] | undefined {
  if (request.length < 6) return undefined;
  const count = request.readUInt16BE(3);
  if (count < 1 || count > 123 || request.readUInt8(5) !== 2 * count || request.length !== 6 + 2 * count)
    return undefined;
  return Array.from({ length: count }, (_, index) => request.readUInt16BE(6 + 2 * index));
}

function refuse(functionCode: number, exception: keyof typeof exceptionCodes): Buffer {
  return Buffer.from([functionCode | 0x80, exceptionCodes[exception]]);
}
