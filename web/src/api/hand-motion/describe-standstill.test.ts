import { messages } from '@cellwright/domain/messages';
import type { Failure } from '@cellwright/domain/robot';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsIn } from '../../i18n/in-language.fixture.tsx';
import { describeStandstill } from './describe-standstill.ts';

const failure: Pick<Failure, 'reason' | 'causes'> = {
  reason: 'Emergency stop button (E-Stop 1). To move again: Release all emergency stop buttons, recover',
};

describe('describeStandstill', () => {
  // Another test file may have initialised it: doing so again would remove the texts.
  beforeAll(async () => {
    if (!i18next.isInitialized) await i18next.init({ lng: 'de', interpolation: { escapeValue: false } });
    await i18next.changeLanguage('de');
    await import('../../i18n/de/cell-words.ts');
  });
  afterAll(() => i18next.changeLanguage('en'));

  it('names a failure in the language of the page, without the instructions that other parts show', async () => {
    const { t } = await textsIn('de');
    expect(describeStandstill(t, undefined, { why: 'failed', failure })).toBe('Störung: Not-Halt-Taster (E-Stop 1).');
  });

  it('translates the reason why the arm does not follow a held button, which comes before any block', async () => {
    const { t } = await textsIn('de');
    expect(describeStandstill(t, messages.jogAtJointLimit(3), { why: 'busy' })).toMatch(/^Achse 3 ist an ihrer Grenze/);
    expect(describeStandstill(t, undefined, undefined)).toBeUndefined();
  });
});
