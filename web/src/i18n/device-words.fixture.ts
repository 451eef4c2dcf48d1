import { allPorts, factorySpeedProfiles, ioPortName } from '@cellwright/domain/robot';
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

/** Text of a contract; any of `keys` translates it. */
export interface DeviceWord {
  readonly what: string;
  readonly keys: readonly string[];
}

/** Models, formats and byte orders: they are the same in every language. */
const code = /^(?=.*[A-Z\d])[A-Z\d/-]+$|^(u?int|float)\d+$/;

/** Returns all texts that the contract of a kind shows on a page. */
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

/** Names of ports, without their number. */
export const wordsOfPorts: readonly DeviceWord[] = allPorts.map((port) => ({
  what: 'port',
  keys: [withoutNumber(ioPortName(port))],
}));

export const wordsOfProfiles: readonly DeviceWord[] = factorySpeedProfiles.map(({ name }) => ({
  what: 'speed profile',
  keys: [`Speed profile: ${name}`],
}));

function wordsOfField({ name, label, help, choices, fields }: Field): DeviceWord[] {
  // Forms do not show the id of an entry.
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

/** Returns the default name of a device. */
function firstName(kind: EquipmentKind): DeviceWord[] {
  const field = readFields(contractOf(kind).config).find(({ name }) => name === 'name');
  return [{ what: 'first name', keys: [String(field?.defaultValue)] }];
}

/** Returns the names of the kind's actions, sensors, and port roles. */
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
