import { allPorts, factorySpeedProfiles, ioPortName } from '@cellwright/domain';
import {
  contractOf,
  describeCapabilities,
  type EquipmentKind,
  equipmentContracts,
  equipmentKinds,
  wiredPortsOf,
} from '@cellwright/equipment/contracts';
import { type Field, readFields } from '@cellwright/fields';
import { de } from './de.ts';

/** What a text of a contract is; any of `keys` translates it. */
export interface DeviceWord {
  readonly what: string;
  readonly keys: readonly string[];
}

/** Models, formats and orders of bytes: they are written alike in every language. */
const code = /^(?=.*[A-Z\d])[A-Z\d/-]+$|^(u?int|float)\d+$/;

/** All that the contract of a kind says to the people in front of a page. */
export function wordsOfKind(kind: EquipmentKind): readonly DeviceWord[] {
  const { label, description } = contractOf(kind);
  return [
    { what: 'label', keys: [label] },
    { what: 'description', keys: [description] },
    ...readFields(contractOf(kind).config).flatMap(wordsOfField),
    ...firstName(kind),
    ...wordsOfParts(kind),
  ];
}

export const wordsOfDevices: readonly DeviceWord[] = equipmentKinds.flatMap(wordsOfKind);

/** What ports are called, without their number. */
export const wordsOfPorts: readonly DeviceWord[] = allPorts.map((port) => ({
  what: 'port',
  keys: [withoutNumber(ioPortName(port))],
}));

export const wordsOfProfiles: readonly DeviceWord[] = factorySpeedProfiles.map(({ name }) => ({
  what: 'speed profile',
  keys: [`Speed profile: ${name}`],
}));

function wordsOfField({ name, label, help, choices, fields }: Field): DeviceWord[] {
  // No form asks for the id of an entry.
  if (label === undefined || name === 'id') return [];
  return [
    { what: `label of ${name}`, keys: [label] },
    ...(help === undefined ? [] : [{ what: `help of ${name}`, keys: [help] }]),
    ...choices.flatMap((choice) => wordOfChoice(label, choice)),
    ...fields.flatMap(wordsOfField),
  ];
}

function wordOfChoice(label: string, choice: string): DeviceWord[] {
  const isSaid = code.test(choice) || Object.hasOwn(de.box.choices, choice);
  return isSaid ? [] : [{ what: `choice of ${label}`, keys: [`${label}: ${choice}`, withoutNumber(choice)] }];
}

/** What a device is named until a person names it. */
function firstName(kind: EquipmentKind): DeviceWord[] {
  const field = readFields(contractOf(kind).config).find(({ name }) => name === 'name');
  return [{ what: 'first name', keys: [String(field?.defaultValue)] }];
}

/** What the kind calls its actions, its sensors, and the ports that it is wired to. */
function wordsOfParts(kind: EquipmentKind): DeviceWord[] {
  const { actions } = describeCapabilities({ kind });
  const parts = actions ? [...actions.actions, ...actions.sensors] : [];
  const { examples } = equipmentContracts[kind];
  const ports = examples.flatMap(({ config }) => wiredPortsOf(config));
  return [
    ...parts.map(({ name }) => ({ what: 'action or sensor', keys: [`Action: ${name}`, name] })),
    ...ports.flatMap(({ words }) => (words ? [{ what: 'role of a port', keys: [words.text] }] : [])),
  ];
}

function withoutNumber(name: string): string {
  return name.replace(/ \d+$/, '');
}
