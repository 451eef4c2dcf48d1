import { lagFactor } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { findScriptNames, findStepNamed } from './scripts.ts';

describe('the names in a script', () => {
  it('are those after variables, steps and io, as a name or in quotes', () => {
    const source = `variables.count + variables['part count'] + variables["variable_1"]
      > steps['Loop 1'].completedCount && steps.step_1["stoppedEarly"] && io['Input 1'] === 'high'`;
    expect(findScriptNames('JavaScript', source)).toEqual({
      variables: ['count', 'part count', 'variable_1'],
      steps: [
        { step: 'Loop 1', variable: 'completedCount' },
        { step: 'step_1', variable: 'stoppedEarly' },
      ],
      io: ['Input 1'],
    });
  });

  it.each([
    ['JavaScript', '// variables.a\n/* variables.b */ \'variables.c\' + "variables.d" + variables.e'],
    ['Python', "# variables.a\n'variables.c' + variables.e"],
  ] as const)('are not those in comments and texts of %s', (language, source) => {
    expect(findScriptNames(language, source).variables).toEqual(['e']);
  });

  it('are found once each, and not in the middle of other words', () => {
    expect(findScriptNames('JavaScript', 'variables.a + variables.a + myvariables.b + my.variables.c')).toEqual({
      variables: ['a'],
      steps: [],
      io: [],
    });
  });

  it('are found in time that grows with the length only', () => {
    const before = performance.now();
    findScriptNames('JavaScript', `${'variables . '.repeat(8000)}${"'".repeat(1)}${'/*'.repeat(2000)}`);
    // The figure is a few milliseconds.
    expect(performance.now() - before).toBeLessThan(2000 * lagFactor());
  });
});

describe('a step that a script names', () => {
  const steps = [
    { id: 'step_1', description: 'Count parts' },
    { id: 'step_2', description: 'Rest' },
    { id: 'step_3', description: 'Rest' },
  ];
  it('is the one with that id, or the only one with that description', () => {
    expect(findStepNamed(steps, 'step_2')?.id).toBe('step_2');
    expect(findStepNamed(steps, 'Count parts')?.id).toBe('step_1');
    expect(findStepNamed(steps, 'Rest')).toBeUndefined();
  });
});
