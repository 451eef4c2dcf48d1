import type { TFunction } from 'i18next';
import type { DecodedFrame, ModbusExceptionCode, ModbusFunctionCode } from './decode-frame.ts';

type Translate = TFunction<'equipmentInspector'>;

const functions: Readonly<Record<number, ModbusFunctionCode>> = {
  1: 'readCoils',
  2: 'readDiscreteInputs',
  3: 'readHoldingRegisters',
  4: 'readInputRegisters',
  5: 'writeCoil',
  6: 'writeRegister',
  15: 'writeCoils',
  16: 'writeRegisters',
};
const exceptions: Readonly<Record<number, ModbusExceptionCode>> = {
  1: 'illegalFunction',
  2: 'illegalAddress',
  3: 'illegalValue',
  4: 'deviceFailure',
  5: 'acknowledge',
  6: 'busy',
  10: 'gatewayPath',
  11: 'gatewayTarget',
};

/** Returns the content of a frame in words; '' if it is not known. */
export function describeFrame(decoded: DecodedFrame | undefined, t: Translate): string {
  switch (decoded?.kind) {
    case undefined:
      return '';
    case 'modbus':
      return describeModbus(decoded, t);
    case 'cyclic':
      return t('cyclic', { size: decoded.size });
    case 'command':
      return decoded.name;
    case 'text':
      return decoded.text;
  }
}

function describeModbus(decoded: Extract<DecodedFrame, { kind: 'modbus' }>, t: Translate): string {
  const { unit, code, exception, offset, count, values } = decoded;
  const known = functions[code];
  const parts = [
    t('modbus.unit', { unit }),
    known ? t(`modbus.functions.${known}`) : t('modbus.function', { code }),
    ...(offset === undefined ? [] : [t('modbus.offset', { offset })]),
    ...(count === undefined ? [] : [t('modbus.count', { count })]),
    ...(values === undefined ? [] : [t('modbus.values', { values: values.join(' ') })]),
    ...(exception === undefined ? [] : [describeException(exception, t)]),
  ];
  return parts.join(' · ');
}

function describeException(code: number, t: Translate): string {
  const known = exceptions[code];
  return known ? t(`modbus.exceptions.${known}`) : t('modbus.exception', { code });
}
