import { describe, expect, it } from 'vitest';
import { preflightDe } from '../../i18n/de/preflight.ts';
import { preflightEn } from '../../i18n/en/preflight.ts';
import { textsIn } from '../../i18n/in-language.fixture.tsx';
import type { Check } from './checks.ts';
import { describeCheck } from './describe-check.ts';

/** Returns the text of the check in the language. */
async function saidIn(language: 'en' | 'de', check: Check): Promise<string> {
  const texts = await textsIn(language);
  texts.addResourceBundle(language, 'preflight', language === 'en' ? preflightEn : preflightDe);
  return describeCheck(texts.getFixedT(language, 'preflight'), check);
}

describe('describeCheck', () => {
  it('names the device that does not answer', async () => {
    const check: Check = { name: 'devices', result: 'missing', count: 1, devices: ['2FG7'] };
    expect(await saidIn('en', check)).toBe("'2FG7' does not answer. Check it under Devices");
    expect(await saidIn('de', check)).toBe('„2FG7“ antwortet nicht. Unter Geräte nachsehen');
  });

  it('names all devices that do not answer', async () => {
    const check: Check = { name: 'devices', result: 'missing', count: 2, devices: ['2FG7', 'Lift'] };
    expect(await saidIn('en', check)).toBe("'2FG7', 'Lift' do not answer. Check them under Devices");
    expect(await saidIn('de', check)).toBe('„2FG7“, „Lift“ antworten nicht. Unter Geräte nachsehen');
  });

  it('includes the version that has the problems', async () => {
    const check: Check = { name: 'problems', result: 'missing', count: 3, version: 6 };
    expect(await saidIn('en', check)).toBe('The loaded v6 of the routine has 3 problems. Open it and correct them');
    expect(await saidIn('de', check)).toBe('Die geladene v6 des Ablaufs hat 3 Probleme. Öffnen und beheben');
    expect(await saidIn('en', { ...check, count: 1 })).toContain('v6 of the routine has 1 problem.');
  });

  it('has a separate text for a passed check', async () => {
    expect(await saidIn('en', { name: 'devices', result: 'good', count: 0, devices: [] })).toBe('All devices answer');
  });
});
