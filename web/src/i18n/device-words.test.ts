import { equipmentKinds } from '@cellwright/equipment/contracts';
import { describe, expect, it } from 'vitest';
import { deContractDevices } from './de/contract-devices.ts';
import { type DeviceWord, wordsOfDevices, wordsOfKind, wordsOfPorts, wordsOfProfiles } from './device-words.fixture.ts';

const isSaid = ({ keys }: DeviceWord) => keys.some((key) => Object.hasOwn(deContractDevices, key));

describe('The German texts of devices', () => {
  it.each(equipmentKinds)('cover the contract of %s', (kind) => {
    expect(wordsOfKind(kind).filter((word) => !isSaid(word))).toEqual([]);
  });

  it('cover the name of every port', () => {
    expect(wordsOfPorts.filter((word) => !isSaid(word))).toEqual([]);
  });

  it('cover the names of the factory speed profiles', () => {
    expect(wordsOfProfiles.filter((word) => !isSaid(word))).toEqual([]);
  });

  it('contain nothing that no contract uses', () => {
    const used = new Set([...wordsOfDevices, ...wordsOfPorts, ...wordsOfProfiles].flatMap(({ keys }) => keys));
    expect(Object.keys(deContractDevices).filter((key) => !used.has(key))).toEqual([]);
  });

  it('contain no empty text', () => {
    expect(Object.entries(deContractDevices).filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});
