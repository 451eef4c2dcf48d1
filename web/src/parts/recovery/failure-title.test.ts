import { failureKinds } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { recovery as de } from '../../i18n/de/recovery.ts';
import { recovery as en } from '../../i18n/en/recovery.ts';
import { textsIn } from '../../i18n/in-language.fixture.tsx';
import { failureTitle } from './failure-title.ts';

async function titleIn(language: 'en' | 'de', failure: Parameters<typeof failureTitle>[1], device?: string) {
  const texts = await textsIn(language);
  texts.addResourceBundle(language, 'recovery', { en, de }[language]);
  return failureTitle(texts.getFixedT(language, 'recovery'), failure, device);
}

describe('failureTitle', () => {
  it('names the device, and adds that it does not answer when the step timed out waiting for it', async () => {
    const failure = { kind: 'GripperFailure', reason: 'Modbus exception 4', equipmentID: 'equipment_1' } as const;
    expect(await titleIn('en', failure, '2FG7')).toBe('‘2FG7’ failed');
    const late = { ...failure, reason: 'timeout of 10000ms reached' };
    expect(await titleIn('en', late, '2FG7')).toBe('‘2FG7’ does not answer');
    expect(await titleIn('de', late, '2FG7')).toBe('„2FG7“ antwortet nicht');
    const silent = 'The gripper did not end the command within 9.4 s and was stopped. It did not answer. Check it';
    expect(await titleIn('en', { ...failure, reason: silent }, '2FG7')).toBe('‘2FG7’ does not answer');
    expect(await titleIn('en', late)).toBe('A step took longer than 10 s');
  });

  it('never returns the bare message of a time limit', async () => {
    const late = { kind: 'StepPlayFailure', reason: 'timeout of 250ms reached' } as const;
    expect(await titleIn('en', late)).toBe('A step took longer than 0.25 s');
  });

  it.each(failureKinds)('describes %s in both languages, with its likely cause', async (kind) => {
    const failure = { kind, reason: 'It failed' };
    expect(await titleIn('en', failure)).toBe(en.title[kind]);
    expect(await titleIn('de', failure)).toBe(de.title[kind]);
    expect([en.cause[kind], de.cause[kind]]).not.toContain(undefined);
    expect(de.title[kind]).not.toBe(en.title[kind]);
  });
});
