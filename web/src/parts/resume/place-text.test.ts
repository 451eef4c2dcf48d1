import type { PlaceStep } from '@cellwright/domain/run';
import type { TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { textsIn } from '../../i18n/in-language.fixture.tsx';
import { placeText } from './place-text.ts';

const at: PlaceStep = {
  ...{ stepID: 'step_place', stepPath: '3.1.1', stepKind: 'MoveArmToV2', name: 'Place carton', isDone: false },
  round: { round: 5, of: 60 },
};

let t: { readonly en: TFunction; readonly de: TFunction };
beforeAll(async () => {
  const [english, german] = await Promise.all([textsIn('en'), textsIn('de')]);
  t = { en: english.getFixedT('en'), de: german.getFixedT('de') };
});

describe('The text of a place', () => {
  it('names the step and the iteration of its loop', () => {
    expect(placeText(t.en, at).whole).toBe('Continue at 3.1.1 – Place carton, iteration 5 of 60');
    expect(placeText(t.de, at).whole).toBe('Weiter bei 3.1.1 – Place carton, Runde 5 von 60');
  });

  it('names the box in place of the iteration', () => {
    const inBox = (object: string) => ({ ...at, round: { round: 5, of: 60, object } });
    expect(placeText(t.en, inBox('Carton')).whole).toBe('Continue at 3.1.1 – Place carton, carton 5 of 60');
    expect(placeText(t.de, inBox('Karton')).whole).toBe('Weiter bei 3.1.1 – Place carton, Karton 5 von 60');
    expect(placeText(t.en, inBox('PCB')).round).toBe('PCB 5 of 60');
    expect(placeText(t.en, { ...at, round: { round: 5, of: null, object: 'Carton' } }).round).toBe('carton 5');
  });

  it('names the kind of a step without a description, and a loop without a count by its iteration', () => {
    expect(placeText(t.en, { ...at, stepKind: 'Wait', name: null, round: { round: 7, of: null } }).whole).toBe(
      'Continue at 3.1.1 – Wait, iteration 7',
    );
  });

  it('shows that the step has ended, and no iteration outside of loops', () => {
    expect(placeText(t.en, { ...at, isDone: true, round: null }).whole).toBe('Continue after 3.1.1 – Place carton');
  });
});
