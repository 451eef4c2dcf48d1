import { builtStepContracts, findStepContract } from '@cellwright/steps/contracts';
import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';
import { deContracts } from '../../../i18n/de/contract.ts';
import { findOffered, isCalled } from './is-called.ts';

afterEach(() => i18next.changeLanguage('en'));

test('isCalled finds a kind of step by German and by English words', async () => {
  const gripper = findStepContract('ActuateGripper');
  if (!gripper) throw new Error('There is no such kind');
  await i18next.init({ lng: 'en', resources: { de: { contract: deContracts } } });
  expect(isCalled(gripper, 'actuate')).toBe(true);
  expect(isCalled(gripper, 'betätigen')).toBe(false);
  await i18next.changeLanguage('de');
  expect(isCalled(gripper, 'greifer bet')).toBe(true);
  expect(isCalled(gripper, 'erreichbar')).toBe(true);
  expect(isCalled(gripper, 'actuate')).toBe(true);
  expect(isCalled(gripper, 'screw')).toBe(false);
});

test('findOffered offers Update visualization with the flag that it names, and by a search', () => {
  const kinds = (search: string, isOn: boolean) =>
    findOffered(builtStepContracts, search, () => isOn).map(({ kind }) => kind);
  expect(kinds('', true)).toContain('UpdateVisualization');
  expect(kinds('visual', true)).toContain('UpdateVisualization');
  expect(kinds('', false)).not.toContain('UpdateVisualization');
  expect(kinds('nothing is called like this', true)).toEqual([]);
});

test('findOffered never offers a hidden kind that names no flag', () => {
  const hidden = { kind: 'Wait', label: 'Test', description: '', section: 'Hidden' } as const;
  expect(findOffered([hidden], '', () => true)).toEqual([]);
});
