import { describe, expect, it } from 'vitest';
import { ProductError } from './errors.ts';

const problem = { kind: 'invalidConfiguration', message: 'Too fast', fieldId: 'speed' };
const detailsOf = (details: unknown) => new ProductError('request_failed_validation', 'No', details).details;

describe('The details of a ProductError', () => {
  it.each([
    [[problem], { problems: [problem] }],
    [
      { problems: [problem], count: 1 },
      { problems: [problem], count: 1 },
    ],
    [{ problems: ['Too fast'] }, { problems: [{ kind: 'invalidConfiguration', message: 'Too fast' }] }],
    [['Too fast'], { problems: [{ kind: 'invalidConfiguration', message: 'Too fast' }] }],
  ])('have one form for problems: %j', (given, shaped) => {
    expect(detailsOf(given)).toEqual(shaped);
  });

  it.each([undefined, null, 'text', { reason: 'late' }, { problems: 3 }])('do not change otherwise: %j', (given) => {
    expect(detailsOf(given)).toEqual(given);
  });
});
