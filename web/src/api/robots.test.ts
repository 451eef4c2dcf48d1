// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { robots } from './robots.ts';

afterEach(() => {
  robots.allowTapStart(false);
  robots.choose('simulated');
});

describe('A tap of a finger', () => {
  it.each([
    ['simulated', false, false],
    ['simulated', true, true],
    ['live', false, false],
    ['live', true, false],
  ] as const)('on the page of the %s robot with the setting %s starts the arm: %s', (kind, isAllowed, isEnough) => {
    robots.choose(kind);
    robots.allowTapStart(isAllowed);
    expect(robots.startsByTap).toBe(isEnough);
  });
});
