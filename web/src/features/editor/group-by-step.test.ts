import type { Problem } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { groupByStep } from './group-by-step.ts';

const problem = (kind: Problem['kind'], message: string, stepID?: string): Problem => ({
  ...{ kind, message },
  ...(stepID !== undefined && { stepID }),
});

describe('groupByStep', () => {
  it('lists errors that prevent playing before warnings, else in order', () => {
    const groups = groupByStep([
      problem('deprecatedConfigurationWarning', 'old', 'a'),
      problem('invalidConfiguration', 'first', 'a'),
      problem('configurationWarning', 'only', 'b'),
      problem('missingEquipment', 'second', 'a'),
      problem('invalidConfiguration', 'of the routine'),
    ]);
    const messages = [...groups].map(([id, found]) => [id, found.map(({ message }) => message)]);
    expect(Object.fromEntries(messages)).toEqual({ a: ['first', 'second', 'old'], b: ['only'] });
  });
});
