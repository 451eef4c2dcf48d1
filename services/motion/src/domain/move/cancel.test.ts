import { expect, it } from 'vitest';
import { arm, jointTarget, makeRequest, ready } from './move.fixture.ts';
import { planMove } from './plan-move.ts';

const turned = [0.1, ...ready.slice(1)];
const targets = Array.from({ length: 20 }, (_, index) => jointTarget(index % 2 ? ready : turned));

it('a long chain checks its cancellation at every target, during the search and the timing', () => {
  let looks = 0;
  expect(planMove(arm, makeRequest(targets), () => ++looks < 0)).toMatchObject({ ok: true });
  expect(looks).toBeGreaterThanOrEqual(2 * targets.length);
});

it.each([1, 5, 25, 40])('a chain that is cancelled at check %i does not check again', (last) => {
  let looks = 0;
  const plan = planMove(arm, makeRequest(targets), () => ++looks >= last);
  expect(plan).toMatchObject({ ok: false, failure: { reason: 'it was cancelled' } });
  expect(looks).toBe(last);
});
