import { expressionSchema } from '@cellwright/domain';
import { describe, expect, it } from 'vitest';
import { firstCondition, portChoices, readConstant, sensorOf } from './expression-parts.ts';

describe('the parts of an expression', () => {
  it('begin as expressions that a routine can store', () => {
    expect(expressionSchema.parse(firstCondition)).toEqual(firstCondition);
  });

  it('read a signal of the flange through its own interface', () => {
    expect(sensorOf({ kind: 'FlangeInput', port: 2 })).toMatchObject({ sensor: { kind: 'flangeIO' } });
    expect(sensorOf({ kind: 'Relay', port: 1 })).toMatchObject({ sensor: { kind: 'controlBoxIO' } });
    expect(portChoices.map(({ label }) => label)).toContain('Input 2');
  });

  it.each([
    ['3', 3],
    ['-0.5', -0.5],
    ['true', true],
    ['03', '03'],
    ['', ''],
    ['high', 'high'],
  ])('take %j for %j', (text, value) => {
    expect(readConstant(text)).toBe(value);
  });
});
