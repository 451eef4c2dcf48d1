import type { DeviceTransports } from '../framework/driver.ts';
import type { FtpTransport, OpenFtp } from './ftp.ts';
import { isHaasQuestion } from './haas/answers.ts';
import type { HttpTransport, OpenHttp } from './http.ts';
import type { LineTransport, OpenLines } from './lines.ts';
import type { ModbusFailure, ModbusTransport, OpenModbus } from './modbus.ts';
import type { OpenScanner, ScannerTransport } from './scanner.ts';

const message = 'A connection test writes nothing';
const refused: { readonly ok: false; readonly failure: ModbusFailure } = {
  ok: false,
  failure: { kind: 'refused', wasSent: false, message },
};

/**
 * Returns transports that send no command, also not the stop of a driver that is closed. The bytes of a package are its
 * own: they are sent as they are.
 */
export function readOnly(transports: DeviceTransports): DeviceTransports {
  return {
    ...transports,
    openModbus: readOnlyModbus(transports.openModbus),
    openLines: readOnlyLines(transports.openLines),
    openFtp: readOnlyFtp(transports.openFtp),
    openHttp: readOnlyHttp(transports.openHttp),
    openScanner: readOnlyScanner(transports.openScanner),
  };
}

/** Lets only the questions of a machine control pass. */
function readOnlyLines(open: OpenLines): OpenLines {
  return (target): LineTransport => {
    const lines = open(target);
    return {
      ask: async (question, ...asked) =>
        isHaasQuestion(question)
          ? lines.ask(question, ...asked)
          : { ok: false, failure: { kind: 'aborted', wasSent: false, message } },
      close: () => lines.close(),
    };
  };
}

function readOnlyFtp(open: OpenFtp): OpenFtp {
  return (target): FtpTransport => {
    const ftp = open(target);
    return {
      request: async (request, options) =>
        request.kind === 'upload' || request.kind === 'delete'
          ? { ok: false, failure: { kind: 'aborted', wasSent: false, message } }
          : ftp.request(request, options),
      close: () => ftp.close(),
    };
  };
}

function readOnlyModbus(open: OpenModbus): OpenModbus {
  return (target): ModbusTransport => {
    const modbus = open(target);
    return {
      readHoldingRegisters: (...asked) => modbus.readHoldingRegisters(...asked),
      readInputRegisters: (...asked) => modbus.readInputRegisters(...asked),
      readCoils: (...asked) => modbus.readCoils(...asked),
      readDiscreteInputs: (...asked) => modbus.readDiscreteInputs(...asked),
      writeCoil: async () => refused,
      writeRegisters: async () => refused,
      close: () => modbus.close(),
    };
  };
}

/** Leaves the outputs as they are in a new connection: idle. */
function readOnlyScanner(open: OpenScanner): OpenScanner {
  return (target): ScannerTransport => {
    const scanner = open(target);
    return {
      inputs: () => scanner.inputs(),
      problem: () => scanner.problem(),
      whenKnown: () => scanner.whenKnown(),
      onChange: (listener) => scanner.onChange(listener),
      setOutputs: () => undefined,
      close: () => scanner.close(),
    };
  };
}

function readOnlyHttp(open: OpenHttp): OpenHttp {
  return (target): HttpTransport => {
    const http = open(target);
    return {
      ask: async (question, options) =>
        question.method === 'GET'
          ? http.ask(question, options)
          : { ok: false, failure: { kind: 'aborted', wasSent: false, message } },
      close: () => http.close(),
    };
  };
}
