import { equipmentRecordSchema, ProductError } from '@cellwright/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxRecordBytes, readDraft } from './read-draft.ts';

const read = (value: unknown) => readDraft(Buffer.from(JSON.stringify(value)));

describe('a record as a client sends it', () => {
  it('gets the defaults of its kind', () => {
    expect(read({ config: { kind: 'OnRobot2FG7' }, isEnabled: true })).toMatchObject({
      isValid: true,
      isEnabled: true,
      config: { kind: 'OnRobot2FG7', name: '2FG7', unitID: 65, port: 502, timeoutMS: 10_000, connectTimeoutMS: 2000 },
    });
  });

  it('is disabled when its configuration cannot be read, whatever it says', () => {
    expect(read({ config: { kind: 'OnRobot2FG7', port: 0 }, isEnabled: true })).toMatchObject({
      isValid: false,
      isEnabled: false,
      config: { kind: 'InvalidConfiguration', rawConfig: '{"kind":"OnRobot2FG7","port":0}' },
    });
  });

  it.each([
    ['cut off', '{"config": {"kind": "OnRob', 'request_failed_validation'],
    ['not text', Buffer.from([0xff, 0xfe]), 'request_failed_validation'],
    ['a port that is none', '{"config": {}, "simulatorPort": 70000}', 'request_failed_validation'],
    ['an infinite port', '{"config": {}, "simulatorPort": 1e999}', 'request_failed_validation'],
    ['an id with control characters', '{"config": {}, "id": "a\\u0000b"}', 'request_failed_validation'],
    ['a list', '[]', 'request_failed_validation'],
    ['nested too deep', `{"config": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'too_large'],
    ['too large', JSON.stringify({ config: { name: 'x'.repeat(maxRecordBytes) } }), 'too_large'],
  ])('that is %s is refused', (_, text, code) => {
    const refused = catchError(() => readDraft(Buffer.from(text)));
    expect(refused).toBeInstanceOf(ProductError);
    expect(refused).toMatchObject({ code });
  });

  it('is refused with an answer or read into a storable record, whatever it is', () => {
    const anything = fc.record({ config: fc.jsonValue(), isEnabled: fc.jsonValue() }, { requiredKeys: [] });
    fc.assert(
      fc.property(anything, (value) => {
        const refused = catchError(() => read(value));
        if (refused !== undefined) {
          expect(refused).toBeInstanceOf(ProductError);
          return;
        }
        const { isEnabled = false, ...draft } = read(value);
        const record = { ...draft, id: 'x', isEnabled, version: 1, updatedAt: new Date(0).toISOString() };
        expect(() => equipmentRecordSchema.parse(record)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });
});

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
