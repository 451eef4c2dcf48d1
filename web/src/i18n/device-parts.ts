/** Texts that devices define, in the language of the page. Names that a user gave stay as they are. */
import { findPortByName } from '@cellwright/domain/robot';
import type { NamedAction } from '@cellwright/equipment/capabilities';
import { describeCapabilities, type WiredPort } from '@cellwright/equipment/contracts';
import { deviceText } from './contract-text.ts';

/** English words of choices, by the choice, or by the label of its field and the choice. */
const choiceWords: Readonly<Record<string, string>> = {
  controlBoxIO: 'I/O of the control box',
  flangeIO: 'I/O of the flange',
  modbusTCP: 'Modbus TCP',
  haasNGC: 'Haas NGC',
  mtConnect: 'MTConnect',
  wired: 'Outputs and inputs',
  modbus: 'Modbus TCP',
  http: 'HTTP',
  high: 'High',
  low: 'Low',
  pnp: 'PNP',
  npn: 'NPN',
  '24V': '24 V',
  '12V': '12 V',
  boolean: 'Boolean',
  device: 'Same as the device',
  'It is on when: open': 'it is open',
  'It is on when: closed': 'it is closed',
  'It is on when: part': 'it holds a part',
  'Position reference: both': 'Both jaws',
  'Position reference: one': 'One jaw',
};

/** Translates a choice of a field. A word may have several meanings: the text for the field with this label wins. */
export function choiceText(label: string, choice: string): string {
  const inField = `${label}: ${choice}`;
  const text = deviceText(inField);
  if (text !== inField) return text;
  const word = deviceText(portText(choice));
  return word === choice ? (choiceWords[inField] ?? choiceWords[choice] ?? choice) : word;
}

/** Translates a port by its full name, 'Output 1'; a name that a user gave stays. */
export function portText(name: string): string {
  const [, word, number] = /^(.+) (\d+)$/.exec(name) ?? [];
  return word !== undefined && findPortByName(name) ? `${deviceText(word)} ${number}` : name;
}

/** Translates an action of a device: a word of its contract, or the name that a user gave it. */
export function actionText({ name, isWord }: NamedAction): string {
  return isWord ? choiceText('Action', name) : name;
}

/** Translates a sensor of a device. Built-in sensors of a kind are words of its contract. */
export function sensorText(kind: string, name: string): string {
  const { actions } = describeCapabilities({ kind });
  return actions?.sensors.some((sensor) => sensor.name === name) ? deviceText(name) : name;
}

/** Translates the role of a port for the device that is wired to it. */
export function roleText({ role, words }: Pick<WiredPort, 'role' | 'words'>): string {
  if (!words) return role;
  const { text, action } = words;
  return deviceText(text).replace('{action}', (place) => (action ? actionText(action) : place));
}
