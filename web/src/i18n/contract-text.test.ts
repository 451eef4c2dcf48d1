import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentenceText, stepFieldText, stepText, wordText } from './contract-text.ts';
import { deContracts } from './de/contract.ts';

// Test files share the texts of the page.
afterAll(() => i18next.changeLanguage('en'));

describe('A text of a contract', () => {
  beforeAll(async () => {
    await i18next.init({ lng: 'en', resources: { de: { contract: deContracts } } });
  });

  it('stays English on an English page', () => {
    expect(stepText('Waypoint', 'label', 'Waypoint')).toBe('Waypoint');
    expect(stepFieldText('Wait', 'milliseconds', ['label'])).toBeUndefined();
  });

  it('follows its place on a German page, whatever the English is', async () => {
    await i18next.changeLanguage('de');
    expect(stepText('Waypoint', 'label', 'Way point')).toBe('Wegpunkt');
    expect(stepFieldText('Wait', 'milliseconds', ['label'])).toBe('Zeit');
    expect(stepFieldText('MoveArmTo', 'blend', ['label'])).toBe('Überschleifen');
    expect(sentenceText('Wait {0} s')).toBe('{0} s warten');
    expect(wordText('ports', 'Output')).toBe('Ausgang');
  });

  it('stays English without a translation', () => {
    expect(stepText('blink-lamp/BlinkLamp', 'label', 'Blink lamp')).toBe('Blink lamp');
    expect(stepFieldText('Wait', 'constructor', ['label'])).toBeUndefined();
    expect(wordText('actions', 'toString')).toBe('toString');
  });
});
