import type { RegisterTable } from '@cellwright/domain/equipment';
import { findPortByName } from '@cellwright/domain/robot';
import { isBitTable } from '../capabilities/probe.ts';
import { type DeviceInterface, isWired } from './place-fields.ts';
import {
  type byteOrders,
  encodeRegisters,
  namedOrders,
  ranges,
  type registerFormats,
  wordsOf,
} from './register-format.ts';

interface CheckedPlace {
  readonly ioPort: string;
  readonly type: RegisterTable;
  readonly offset: number;
  readonly format: (typeof registerFormats)[number];
}
interface CheckedOutput extends Omit<CheckedPlace, 'ioPort'> {
  readonly order: (typeof byteOrders)[number];
  readonly value: number;
}

export const placeMessages = {
  chooseSignal: 'Choose the signal',
  otherInterface: (port: string, device: DeviceInterface) => `${port} is not a port of ${device}. Choose another`,
  onlyRead: 'An action can set a holding register or a coil. Choose another type',
  bitsAreBoolean: 'A coil or a discrete input is true or false. Choose the format boolean',
  lastRegister: 'A value of two registers must start at 65534 or below',
  outOfRange: (minimum: number, maximum: number) => `This format holds ${minimum} to ${maximum}`,
} as const;

/** Checks that the interface has the place of a sensor or an output. */
export function checkPlace(
  deviceInterface: DeviceInterface,
  { ioPort, type, offset, format }: CheckedPlace,
  say: (field: string, message: string) => void,
): void {
  if (isWired(deviceInterface)) {
    const port = findPortByName(ioPort);
    if (!port) say('ioPort', placeMessages.chooseSignal);
    else if (port.kind.startsWith('Flange') !== (deviceInterface === 'flangeIO'))
      say('ioPort', placeMessages.otherInterface(ioPort, deviceInterface));
  } else if (deviceInterface === 'modbusTCP') {
    if (isBitTable(type) && format !== 'boolean') say('format', placeMessages.bitsAreBoolean);
    if (offset + wordsOf(format) - 1 > 65_535) say('offset', placeMessages.lastRegister);
  }
}

/** Checks that the place of an output can be written, and holds its value. */
export function checkWritten(
  { type, format, order, value }: CheckedOutput,
  say: (field: string, message: string) => void,
) {
  if (type !== 'holdingRegister' && type !== 'coil') say('type', placeMessages.onlyRead);
  const { minimum, maximum } = ranges[format];
  if (!encodeRegisters(value, format, namedOrders[order])) say('value', placeMessages.outOfRange(minimum, maximum));
}
