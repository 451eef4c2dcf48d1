import type { Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import {
  answerRequest,
  FrameSplitter,
  isWriteFunction,
  type ModbusFrame,
  type RegisterBank,
  refuseRequest,
  writeAnswer,
} from '@cellwright/modbus';
import { createLoopbackServer, type LoopbackServer, type ServerBehaviour, sendTo } from './loopback-server.ts';
import { withSwappedBytes } from './modbus.ts';

const maxConnections = 16;

/**
 * Creates the server side of Modbus TCP for simulators: one unit, on loopback only. A peer that violates the protocol is
 * disconnected.
 */
export function createModbusTcpServer(
  unitID: number,
  bank: RegisterBank,
  behaviour: ServerBehaviour,
  clock: Clock,
): LoopbackServer {
  return createLoopbackServer(maxConnections, (socket) => serveModbus(socket, { unitID, bank, behaviour, clock }));
}

export interface ModbusUnit {
  readonly unitID: number;
  readonly bank: RegisterBank;
  readonly behaviour: ServerBehaviour;
  readonly clock: Clock;
}

/** Answers the requests of one client. */
export function serveModbus(socket: Socket, unit: ModbusUnit): void {
  const splitter = new FrameSplitter();
  socket.on('data', (data) => {
    const { frames, isBroken } = splitter.push(data);
    for (const frame of frames) serveFrame(socket, frame, unit);
    if (isBroken) socket.destroy();
  });
}

function serveFrame(socket: Socket, frame: ModbusFrame, unit: ModbusUnit): void {
  // A gateway leaves requests for other units unanswered.
  if (frame.unitID !== unit.unitID) return;
  const functionCode = frame.request[0] ?? 0;
  const mode = unit.behaviour.answerMode(isWriteFunction(functionCode));
  const answer =
    mode.kind === 'refuse'
      ? refuseRequest(functionCode, 'deviceFailure')
      : answerRequest(frame.request, findBank(unit));
  if (mode.kind === 'silent') return;
  if (mode.kind === 'hangUp') {
    socket.destroy();
    return;
  }
  const send = () => sendTo(socket, Buffer.from(writeAnswer(frame, answer)));
  if (mode.delayMS > 0) unit.clock.schedule(mode.delayMS, send);
  else send();
}

/** A device with this fault sends its registers as `BADC`. */
function findBank({ bank, behaviour }: ModbusUnit): RegisterBank {
  return behaviour.swapsBytes?.() ? withSwappedBytes(bank) : bank;
}
