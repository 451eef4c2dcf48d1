// @vitest-environment happy-dom
import type { Problem } from '@cellwright/domain/routine';
import { readFields } from '@cellwright/fields';
import { findStepContract } from '@cellwright/steps/contracts';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../forms/field-props.ts';
import { isInUse } from './WaitForConfirmation.tsx';
import { fieldsInUse } from './Waypoint.tsx';

function namesOf(stepKind: string): string[] {
  const contract = findStepContract(stepKind);
  return contract ? readFields(contract.args).map(({ name }) => name) : [];
}

function questionFields(values: Values, problems: readonly Problem[] = []): string[] {
  return namesOf('WaitForConfirmation').filter((name) => isInUse(name, values, problems));
}

function waypointFields(values: Values): string[] {
  const used = fieldsInUse(values, { hasStopEarly: false, hasLift: false });
  return namesOf('Waypoint').filter((name) => used.has(name));
}

describe('The form of WaitForConfirmation', () => {
  it('shows the choices for an answer by choice, and whether text is required for an answer in words', () => {
    expect(questionFields({})).toEqual(['message', 'mode', 'answeredBy', 'delayMS']);
    const choices = ['Flange', 'Shaft'];
    expect(questionFields({ mode: 'confirm', choices })).toEqual(['message', 'mode', 'answeredBy', 'delayMS']);
    expect(questionFields({ mode: 'choice' })).toEqual(['message', 'mode', 'choices', 'answeredBy', 'delayMS']);
    expect(questionFields({ mode: 'freeform' })).toEqual(['message', 'mode', 'required', 'answeredBy', 'delayMS']);
  });

  it('shows a field with a problem for any answer', () => {
    const problem: Problem = { kind: 'invalidConfiguration', message: 'At most 50 choices', fieldId: 'choices' };
    expect(questionFields({}, [problem])).toContain('choices');
  });
});

describe('The form of Waypoint', () => {
  it('shows the offset for a relative target only', () => {
    expect(waypointFields({})).not.toContain('relativeConfig');
    expect(waypointFields({ targetKind: 'relative' })).toContain('relativeConfig');
  });
});
