import { isSameName } from '@cellwright/domain/basics';
import { findNamed } from '../../capabilities/actions.ts';
import { checkPlace, checkWritten, placeMessages } from '../../framework/place-checks.ts';
import { type DeviceInterface, isWired } from '../../framework/place-fields.ts';
import { type CustomAction, type CustomSensor, nameOfAction } from './contract-fields.ts';

type Say = (path: readonly (string | number)[], message: string) => void;
interface Checked {
  readonly deviceInterface: DeviceInterface;
  readonly actions: readonly CustomAction[];
  readonly sensors: readonly CustomSensor[];
}

export const deviceMessages = {
  ...placeMessages,
  usedTwice: 'Another sensor of this device already uses this signal',
  namedTwice: (what: string) => `Another ${what} has the same name. Change one`,
  addAnOutput: 'Add an output that the action sets',
  nameTheAction: 'Give the custom action a name',
  noSuchSensor: (name: string) => `The device has no sensor '${name}'. Add it, or choose another`,
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

function checkNames(
  what: string,
  items: readonly { readonly id: string; readonly name: string }[],
  say: (index: number, message: string) => void,
): void {
  const isRepeated = ({ id, name }: (typeof items)[number], index: number) =>
    items.slice(0, index).some((other) => other.id === id || isSameName(other.name, name));
  for (const [index, item] of items.entries()) if (isRepeated(item, index)) say(index, deviceMessages.namedTwice(what));
}
