import { findPortByName } from '@cellwright/domain';
import { findNamed } from '../../capabilities/actions.ts';
import { isBitTable } from '../../capabilities/probe.ts';
import { encodeRegisters, namedOrders, ranges, wordsOf } from '../../framework/register-format.ts';
import {
  type ActionOutput,
  type CustomAction,
  type CustomSensor,
  type deviceInterfaces,
  nameOfAction,
} from './contract-fields.ts';

type DeviceInterface = (typeof deviceInterfaces)[number];
type Say = (path: readonly (string | number)[], message: string) => void;
interface Checked {
  readonly deviceInterface: DeviceInterface;
  readonly actions: readonly CustomAction[];
  readonly sensors: readonly CustomSensor[];
}

export const deviceMessages = {
  chooseSignal: 'Choose the signal',
  otherInterface: (port: string, device: DeviceInterface) => `${port} is not a port of ${device}; choose another`,
  usedTwice: 'Another sensor of this device has this signal already',
  namedTwice: (what: string) => `Another ${what} has the same name; change one`,
  addAnOutput: 'Add an output that the action sets',
  nameTheAction: 'Give the custom action a name',
  onlyRead: 'An action can set a holding register or a coil; choose another type',
  bitsAreBoolean: 'A coil or a discrete input is true or false; choose the format boolean',
  lastRegister: 'A value of two registers begins at 65534 at the latest',
  outOfRange: (minimum: number, maximum: number) => `This format holds ${minimum} to ${maximum}`,
  noSuchSensor: (name: string) => `The device has no sensor '${name}'; add it, or choose another`,
} as const;

/** Checks rules between the fields: each action and each sensor needs certain fields on this interface. */
export function checkCustomDevice({ deviceInterface, actions, sensors }: Checked, say: Say): void {
  checkNames('sensor', sensors, (index, message) => say(['sensors', index, 'name'], message));
  const named = actions.map((action) => ({ id: action.id, name: nameOfAction(action) }));
  checkNames('action', named, (index, message) => say(['actions', index, 'customActionName'], message));
  const taken = new Set<string>();
  for (const [index, sensor] of sensors.entries()) {
    checkPlace(deviceInterface, sensor, (field, message) => say(['sensors', index, field], message));
    if (isWired(deviceInterface) && taken.has(sensor.ioPort))
      say(['sensors', index, 'ioPort'], deviceMessages.usedTwice);
    taken.add(sensor.ioPort);
  }
  for (const [index, action] of actions.entries()) {
    const { kind, customActionName, actionOutputs, waitForSensor } = action;
    if (kind === 'custom' && customActionName.trim() === '')
      say(['actions', index, 'customActionName'], deviceMessages.nameTheAction);
    if (actionOutputs.length === 0) say(['actions', index, 'actionOutputs'], deviceMessages.addAnOutput);
    if (waitForSensor !== '' && !findNamed(sensors, waitForSensor))
      say(['actions', index, 'waitForSensor'], deviceMessages.noSuchSensor(waitForSensor));
    for (const [place, output] of actionOutputs.entries()) {
      const sayHere = (field: string, message: string) =>
        say(['actions', index, 'actionOutputs', place, field], message);
      checkPlace(deviceInterface, output, sayHere);
      if (deviceInterface === 'modbusTCP') checkWritten(output, sayHere);
    }
  }
}

export function isWired(deviceInterface: DeviceInterface): boolean {
  return deviceInterface === 'controlBoxIO' || deviceInterface === 'flangeIO';
}

function checkNames(
  what: string,
  items: readonly { readonly id: string; readonly name: string }[],
  say: (index: number, message: string) => void,
): void {
  const isRepeated = ({ id, name }: (typeof items)[number], index: number) =>
    items.slice(0, index).some((other) => other.id === id || other.name === name);
  for (const [index, item] of items.entries()) if (isRepeated(item, index)) say(index, deviceMessages.namedTwice(what));
}

function checkPlace(
  deviceInterface: DeviceInterface,
  { ioPort, type, offset, format }: Pick<CustomSensor, 'type' | 'offset' | 'format'> & { readonly ioPort: string },
  say: (field: string, message: string) => void,
): void {
  if (isWired(deviceInterface)) {
    const port = findPortByName(ioPort);
    if (!port) say('ioPort', deviceMessages.chooseSignal);
    else if (port.kind.startsWith('Flange') !== (deviceInterface === 'flangeIO'))
      say('ioPort', deviceMessages.otherInterface(ioPort, deviceInterface));
  } else if (deviceInterface === 'modbusTCP') {
    if (isBitTable(type) && format !== 'boolean') say('format', deviceMessages.bitsAreBoolean);
    if (offset + wordsOf(format) - 1 > 65_535) say('offset', deviceMessages.lastRegister);
  }
}

function checkWritten({ type, format, order, value }: ActionOutput, say: (field: string, message: string) => void) {
  if (type !== 'holdingRegister' && type !== 'coil') say('type', deviceMessages.onlyRead);
  const { minimum, maximum } = ranges[format];
  if (!encodeRegisters(value, format, namedOrders[order])) say('value', deviceMessages.outOfRange(minimum, maximum));
}
