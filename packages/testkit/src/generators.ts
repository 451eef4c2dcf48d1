import fc from 'fast-check';

/** Numbers that break careless code: zeros of both signs, the edges of doubles and integers, near-misses of 1. */
export const nastyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(
    ...[0, -0, 1, -1, 1e-9, -1e-9, 1e308, -1e308, Number.MIN_VALUE, Number.EPSILON, 1 + Number.EPSILON],
    ...[Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 + 1],
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Nasty numbers, also those that JSON cannot represent. */
export const nastyNumberWithNaN: fc.Arbitrary<number> = fc.oneof(
  nastyNumber,
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);

/** Text that breaks careless code: empty, long, control characters, markup, prototype names, lone surrogates. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', '\0', '\r\n', '<script>alert(1)</script>', '../../etc/passwd', '__proto__', 'constructor'),
  fc.constantFrom(
    "'; DROP TABLE x; --",
    '{{1+1}}',
    '\u202Eabc',
    '\uD800',
    'ＡＢＣ',
    '🤖'.repeat(50),
    'x'.repeat(10_000),
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
);

/** Generates six joint angles in radians, within ±2π by default. */
export function jointAngles(limit = 2 * Math.PI): fc.Arbitrary<[number, number, number, number, number, number]> {
  const angle = fc.double({ min: -limit, max: limit, noNaN: true });
  return fc.tuple(angle, angle, angle, angle, angle, angle);
}

export interface GeneratedPose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly w: number;
}

/** A unit quaternion, uniform over rotations (Shoemake), with the axes and half turns mixed in. */
export const unitQuaternion: fc.Arbitrary<{ i: number; j: number; k: number; w: number }> = fc.oneof(
  fc.constantFrom(
    { i: 0, j: 0, k: 0, w: 1 },
    { i: 0, j: 0, k: 0, w: -1 },
    { i: 1, j: 0, k: 0, w: 0 },
    { i: 0, j: -1, k: 0, w: 0 },
    { i: Math.SQRT1_2, j: 0, k: 0, w: Math.SQRT1_2 },
  ),
  fc.tuple(fraction(), fraction(), fraction()).map(([share, first, second]) => {
    const [inner, outer] = [Math.sqrt(1 - share), Math.sqrt(share)];
    const [a, b] = [2 * Math.PI * first, 2 * Math.PI * second];
    return { i: inner * Math.sin(a), j: inner * Math.cos(a), k: outer * Math.sin(b), w: outer * Math.cos(b) };
  }),
);

/** Generates a pose: metres within ±`reach`, unit quaternion. */
export function pose(reach = 1.5): fc.Arbitrary<GeneratedPose> {
  const length = fc.double({ min: -reach, max: reach, noNaN: true });
  return fc.tuple(length, length, length, unitQuaternion).map(([x, y, z, rotation]) => ({ x, y, z, ...rotation }));
}

/** Generates JSON nested exactly `depth` levels, as arrays or objects, around a leaf. */
export function deepJson(depth: number, shape: 'array' | 'object' = 'object'): unknown {
  let value: unknown = 'leaf';
  for (let level = 0; level < depth; level += 1) value = shape === 'array' ? [value] : { child: value };
  return value;
}

/** Any JSON with nasty names, text and numbers. */
export const nastyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(nastyNumber, nastyText, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(nastyText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

function fraction(): fc.Arbitrary<number> {
  return fc.double({ min: 0, max: 1, noNaN: true });
}
