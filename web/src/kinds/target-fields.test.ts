import { findStepContract } from '@cellwright/steps/contracts';
import { describe, expect, it } from 'vitest';
import { formFields } from '../forms/form-fields.ts';
import { hasTarget, kindOf, kindsOf, sourceOf } from './target-fields.ts';

function fieldsOf(kind: string) {
  const contract = findStepContract(kind);
  if (!contract) throw new Error(`there is no kind ${kind}`);
  return formFields(contract.args, { text: (_path, _part, english) => english, choice: (_path, choice) => choice });
}

describe('hasTarget', () => {
  it.each(['Waypoint', 'MoveArmTo'])('finds the target fields of %s', (kind) => {
    expect(hasTarget(fieldsOf(kind))).toBe(true);
  });

  it.each([
    ['PressButton', ['prePressPosition', 'pressPosition']],
    ['Arc', ['viaTarget', 'endTarget']],
  ])('finds the target fields in groups of %s', (kind, groups) => {
    const fields = fieldsOf(kind);
    expect(hasTarget(fields)).toBe(false);
    expect(fields.filter((group) => hasTarget(group.fields)).map(({ name }) => name)).toEqual(groups);
  });

  it('finds none in a step without a target', () => {
    expect(hasTarget(fieldsOf('Wait'))).toBe(false);
  });
});

describe('The kind of a target', () => {
  it('comes from the choices of the contract', () => {
    expect(kindsOf(fieldsOf('Waypoint'))).toEqual(['positionList', 'singlePosition', 'relative', 'expression']);
    expect(kindsOf(fieldsOf('MoveArmTo'))).toEqual(['positionList', 'singlePosition', 'expression']);
  });

  it('defaults to a named position, and to a fixed one for a step with a stored target', () => {
    expect(kindOf({})).toBe('positionList');
    expect(kindOf({ target: {} })).toBe('singlePosition');
    expect(kindOf({ targetKind: 'relative' })).toBe('relative');
  });

  it('has a separate source for an offset', () => {
    expect(sourceOf({ targetKind: 'relative' })).toBe('currentPosition');
    expect(sourceOf({ targetKind: 'relative', relativeConfig: { targetKind: 'positionList' } })).toBe('positionList');
    expect(sourceOf({ targetKind: 'expression' })).toBe('expression');
  });
});
