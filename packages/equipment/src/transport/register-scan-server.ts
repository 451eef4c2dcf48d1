import { type Clock, realTimeOf } from '@cellwright/domain/basics';
import { createLoopbackServer, type LoopbackServer, type ServerBehaviour } from './loopback-server.ts';
import type { ModbusException, RegisterBank } from './modbus.ts';
import { serveModbus } from './modbus-tcp-server.ts';
import { wordsFrom } from './register-scanner.ts';
import type { CyclicBank, CyclicDevice, CyclicRegisters } from './scanner.ts';

export interface RegisterScanServerOptions {
  readonly bank: CyclicBank;
  readonly registers: CyclicRegisters;
  /** Time without a write after which the device ends its outputs and the connection, ms. */
  readonly timeoutMS: number;
  readonly behaviour: ServerBehaviour;
  readonly clock: Clock;
}

const maxConnections = 8;

/**
 * Server side of registers that are written and read at every interval, for simulators, on loopback only. Each client
 * reaches a device of its own, as with EtherNet/IP.
 */
export function createRegisterScanServer(options: RegisterScanServerOptions): LoopbackServer {
  const { bank, registers, behaviour, clock } = options;
  return createLoopbackServer(maxConnections, (socket) => {
    const served = new ServedRegisters(bank.open(), options, () => socket.destroy());
    serveModbus(socket, { unitID: registers.unitID, bank: served, behaviour, clock });
    socket.once('close', () => served.close());
  });
}

/** The registers of one client, until its connection ends. */
class ServedRegisters implements RegisterBank {
  readonly #device: CyclicDevice;
  readonly #registers: CyclicRegisters;
  readonly #outputs: Uint8Array;
  readonly #restartWatchdog: () => void;
  #cancelWatchdog: () => void = () => undefined;

  constructor(device: CyclicDevice, { bank, registers, timeoutMS, clock }: RegisterScanServerOptions, end: () => void) {
    this.#device = device;
    this.#registers = registers;
    this.#outputs = new Uint8Array(bank.layout.consumed.size);
    this.#restartWatchdog = () => {
      this.#cancelWatchdog();
      this.#cancelWatchdog = realTimeOf(clock).schedule(timeoutMS, () => {
        device.take(undefined);
        end();
      });
    };
  }

  close(): void {
    this.#cancelWatchdog();
    this.#device.close();
  }

  read(offset: number, count: number, table: 'holding' | 'input'): readonly number[] | ModbusException {
    const { inputTable, inputOffset, outputOffset } = this.#registers;
    const isInput = (inputTable === 'inputRegister') === (table === 'input');
    const inputs = isInput ? pick(this.#device.readInputs(), offset - inputOffset, count) : undefined;
    const outputs = table === 'holding' ? pick(this.#outputs, offset - outputOffset, count) : undefined;
    return inputs ?? outputs ?? 'illegalAddress';
  }

  write(offset: number, values: readonly number[]): undefined | ModbusException {
    const first = offset - this.#registers.outputOffset;
    if (!pick(this.#outputs, first, values.length)) return 'illegalAddress';
    this.#outputs.set(
      values.flatMap((value) => [value & 0xff, value >> 8]),
      2 * first,
    );
    this.#device.take(this.#outputs.slice());
    this.#restartWatchdog();
    return undefined;
  }
}

/** Returns registers of an image; undefined if it does not have all of them. */
function pick(image: Uint8Array, first: number, count: number): readonly number[] | undefined {
  return first >= 0 && 2 * (first + count) <= image.length ? wordsFrom(image).slice(first, first + count) : undefined;
}
