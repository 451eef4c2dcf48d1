// @vitest-environment happy-dom
import type { Problem } from '@cellwright/domain/routine';
import { readFields } from '@cellwright/fields';
import { findStepContract } from '@cellwright/steps/contracts';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../forms/field-props.ts';
import { formFields } from '../../forms/form-fields.ts';
import { withClassChoices } from './Classify.tsx';
import { isInUse as isUsedByLocate, problemsAtList } from './Locate.tsx';
import { isOfProtocol } from './NetworkRequest.tsx';
import { isInUse } from './WaitForConfirmation.tsx';
import { fieldsInUse } from './Waypoint.tsx';
import { beadOf, fieldsInUse as fieldsOfWeld } from './Weld.tsx';

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

describe('The form of Locate', () => {
  it('shows the settings of the chosen method only', () => {
    const shown = (values: Values) => namesOf('Locate').filter((name) => isUsedByLocate(name, values));
    expect(shown({})).toContain('blob');
    expect(shown({})).not.toContain('shape');
    expect(shown({ method: 'shape' })).toContain('shape');
    expect(shown({ method: 'shape' })).not.toContain('blob');
    expect(shown({ method: 'shape' })).toContain('planeID');
  });

  it('shows the name of a position list only for a routine that chose its list by name', () => {
    expect(isUsedByLocate('positionListName', {})).toBe(false);
    expect(isUsedByLocate('positionListName', { positionListName: 'Parts' })).toBe(true);
    expect(isUsedByLocate('positionListName', { positionListName: 'Parts', positionListID: 'space_1' })).toBe(false);
  });

  it('shows the problem of a missing list at the field that chooses one', () => {
    const problems = [
      { fieldId: 'positionListName', message: 'Position list name required' },
      { fieldId: 'planeID', message: 'Workplane required' },
    ];
    expect(problemsAtList(problems).map(({ fieldId }) => fieldId)).toEqual(['positionListID', 'planeID']);
  });
});

describe('The form of Classify', () => {
  const contract = findStepContract('Classify');
  const english = {
    text: (_path: string, _part: string, text: string) => text,
    choice: (_path: string, choice: string) => choice,
  };
  const classField = (values: Values) =>
    (contract ? withClassChoices(formFields(contract.args, english), values) : [])
      .find(({ name }) => name === 'pictures')
      ?.fields.find(({ name }) => name === 'class');

  it('offers the classes of the step for a picture', () => {
    expect(classField({ classes: ['disc', 'washer', ''] })).toMatchObject({
      shape: 'choice',
      choices: [{ value: 'disc' }, { value: 'washer' }],
    });
    expect(classField({})).toMatchObject({ shape: 'text' });
  });
});

describe('The form of Waypoint', () => {
  it('shows the offset for a relative target only', () => {
    expect(waypointFields({})).not.toContain('relativeConfig');
    expect(waypointFields({ targetKind: 'relative' })).toContain('relativeConfig');
  });
});

describe('The form of Weld', () => {
  const contract = findStepContract('Weld');
  const english = {
    text: (_path: string, _part: string, text: string) => text,
    choice: (_path: string, choice: string) => choice,
  };
  const shown = (values: Values, takesValues = false) =>
    contract ? fieldsOfWeld(formFields(contract.args, english), values, takesValues) : [];
  const namesShown = (values: Values, takesValues?: boolean) => shown(values, takesValues).map(({ name }) => name);

  it('shows stitching and weaving only for such a bead', () => {
    expect([beadOf({}), beadOf({ stitching: {} }), beadOf({ weaving: {} })]).toEqual(['plain', 'stitches', 'weave']);
    expect(namesShown({})).not.toContain('stitching');
    expect(namesShown({ stitching: {} })).toContain('stitching');
    expect(namesShown({ stitching: {} })).not.toContain('weaving');
  });

  it('shows the lengths of a whip, or those of another pattern', () => {
    const lengths = (weaving: Values) =>
      shown({ weaving }).flatMap(({ name, fields }) => (name === 'weaving' ? fields.map((inner) => inner.name) : []));
    expect(lengths({})).toEqual(['pattern', 'period', 'amplitude', 'leftDwell', 'rightDwell']);
    expect(lengths({ pattern: 'whip' })).toEqual([
      ...['pattern', 'forwardOffset', 'reverseOffset', 'forwardDwell', 'reverseDwell'],
    ]);
  });

  it('shows values for a machine that takes them', () => {
    expect(namesShown({}, false)).not.toContain('millerWeldParameters');
    expect(namesShown({}, true)).toContain('millerWeldParameters');
  });
});

describe('The form of NetworkRequest', () => {
  const shown = (values: Values, problems: readonly Problem[] = []) =>
    namesOf('NetworkRequest').filter((name) => isOfProtocol(name, values, problems));

  it('shows the fields of the chosen protocol only', () => {
    expect(shown({})).toEqual(['requestKind', 'equipmentID', 'operation', 'registers', 'pauseOnFailure', 'sendAgain']);
    expect(shown({ requestKind: 'http' })).toEqual([
      ...['requestKind', 'method', 'url', 'headers', 'body', 'outputs', 'acceptAnyStatus', 'timeoutMS'],
      ...['pauseOnFailure', 'sendAgain', 'simulatedAnswer'],
    ]);
  });

  it('shows a field with a problem for any protocol', () => {
    const problem: Problem = { kind: 'invalidConfiguration', message: 'Not a header', fieldId: 'headers.0.name' };
    expect(shown({}, [problem])).toContain('headers');
  });
});
