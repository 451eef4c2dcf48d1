import type { DeviceTransports } from '../framework/driver.ts';
import type { HttpTransport, OpenHttp } from './http.ts';
import type { ModbusFailure, ModbusTransport, OpenModbus } from './modbus.ts';
import type { OpenScanner, ScannerTransport } from './scanner.ts';

const message = 'A connection test writes nothing';
const refused: { readonly ok: false; readonly failure: ModbusFailure } = {
  ok: false,
  failure: { kind: 'refused', wasSent: false, message },
};

/** Returns transports that send no command, also not the stop of a driver that is closed. A scanned device is idle. */
export function readOnly(transports: DeviceTransports): DeviceTransports {
  return {
    ...transports,
    openModbus: readOnlyModbus(transports.openModbus),
    openHttp: readOnlyHttp(transports.openHttp),
    openScanner: readOnlyScanner(transports.openScanner),
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
