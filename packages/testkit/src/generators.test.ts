import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepJson, jointAngles, nastyJson, nastyNumber, pose, unitQuaternion } from './generators.ts';

describe('generators', () => {
  test('return quaternions of length 1', () => {
    fc.assert(fc.property(unitQuaternion, ({ i, j, k, w }) => Math.abs(Math.hypot(i, j, k, w) - 1) < 1e-12));
  });

  test('return poses within reach and joints within their limit', () => {
    fc.assert(fc.property(pose(0.5), ({ x, y, z }) => Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= 0.5));
    fc.assert(fc.property(jointAngles(1), (angles) => angles.every((angle) => Math.abs(angle) <= 1)));
  });

  test('return JSON of the requested depth that survives a round trip', () => {
    const text = JSON.stringify(deepJson(1000));
    expect(text.match(/\{/g)).toHaveLength(1000);
    expect(JSON.stringify(deepJson(3, 'array'))).toBe('[[["leaf"]]]');
  });

  test('return JSON as nasty JSON', () => {
    fc.assert(fc.property(nastyJson, (value) => void JSON.parse(JSON.stringify(value))));
  });

  test('include the edges among nasty numbers', () => {
    const seen = new Set(fc.sample(nastyNumber, { numRuns: 500, seed: 1 }));
    for (const edge of [1e308, Number.MIN_VALUE, 2 ** 31]) expect(seen).toContain(edge);
  });
});
