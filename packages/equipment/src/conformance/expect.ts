/** Assertions without a test runner: the same suite runs in the tests and against a device on the network. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** @throws AssertionError when they differ. */
export function equal(actual: unknown, expected: unknown, what?: string): void {
  assert.deepStrictEqual(actual, expected, what);
}

/** @throws AssertionError when the condition does not hold. */
export function holds(condition: boolean, what: string): void {
  assert.ok(condition, what);
}

/**
 * Checks that every field of `expected` is in `actual`, at any depth; `actual` may have more. @throws AssertionError
 */
export function matches(actual: unknown, expected: object): void {
  if (!contains(actual, expected)) assert.deepStrictEqual(actual, expected);
}

/** @throws AssertionError when the numbers are further apart than `within`. */
export function near(actual: number | undefined, expected: number, within: number, what: string): void {
  const isNear = actual !== undefined && Math.abs(actual - expected) <= within;
  assert.ok(isNear, `${what}: ${actual} is not ${expected} (±${within})`);
}

function contains(actual: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return typeof actual === 'string' && expected.test(actual);
  if (typeof expected !== 'object' || expected === null) return isDeepStrictEqual(actual, expected);
  if (typeof actual !== 'object' || actual === null) return false;
  return Object.entries(expected).every(([key, value]) => contains(Reflect.get(actual, key), value));
}
