import type { Problem } from '@cellwright/domain';
import { findStepContract } from '@cellwright/steps/contracts';
import { describe, expect, it } from 'vitest';
import { describeFields } from './describe-fields.ts';
import type { Values } from './field-props.ts';
import { fieldsInUse } from './fields-in-use.ts';

function namesIn(stepKind: string, values: Values, problems: readonly Problem[] = []): string[] {
  const contract = findStepContract(stepKind);
  const fields = contract ? describeFields(contract) : [];
  const surroundings = { hasStopEarly: false, hasLift: false };
  return fieldsInUse(stepKind, fields, values, problems, surroundings).map(({ name }) => name);
}

describe('the form of a question to the operator', () => {
  it('shows the choices where one is chosen, and whether words are needed where it is answered in words', () => {
    expect(namesIn('WaitForConfirmation', {})).toEqual(['message', 'mode', 'delayMS']);
    const choices = ['Flange', 'Shaft'];
    expect(namesIn('WaitForConfirmation', { mode: 'confirm', choices })).toEqual(['message', 'mode', 'delayMS']);
    expect(namesIn('WaitForConfirmation', { mode: 'choice' })).toEqual(['message', 'mode', 'choices', 'delayMS']);
    expect(namesIn('WaitForConfirmation', { mode: 'freeform' })).toEqual(['message', 'mode', 'required', 'delayMS']);
  });

  it('shows what is wrong, whatever the answer', () => {
    const problem: Problem = { kind: 'invalidConfiguration', message: 'At most 50 choices', fieldId: 'choices' };
    expect(namesIn('WaitForConfirmation', {}, [problem])).toContain('choices');
  });
});

it('the form of a waypoint shows what its kind of target uses', () => {
  expect(namesIn('Waypoint', {})).not.toContain('relativeConfig');
  expect(namesIn('Waypoint', { targetKind: 'relative' })).toContain('relativeConfig');
});
