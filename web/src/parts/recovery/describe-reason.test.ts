import type { PlanCause } from '@cellwright/domain/motion';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeReason } from './describe-reason.ts';

const inEnglish = 'Motion planning unsuccessful: The target is out of the reach of the arm.';

describe('describeReason', () => {
  // Another test file may have initialised it: doing so again would remove the texts.
  beforeAll(async () => {
    if (!i18next.isInitialized) await i18next.init({ lng: 'de', interpolation: { escapeValue: false } });
    await i18next.changeLanguage('de');
    await import('../../i18n/de/cell-words.ts');
  });
  afterAll(() => i18next.changeLanguage('en'));

  it('describes the causes from the planner in the language of the page', () => {
    expect(describeReason({ reason: inEnglish, causes: [{ key: 'outOfReach', values: {} }] })).toBe(
      'Das Ziel ist außerhalb der Reichweite des Arms.',
    );
  });

  it('names links and obstacles, and joins several causes', () => {
    const causes: PlanCause[] = [
      { key: 'touchesObstacle', values: { body: 'forearm', obstacle: 'Box <1>' } },
      { key: 'everyPostureTouches', values: {} },
    ];
    expect(describeReason({ reason: '', causes })).toBe(
      'Diese würden sich berühren: Unterarm und „Box <1>“. Auch in jeder anderen Stellung würde etwas berührt.',
    );
  });

  it('keeps the link names of arms from other makers', () => {
    const causes: PlanCause[] = [{ key: 'touchesBody', values: { body: 'link_3', other: 'constructor' } }];
    expect(describeReason({ reason: '', causes })).toBe('Diese würden sich berühren: link 3 und constructor.');
  });

  it('formats numbers in the language of the page', () => {
    const causes: PlanCause[] = [{ key: 'jointOutsideRange', values: { joint: 2, at: 3.25, from: -2.5, to: 2.5 } }];
    expect(describeReason({ reason: '', causes })).toBe(
      'Achse 2 wäre bei 3,25 rad, außerhalb ihres Bereichs von -2,5 bis 2,5 rad.',
    );
  });

  it('keeps the text of a reason without causes', () => {
    expect(describeReason({ reason: 'The gripper does not answer' })).toBe('The gripper does not answer');
  });
});
