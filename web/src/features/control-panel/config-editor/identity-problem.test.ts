import { robotIdentitySchema } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { findIdentityProblem, type IdentityText, isIdentityValid, maxLengths } from './identity-problem.ts';

const texts: readonly IdentityText[] = ['alias', 'robotId', 'applicationUrl', 'tunnelId'];
const identity = robotIdentitySchema.parse({ id: '1' });
/** Returns a valid text of a length. */
const textOf = (field: IdentityText, length: number) =>
  field === 'applicationUrl' ? 'https://a.example/'.padEnd(length, 'x') : 'x'.repeat(length);

describe('findIdentityProblem', () => {
  it.each(texts)('accepts %s up to the length that the cell accepts, and empty', (field) => {
    expect(findIdentityProblem(field, '')).toBeUndefined();
    expect(findIdentityProblem(field, textOf(field, maxLengths[field]))).toBeUndefined();
    const tooLong = textOf(field, maxLengths[field] + 1);
    expect(findIdentityProblem(field, tooLong)).toBe('tooLong');
  });

  it('names control characters and other addresses', () => {
    expect(findIdentityProblem('alias', 'a\nb')).toBe('controlCharacters');
    for (const address of ['cell-7', 'ftp://cell-7', 'javascript:alert(1)']) {
      expect(findIdentityProblem('applicationUrl', address)).toBe('notAddress');
    }
  });
});

describe('isIdentityValid', () => {
  it('accepts what the cell accepts, and refuses one wrong text', () => {
    expect(isIdentityValid(identity)).toBe(true);
    expect(isIdentityValid({ ...identity, alias: 'Cell 7', applicationUrl: 'http://cell-7:3000' })).toBe(true);
    for (const field of texts) expect(isIdentityValid({ ...identity, [field]: 'x\u0000' })).toBe(false);
  });
});
