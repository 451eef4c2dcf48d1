import { findStepContract } from '@cellwright/steps/contracts';
import { describe, expect, it } from 'vitest';
import { formFields } from '../forms/form-fields.ts';
import { hasTarget, kindOf, kindsOf, sourceOf } from './target-fields.ts';

function fieldsOf(kind: string) {
  const contract = findStepContract(kind);
  if (!contract) throw new Error(`there is no kind ${kind}`);
  return formFields(contract.args, { text: (english) => english, choice: (choice) => choice });
}

describe('the fields that say where the arm goes', () => {
  it.each(['Waypoint', 'MoveArmTo'])('are those of a %s step itself', (kind) => {
    expect(hasTarget(fieldsOf(kind))).toBe(true);
  });

  it.each([
    ['PressButton', ['prePressPosition', 'pressPosition']],
    ['Arc', ['viaTarget', 'endTarget']],
  ])('are in groups of a %s step', (kind, groups) => {
    const fields = fieldsOf(kind);
    expect(hasTarget(fields)).toBe(false);
    expect(fields.filter((group) => hasTarget(group.fields)).map(({ name }) => name)).toEqual(groups);
  });

  it('are not there in steps that lead nowhere', () => {
    expect(hasTarget(fieldsOf('Wait'))).toBe(false);
  });
});

describe('the kind of a target', () => {
  it('is one that the contract knows', () => {
    expect(kindsOf(fieldsOf('Waypoint'))).toEqual(['positionList', 'singlePosition', 'relative', 'expression']);
    expect(kindsOf(fieldsOf('MoveArmTo'))).toEqual(['positionList', 'singlePosition', 'expression']);
  });

  it('is a position with a name while nothing is chosen, and its own where a step carries one', () => {
    expect(kindOf({})).toBe('positionList');
    expect(kindOf({ target: {} })).toBe('singlePosition');
    expect(kindOf({ targetKind: 'relative' })).toBe('relative');
  });

  it('of an offset has a source of its own', () => {
    expect(sourceOf({ targetKind: 'relative' })).toBe('currentPosition');
    expect(sourceOf({ targetKind: 'relative', relativeConfig: { targetKind: 'positionList' } })).toBe('positionList');
    expect(sourceOf({ targetKind: 'expression' })).toBe('expression');
  });
});
