import i18next from 'i18next';
import { afterAll, expect, test } from 'vitest';
import { contractText } from './contract-text.ts';
import { deContractSteps } from './de/contract.ts';

// Test files share the texts of the page.
afterAll(() => i18next.changeLanguage('en'));

test('contractText translates into the language of the page; text without a translation stays English', async () => {
  await i18next.init({ lng: 'en', resources: { de: { contract: deContractSteps } } });
  expect(contractText('Waypoint')).toBe('Waypoint');
  await i18next.changeLanguage('de');
  expect(contractText('Waypoint')).toBe('Wegpunkt');
  expect(contractText('A text. With a point: and a colon')).toBe('A text. With a point: and a colon');
});
