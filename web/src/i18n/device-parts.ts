/** What devices say of themselves, in the language of the page. What people named is said as they named it. */
import { findPortByName } from '@cellwright/domain';
import type { NamedAction } from '@cellwright/equipment/capabilities';
import { describeCapabilities, type WiredPort } from '@cellwright/equipment/contracts';
import { deviceText } from './contract-text.ts';

/** A choice of a field. One word may mean different things: what is said of it in the field with this label comes first. */
export function choiceText(label: string, choice: string): string {
  const inField = `${label}: ${choice}`;
  const text = deviceText(inField);
  return text === inField ? deviceText(portText(choice)) : text;
}

/** A port by its full name, 'Output 1'; a name that a person gave to one stays. */
export function portText(name: string): string {
  const [, word, number] = /^(.+) (\d+)$/.exec(name) ?? [];
  return word !== undefined && findPortByName(name) ? `${deviceText(word)} ${number}` : name;
}

/** An action of a device: a word of its contract, or the name that a person gave it. */
export function actionText({ name, isWord }: NamedAction): string {
  return isWord ? choiceText('Action', name) : name;
}

/** A sensor of a device. Those that a kind has whatever its configuration are words of its contract. */
export function sensorText(kind: string, name: string): string {
  const { actions } = describeCapabilities({ kind });
  return actions?.sensors.some((sensor) => sensor.name === name) ? deviceText(name) : name;
}

/** What a port is to the device that is wired to it. */
export function roleText({ role, words }: Pick<WiredPort, 'role' | 'words'>): string {
  if (!words) return role;
  const { text, action } = words;
  return deviceText(text).replace('{action}', (place) => (action ? actionText(action) : place));
}
