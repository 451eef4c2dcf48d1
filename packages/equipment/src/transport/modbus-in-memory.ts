import type { Clock } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import {
  exceptionCodes,
  type ModbusException,
  type ModbusFailure,
  type ModbusRequestOptions,
  type ModbusResult,
  type ModbusTarget,
  type OpenModbus,
  type RegisterBank,
  withSwappedBytes,
} from './modbus.ts';
import { askWhileBusy, failureOfException } from './modbus-exceptions.ts';

/** Faults of the connection to a simulated device. */
export interface LineFaults {
  readonly silent: boolean;
  readonly refusing: boolean;
  readonly hangUpOnCommand: boolean;
  readonly slow: boolean;
  readonly swappedBytes: boolean;
}

/** Answer time of a slow device, ms. */
const slowAnswerMS = 400;
/** Time of a request and its answer on loopback, ms. */
const roundTripMS = 1;

const refusals: Record<ModbusException, string> = {
  illegalFunction: 'The device refused: unknown request',
  illegalAddress: 'The device refused: unknown register',
  illegalValue: 'The device refused: the value is not allowed',
  deviceFailure: 'The device refused: it has failed',
  acknowledge: 'it has taken an earlier request and is still carrying it out',
  busy: 'it is carrying out an earlier request',
  gatewayPath: 'there is no path to it',
  gatewayTarget: 'it sent nothing',
};

/**
 * Creates Modbus without a socket: drivers reach the registers of simulated devices on a common clock.
 * @param find returns the device at an address; undefined if nothing listens there
 * @param faultsOf returns the faults of its connection; undefined for none
 */
export function createModbusInMemory(
  clock: Clock,
  find: (target: ModbusTarget) => RegisterBank | undefined,
  faultsOf: (target: ModbusTarget) => LineFaults | undefined = () => undefined,
): OpenModbus {
  return (target) => {
    let isClosed = false;
    const ask = <T>(
      carryOut: (bank: RegisterBank) => T | ModbusException,
      options: ModbusRequestOptions = {},
      isWrite = false,
    ) => askWhileBusy({ clock, signal: options.signal, isRead: !isWrite }, () => askOnce(carryOut, options, isWrite));
    const askOnce = async <T>(
      carryOut: (bank: RegisterBank) => T | ModbusException,
      { signal }: ModbusRequestOptions,
      isWrite: boolean,
    ): Promise<ModbusResult<T>> => {
      if (signal?.aborted) return refused('aborted', false, 'The request was cancelled');
      const bank = isClosed ? undefined : find(target);
      if (!bank) return refused('unreachable', false, `Nothing answers at ${target.host}:${target.port}`);
      const faults = faultsOf(target);
      if (faults?.refusing) {
        await clock.sleep(roundTripMS);
        return refused('refused', true, refusals.deviceFailure, exceptionCodes.deviceFailure);
      }
      if (faults?.slow) await clock.sleep(slowAnswerMS);
      const answer = carryOut(faults?.swappedBytes ? withSwappedBytes(bank) : bank);
      if (faults?.hangUpOnCommand && isWrite) {
        await clock.sleep(roundTripMS);
        return refused('connectionLost', true, 'The device closed the connection instead of answering');
      }
      if (faults?.silent) {
        await clock.sleep(target.timeoutMS);
        return refused('timeout', true, deviceMessages.silentFor(target.timeoutMS));
      }
      await clock.sleep(roundTripMS);
      if (isException(answer)) return { ok: false, failure: explainException(answer) };
      return { ok: true, value: answer };
    };
    return {
      readHoldingRegisters: (offset, count, options) => ask((bank) => bank.read(offset, count, 'holding'), options),
      readInputRegisters: (offset, count, options) => ask((bank) => bank.read(offset, count, 'input'), options),
      writeRegisters: (offset, values, options) => ask((bank) => bank.write(offset, values), options, true),
      readCoils: (offset, count, options) =>
        ask((bank) => bank.readBits?.(offset, count, 'coil') ?? 'illegalFunction', options),
      readDiscreteInputs: (offset, count, options) =>
        ask((bank) => bank.readBits?.(offset, count, 'discrete') ?? 'illegalFunction', options),
      writeCoil: (offset, value, options) =>
        ask((bank) => (bank.writeCoils ? bank.writeCoils(offset, [value]) : 'illegalFunction'), options, true),
      async close() {
        isClosed = true;
      },
    };
  };
}

function isException(answer: unknown): answer is ModbusException {
  return typeof answer === 'string' && answer in refusals;
}

function explainException(exception: ModbusException): ModbusFailure {
  const failure = failureOfException(exceptionCodes[exception], refusals[exception]);
  return failure.kind === 'refused' ? { ...failure, message: refusals[exception] } : failure;
}

function refused(kind: ModbusFailure['kind'], wasSent: boolean, message: string, exception?: number) {
  return { ok: false, failure: { kind, wasSent, message, exception } } as const;
}
