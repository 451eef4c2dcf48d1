import { refuseUnknownFields } from '@cellwright/domain/basics';
import { plannerOperations } from '@cellwright/domain/motion';
import { nastyJson, nastyNumber, nastyText, unitQuaternion } from '@cellwright/testkit/generators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlainForward, readPlainInverse } from './plain-kinematics.ts';

const number = fc.oneof({ weight: 9, arbitrary: fc.double({ min: -3, max: 3, noNaN: true }) }, nastyNumber);
const rarely = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: fc.oneof(nastyJson, nastyText, fc.constant(null)) });
const joints = rarely(fc.array(number, { minLength: 5, maxLength: 7 }));
const edge = fc.constantFrom(0.99, 0.995, 1, 1.004, 1.005, 1.02);
const quaternion = fc
  .tuple(unitQuaternion, edge)
  .map(([{ i, j, k, w }, by]) => ({ i: i * by, j: j * by, k: k * by, w: w * by }));
const unknownField: fc.Arbitrary<object> = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ note: fc.anything() }) },
);
const withUnknownField = <T extends object>(good: fc.Arbitrary<T>) =>
  fc.tuple(good, unknownField).map(([known, unknown]) => ({ ...known, ...unknown }));
const pose = rarely(
  fc
    .tuple(withUnknownField(fc.record({ x: number, y: number, z: number })), quaternion)
    .map(([at, turn]) => ({ ...at, ...turn })),
);
const id = rarely(fc.string({ maxLength: 130 }));
const inverse = withUnknownField(
  fc.record(
    { id, pose, jointAngles: joints, solverType: rarely(fc.constantFrom('speed', 'distance')) },
    { requiredKeys: ['pose'] },
  ),
);
const forward = withUnknownField(fc.record({ id, jointAngles: joints }, { requiredKeys: ['jointAngles'] }));

describe('a plain request', () => {
  it.each([
    ['inverse_kinematics', inverse, readPlainInverse],
    ['forward_kinematics', forward, readPlainForward],
  ] as const)('for %s equals the result of its schema, or is left to the schema', (operation, requests, readPlain) => {
    let plain = 0;
    fc.assert(
      fc.property(requests, (request) => {
        const read = readPlain(request);
        if (read === undefined) return;
        plain++;
        const strict = refuseUnknownFields(plannerOperations[operation].request);
        expect(strict.safeParse(request)).toEqual({ success: true, data: read });
      }),
      { numRuns: 5000, seed: 36 },
    );
    // Otherwise nothing would have been compared.
    expect(plain).toBeGreaterThan(300);
  });

  it.each([
    { pose: { x: 0.5, y: 0.2, z: 1, i: 0, j: 0, k: 0, w: 1 } },
    { id: 'a', pose: { x: 0, y: 0, z: 1, i: 0, j: 0, k: 0, w: 1 }, jointAngles: [0, 0, 0, 0, 0, 0] },
    { pose: { x: 0, y: 0, z: 1, i: 0, j: 0, k: 0, w: -1 }, solverType: 'distance' },
  ])('such as %j needs no schema', (request) => {
    expect(readPlainInverse(request)).toBeDefined();
  });
});
