import { routineSchema } from '@cellwright/domain/routine';
import { afterEach, describe, expect, it } from 'vitest';
import { unsavedWork } from '../../../api/unsaved/unsaved-work.ts';
import {
  dropFormulaDrafts,
  dropFormulasOfRemovedSteps,
  type FormulaPlace,
  formulaDrafts,
  formulaKey,
} from './formula-drafts.ts';

const here: FormulaPlace = { routineID: 'routine_1', stepID: 'step_if', fieldId: 'condition' };

function type(place: FormulaPlace, label: string, text: string): string {
  const key = formulaKey(place, label);
  formulaDrafts.put(key, label, { ...place, key, text, expression: '{}' });
  return key;
}

afterEach(() => unsavedWork.discardAll());

describe('The text of an unfinished formula', () => {
  it('counts as unsaved work with the label of its field', () => {
    type(here, 'Condition: Formula', 'count <');
    expect(unsavedWork.names).toEqual(['Condition: Formula']);
  });

  it('disappears with its field, and others stay', () => {
    const own = type(here, 'Condition 1: value: Formula', '1 +');
    const other = type({ ...here, fieldId: 'value' }, 'New value: Formula', '2 +');
    dropFormulaDrafts(here);
    expect(formulaDrafts.get(own)).toBeUndefined();
    expect(formulaDrafts.get(other)?.text).toBe('2 +');
  });

  it('disappears with its step, but not with a step of another routine', () => {
    const removed = type({ ...here, stepID: 'step_gone' }, 'Condition: Formula', '1 +');
    const kept = type(here, 'Condition: Formula', '2 +');
    const elsewhere = type({ ...here, routineID: 'routine_2', stepID: 'step_gone' }, 'Condition: Formula', '3 +');
    dropFormulasOfRemovedSteps(
      routineSchema.parse({
        id: 'routine_1',
        name: 'One',
        steps: [{ id: 'step_if', stepKind: 'If' }],
        stepConfigurations: { step_if: { stepKind: 'If', args: {} } },
      }),
    );
    expect(formulaDrafts.get(removed)).toBeUndefined();
    expect(formulaDrafts.get(kept)?.text).toBe('2 +');
    expect(formulaDrafts.get(elsewhere)?.text).toBe('3 +');
  });
});
