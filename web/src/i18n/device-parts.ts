/** Texts that devices define, in the language of the page. Names that a user gave stay as they are. */
import { findPortByName } from '@cellwright/domain/robot';
import type { NamedAction } from '@cellwright/equipment/capabilities';
import { describeCapabilities, type WiredPort } from '@cellwright/equipment/contracts';
import { wordText } from './contract-text.ts';

/** Translates a port by its full name, 'Output 1'; a name that a user gave stays. */
export function portText(name: string): string {
  const [, word, number] = /^(.+) (\d+)$/.exec(name) ?? [];
  return word !== undefined && findPortByName(name) ? `${wordText('ports', word)} ${number}` : name;
}

/** Translates an action of a device: a word of its contract, or the name that a user gave it. */
export function actionText({ name, isWord }: NamedAction): string {
  return isWord ? wordText('actions', name) : name;
}

/** Translates a sensor of a device. Built-in sensors of a kind are words of its contract. */
export function sensorText(kind: string, name: string): string {
  const { actions } = describeCapabilities({ kind });
  return actions?.sensors.some((sensor) => sensor.name === name) ? wordText('sensors', name) : name;
}

/** Translates the role of a port for the device that is wired to it. */
export function roleText({ role, words }: Pick<WiredPort, 'role' | 'words'>): string {
  if (!words) return role;
  const { text, action } = words;
  return wordText('roles', text).replace('{action}', (place) => (action ? actionText(action) : place));
}
