import { equipmentKinds } from '@cellwright/equipment/contracts';
import { describe, expect, it } from 'vitest';
import { deContractDevices } from './de/contract-devices.ts';
import { type DeviceWord, wordsOfDevices, wordsOfKind, wordsOfPorts, wordsOfProfiles } from './device-words.fixture.ts';

const isSaid = ({ keys }: DeviceWord) => keys.some((key) => Object.hasOwn(deContractDevices, key));

describe('devices in German', () => {
  it.each(equipmentKinds)('say all that the contract of %s says', (kind) => {
    expect(wordsOfKind(kind).filter((word) => !isSaid(word))).toEqual([]);
  });

  it('say what every port is called', () => {
    expect(wordsOfPorts.filter((word) => !isSaid(word))).toEqual([]);
  });

  it('say what the speed profiles of the factory are called', () => {
    expect(wordsOfProfiles.filter((word) => !isSaid(word))).toEqual([]);
  });

  it('say nothing that no contract says', () => {
    const used = new Set([...wordsOfDevices, ...wordsOfPorts, ...wordsOfProfiles].flatMap(({ keys }) => keys));
    expect(Object.keys(deContractDevices).filter((key) => !used.has(key))).toEqual([]);
  });

  it('leave no text empty', () => {
    expect(Object.entries(deContractDevices).filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});
