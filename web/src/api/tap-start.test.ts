// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { robots } from './robots.ts';
import { tapStart } from './tap-start.ts';

afterEach(() => {
  tapStart.allow(false);
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
    tapStart.allow(isAllowed);
    expect(tapStart.isEnough).toBe(isEnough);
  });
});
