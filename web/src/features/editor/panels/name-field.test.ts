import { describe, expect, it } from 'vitest';
import { nameField } from './name-field.ts';

describe('The place of a problem', () => {
  it.each([
    ['Wait', 'milliseconds', 'Time'],
    ['SetIO', 'outputs.1.port', 'Outputs 2, Port'],
    ['SetIO', 'outputs.0', 'Outputs 1'],
  ])('in %s at %s is named %s', (kind, fieldId, name) => {
    expect(nameField(kind, fieldId)).toBe(name);
  });

  it('has no name outside the form', () => {
    expect(nameField('Wait', 'stepKind')).toBeUndefined();
    expect(nameField('blink-lamp/Unknown', 'time')).toBeUndefined();
  });
});
