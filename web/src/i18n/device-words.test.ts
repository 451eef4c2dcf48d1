import { allPorts, factorySpeedProfiles, ioPortName } from '@cellwright/domain/robot';
import {
  contractOf,
  describeCapabilities,
  equipmentContracts,
  equipmentKinds,
  wiredPortsOf,
} from '@cellwright/equipment/contracts';
import { readFields } from '@cellwright/fields';
import { describe, expect, it } from 'vitest';
import { checkFieldTexts, shownFields } from './contract-fields.fixture.ts';
import { deContracts } from './de/contract.ts';
import { de } from './de.ts';

/** Models, formats and byte orders: they are the same in every language. */
const code = /^(?=.*[A-Z\d])[A-Z\d/-]+$|^(u?int|float)\d+$/;
const kinds = equipmentKinds.map((kind) => ({ kind, schema: contractOf(kind).config }));
const withoutNumber = (name: string) => name.replace(/ \d+$/, '');
const sorted = (texts: Iterable<string>) => [...new Set(texts)].toSorted();
const ports = sorted(allPorts.map((port) => withoutNumber(ioPortName(port))));

/** Returns the choices of all fields that have no German text. */
function findUntranslatedChoices(): string[] {
  const { deviceFields: own, sharedDeviceFields: shared, choices: common } = deContracts;
  return kinds.flatMap(({ kind, schema }) =>
    shownFields(schema).flatMap(({ path, choices }) =>
      choices
        .filter((choice) => {
          const ofField = (own[kind]?.[path] ?? shared[path])?.choices ?? {};
          const texts = [ofField, common, de.box.choices];
          return !code.test(choice) && !ports.includes(withoutNumber(choice)) && !texts.some((text) => choice in text);
        })
        .map((choice) => `${kind}.${path}: ${choice}`),
    ),
  );
}

describe('The German texts of devices', () => {
  it('cover every field of every kind, and no other', () => {
    const { deviceFields: own, sharedDeviceFields: shared } = deContracts;
    expect(checkFieldTexts(kinds, { own, shared })).toEqual([]);
  });

  it('cover every choice of a field', () => {
    expect(findUntranslatedChoices()).toEqual([]);
  });

  it('cover every kind, and no other', () => {
    expect(sorted(Object.keys(deContracts.deviceKinds))).toEqual(sorted(equipmentKinds));
    for (const { label, description, firstName } of Object.values(deContracts.deviceKinds)) {
      expect([label, description, firstName]).not.toContain('');
    }
  });

  it('cover the ports, the sensors, the roles of ports and the factory speed profiles, and no other', () => {
    const parts = equipmentKinds.map((kind) => describeCapabilities({ kind }).actions);
    const roles = equipmentKinds.flatMap((kind) =>
      equipmentContracts[kind].examples.flatMap(({ config }) => wiredPortsOf(config)),
    );
    expect(sorted(Object.keys(deContracts.ports))).toEqual(ports);
    expect(sorted(Object.keys(deContracts.sensors))).toEqual(
      sorted(parts.flatMap((part) => part?.sensors.map(({ name }) => name) ?? [])),
    );
    expect(sorted(Object.keys(deContracts.roles))).toEqual(sorted(roles.flatMap(({ words }) => words?.text ?? [])));
    expect(sorted(Object.keys(deContracts.speedProfiles))).toEqual(
      sorted(factorySpeedProfiles.map(({ name }) => name)),
    );
    for (const part of parts) {
      for (const { name } of part?.actions ?? []) expect(deContracts.actions).toHaveProperty([name]);
    }
  });

  it('name only devices that a kind names', () => {
    const names = kinds.map(({ schema }) => readFields(schema).find(({ name }) => name === 'name')?.defaultValue);
    expect(Object.keys(deContracts.deviceNames).filter((name) => !names.includes(name))).toEqual([]);
  });
});
