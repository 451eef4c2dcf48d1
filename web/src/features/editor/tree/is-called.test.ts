import { findStepContract } from '@cellwright/steps/contracts';
import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';
import { deContractSteps } from '../../../i18n/de/contract.ts';
import { isCalled } from './is-called.ts';

afterEach(() => i18next.changeLanguage('en'));

test('finds a kind of step by German and by English words', async () => {
  const gripper = findStepContract('ActuateGripper');
  if (!gripper) throw new Error('There is no such kind');
  await i18next.init({ lng: 'en', resources: { de: { contract: deContractSteps } } });
  expect(isCalled(gripper, 'actuate')).toBe(true);
  expect(isCalled(gripper, 'betätigen')).toBe(false);
  await i18next.changeLanguage('de');
  expect(isCalled(gripper, 'greifer bet')).toBe(true);
  expect(isCalled(gripper, 'erreichbar')).toBe(true);
  expect(isCalled(gripper, 'actuate')).toBe(true);
  expect(isCalled(gripper, 'screw')).toBe(false);
});
